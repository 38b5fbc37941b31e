package drawing

import "testing"

func TestColumns(t *testing.T) {
	for text, want := range map[string]int{
		"": 0, "dog": 3, "日本語": 6, "ﾊﾝｶｸ": 4, "ＦＵＬＬ": 8, "한국어": 6, "e\u0301": 1, "naïve": 5, "🙂": 2,
		"a\u200bb": 2, "שלום": 4, "हिन्दी": 5, "「」": 4, "\U00020000": 2, "…": 1, "─": 1,
	} {
		if got := Columns(text); got != want {
			t.Errorf("%q: %d columns, want %d", text, got, want)
		}
	}
}

func TestFit(t *testing.T) {
	for _, c := range []struct {
		text, want string
		most       int
	}{{"dog", "dog", 3}, {"dogs", "do…", 3}, {"日本語", "日…", 4}, {"日本語", "日本…", 5}, {"日本語", "日本語", 6}} {
		if got := fit(c.text, c.most, "…"); got != c.want || Columns(got) > c.most {
			t.Errorf("%q in %d columns: %q, want %q", c.text, c.most, got, c.want)
		}
	}
}

func TestPrintable(t *testing.T) {
	for text, want := range map[string]string{
		"dog": "dog", "a\x1b[2Jb": "a\ufffd[2Jb", "a\u202eb": "a\ufffdb", "a\u2028b": "a\ufffdb", "\xff": "\ufffd", "a\u0085": "a\ufffd",
		"日本\u00a0語": "日本\u00a0語", "a\u200db": "a\u200db",
	} {
		if got := printable(text); got != want {
			t.Errorf("%q: %q, want %q", text, got, want)
		}
	}
}
