package drawing

import (
	"strings"
	"unicode"
)

// wide are the characters that take two columns of a terminal and a full em of a
// line: those of East Asian Width Wide or Fullwidth (Unicode Standard Annex 11),
// by blocks.
var wide = &unicode.RangeTable{
	R16: []unicode.Range16{
		{0x1100, 0x115f, 1}, // Hangul Jamo, leading consonants
		{0x231a, 0x231b, 1}, {0x23e9, 0x23ec, 1}, {0x2614, 0x2615, 1}, {0x26a1, 0x26a1, 1}, {0x2705, 0x2705, 1}, {0x2728, 0x2728, 1}, {0x274c, 0x274c, 1},
		{0x2e80, 0x303e, 1},                      // CJK radicals, symbols and punctuation
		{0x3041, 0x33ff, 1},                      // kana, bopomofo, compatibility
		{0x3400, 0x4dbf, 1}, {0x4e00, 0x9fff, 1}, // ideographs
		{0xa000, 0xa4cf, 1},                      // Yi
		{0xa960, 0xa97f, 1}, {0xac00, 0xd7a3, 1}, // Hangul
		{0xf900, 0xfaff, 1}, {0xfe10, 0xfe19, 1}, {0xfe30, 0xfe6f, 1}, // compatibility and vertical forms
		{0xff00, 0xff60, 1}, {0xffe0, 0xffe6, 1}, // fullwidth forms
	},
	R32: []unicode.Range32{
		{0x16fe0, 0x18d08, 1}, {0x1b000, 0x1b2ff, 1}, // Tangut, kana
		{0x1f300, 0x1f64f, 1}, {0x1f680, 0x1f6ff, 1}, {0x1f7e0, 0x1f7eb, 1}, {0x1f900, 0x1faff, 1}, // pictographs
		{0x20000, 0x3fffd, 1}, // ideographs
	},
}

// Columns is the number of columns that a text takes on a terminal. Marks that
// combine with the character before them, and format characters, take none.
func Columns(text string) int {
	n := 0
	for _, r := range text {
		n += runeColumns(r)
	}
	return n
}

func runeColumns(r rune) int {
	switch {
	case unicode.In(r, unicode.Mn, unicode.Me, unicode.Cf) && r != '\u00ad':
		return 0
	case unicode.Is(wide, r):
		return 2
	}
	return 1
}

// fit shortens a text to at most so many columns, the last one an ellipsis or,
// in ASCII, a tilde.
func fit(text string, most int, ellipsis string) string {
	if Columns(text) <= most {
		return text
	}
	n := 0
	for i, r := range text {
		if n += runeColumns(r); n > most-1 {
			return text[:i] + ellipsis
		}
	}
	return text
}

// printable replaces what would act on a terminal or on a line instead of being
// seen: control characters, line separators, overrides of the writing direction,
// and bytes that are no UTF-8.
func printable(text string) string {
	return strings.Map(func(r rune) rune {
		if unicode.IsControl(r) || r >= 0x2028 && r <= 0x202e || r >= 0x2066 && r <= 0x2069 || r == 0xfffe || r == 0xffff {
			return unicode.ReplacementChar
		}
		return r
	}, strings.ToValidUTF8(text, string(unicode.ReplacementChar)))
}
