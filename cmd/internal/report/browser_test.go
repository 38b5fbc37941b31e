package report

import (
	"cmp"
	"context"
	"encoding/json"
	"fmt"
	"html"
	"math"
	"net/http"
	"net/http/httptest"
	"os/exec"
	"regexp"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	gocmp "github.com/google/go-cmp/cmp"
)

// browse opens an address in a browser without a window and returns the document
// when its scripts have run, and what was written to the console.
func browse(t *testing.T, url string) (document string, console []string) {
	t.Helper()
	var path string
	for _, name := range []string{"chromium", "chromium-browser", "google-chrome"} {
		if found, err := exec.LookPath(name); err == nil {
			path = found
			break
		}
	}
	if path == "" {
		t.Skip("no browser: found neither chromium nor google-chrome on PATH")
	}
	ctx, cancel := context.WithTimeout(context.Background(), time.Minute)
	defer cancel()
	var log strings.Builder
	c := exec.CommandContext(ctx, path, "--headless", "--no-sandbox", "--disable-gpu", "--user-data-dir="+t.TempDir(),
		"--virtual-time-budget=5000", "--enable-logging=stderr", "--v=0", "--dump-dom", url)
	c.Stderr = &log
	out, err := c.Output()
	if err != nil {
		t.Fatalf("%s: %v\n%s", path, err, &log)
	}
	for line := range strings.Lines(log.String()) {
		if strings.Contains(line, "CONSOLE") {
			console = append(console, line)
		}
	}
	return string(out), console
}

// looker looks at a page in a frame of 400 pixels, uses it, and writes what it sees.
const looker = `<!DOCTYPE html><title>looker</title>
<iframe style="width: 400px; height: 900px; border: 0" src="/page#run=2&amp;topic=3&amp;lambda=0.05"></iframe><pre></pre>
<script>
const frame = document.querySelector("iframe");
frame.onload = () => {
  const d = frame.contentDocument, w = frame.contentWindow, seen = {};
  for (const e of d.querySelectorAll("details")) e.open = true;
  const all = s => [...d.querySelectorAll(s)];
  const text = s => all(s).map(e => e.textContent);
  const set = (s, value, ...events) => {
    const e = d.querySelector(s);
    e.value = value;
    for (const name of events) e.dispatchEvent(new w.Event(name));
  };
  setTimeout(() => {
    seen.width = w.innerWidth;
    seen.overflow = d.documentElement.scrollWidth - d.documentElement.clientWidth;
    seen.missing = all("svg, img").filter(e => {
      const r = e.getBoundingClientRect();
      return !(r.width > 0 && r.height > 0) || e.tagName === "IMG" && !(e.complete && e.naturalWidth > 0);
    }).map(e => e.outerHTML.slice(0, 200));
    seen.pictures = all("svg, img").length;
    seen.addressed = text(".bars tbody th");
    set(".lambda", 0.9, "input", "change");
    seen.slid = text(".bars tbody th");
    seen.value = text(".value")[0];
    seen.hash = w.location.hash;
    d.querySelector(".terms .next").click();
    seen.next = d.querySelector(".caption").textContent;
    seen.on = all(".circle.on text").map(e => e.textContent);
    d.querySelector(".bars tbody button").click();
    seen.spread = d.querySelector(".spread").textContent;
    set(".query", "DOC 17 ", "input");
    seen.documents = text(".search tbody th");
    set(".query", "topic 2", "input");
    seen.withTopic = d.querySelector(".found").textContent;
    set(".query", "", "input");
    d.querySelector(".search .next").click();
    seen.later = d.querySelector(".found").textContent;
    document.querySelector("pre").textContent = JSON.stringify(seen);
  }, 200);
};
</script>`

var lookedAt = regexp.MustCompile(`(?s)<pre>(.*?)</pre>`)

// In a browser a page has all its pictures, is no wider than the window, writes no
// errors, asks for nothing, and does what its controls say.
func TestBrowser(t *testing.T) {
	if testing.Short() {
		t.Skip("starts a browser")
	}
	a, b, c := doneRun(t, "a"), doneRun(t, strings.Repeat("long-name", 9)), doneRun(t, "c")
	addParses(t, a, right)
	addParses(t, b, left)
	addTopics(t, c, 7)
	write(t, c+"/diagnostics.svg", `<svg xmlns="http://www.w3.org/2000/svg" width="900" height="50"><rect width="9" height="9"/></svg>`)
	page := madePage(t, a, b, c)
	var mu sync.Mutex
	var asked []string
	server := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		mu.Lock()
		asked = append(asked, r.URL.Path)
		mu.Unlock()
		w.Header().Set("Content-Type", "text/html; charset=utf-8")
		switch r.URL.Path {
		case "/page":
			fmt.Fprint(w, page)
		case "/looker":
			fmt.Fprint(w, looker)
		default:
			http.NotFound(w, r)
		}
	}))
	defer server.Close()
	document, console := browse(t, server.URL+"/looker")
	slices.Sort(asked)
	asked = slices.DeleteFunc(asked, func(path string) bool { return path == "/favicon.ico" }) // the looker's
	if !slices.Equal(asked, []string{"/looker", "/page"}) {
		t.Errorf("asked for %q", asked)
	}
	for _, line := range console {
		if !strings.Contains(line, "favicon.ico") {
			t.Errorf("console: %s", line)
		}
	}
	type look struct {
		Width, Overflow, Pictures                   int
		Missing, Addressed, Slid, On, Documents     []string
		Value, Hash, Next, Spread, WithTopic, Later string
	}
	var got look
	m := lookedAt.FindStringSubmatch(document)
	if m == nil || json.Unmarshal([]byte(html.UnescapeString(m[1])), &got) != nil {
		t.Fatalf("the looker saw nothing: %.2000s", document)
	}
	if got.Pictures < 30 {
		t.Errorf("%d pictures", got.Pictures)
	}
	got.Pictures = 0
	if d := gocmp.Diff(look{
		Width: 400, Missing: []string{}, Addressed: mostRelevant(3, 0.05), Slid: mostRelevant(3, 0.9), Value: "0.90",
		Hash: "#run=2&topic=3&lambda=0.9", Next: "The most relevant terms of topic 4, 11\u00a0% of the tokens, λ = 0.90", On: []string{"4"},
		Spread: "“vote” is spread over no topic by half a token or more", Documents: []string{"doc 17 " + hostile},
		WithTopic: "1 to 25 of 60 documents found", Later: "26 to 50 of 60 documents found",
	}, got); d != "" {
		t.Error(d)
	}
	if slices.Equal(got.Addressed, got.Slid) {
		t.Error("the slider does not matter")
	}
}

// mostRelevant are the three terms that addTopics makes most relevant to a topic.
func mostRelevant(topic int, lambda float64) []string {
	words := []string{"money", hostile, "river", "tree", "vote"}
	relevance := map[string]float64{}
	for j, w := range words {
		p := 0.175
		if j == topic%5 {
			p = 0.3
		}
		relevance[w] = lambda*math.Log(p) + (1-lambda)*math.Log(p*float64(5-j))
	}
	slices.SortFunc(words, func(a, b string) int { return cmp.Compare(relevance[b], relevance[a]) })
	return words[:3]
}
