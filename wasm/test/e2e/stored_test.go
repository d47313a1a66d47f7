//go:build !js

package e2e

import (
	"bytes"
	"compress/gzip"
	"encoding/json"
	"net/http"
	"regexp"
	"strings"
	"testing"

	"indistinct/core/lab/repeat"
	"indistinct/wasm/test/e2e/page"
)

// stored has a site send its stored runs as change leaves them.
func stored(t *testing.T, change func(run *repeat.Run)) func(http.Handler) http.Handler {
	return func(next http.Handler) http.Handler {
		return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
			if !strings.HasSuffix(r.URL.Path, ".run") {
				next.ServeHTTP(w, r)
				return
			}
			var run repeat.Run
			unpacked, err := gzip.NewReader(bytes.NewReader(sent(next, r)))
			if err == nil {
				err = json.NewDecoder(unpacked).Decode(&run)
			}
			if err != nil {
				t.Errorf("%s: %v", r.URL.Path, err)
			}
			change(&run)
			packed := gzip.NewWriter(w)
			json.NewEncoder(packed).Encode(&run)
			packed.Close()
		})
	}
}

// sent is what a site sends for a request.
func sent(site http.Handler, r *http.Request) []byte {
	var w recorder
	site.ServeHTTP(&w, r)
	return w.Bytes()
}

type recorder struct {
	bytes.Buffer
	header http.Header
}

func (w *recorder) WriteHeader(int) {}
func (w *recorder) Header() http.Header {
	if w.header == nil {
		w.header = http.Header{}
	}
	return w.header
}

// TestStoredRun: what a laboratory opens with has its report at once, before there is a worker, and
// the browser's own run confirms it to the last bit.
func TestStoredRun(t *testing.T) {
	t.Parallel()
	hold := make(chan bool)
	p := page.Open(t, "#lab=ring&run=1", page.Options{Wrap: instead("worker.wasm.lzma",
		func(w http.ResponseWriter, r *http.Request) bool {
			<-hold
			return false
		})})
	p.Wait(`document.querySelector('#checked')?.textContent === ` + quoted(p.Say("page.stored.checking")))
	first := p.Report()
	close(hold)
	p.Wait(`document.querySelector('#checked')?.textContent === ` + quoted(p.Say("page.stored.same")))
	second := p.Report()
	page.SameAsNative(t, "#lab=ring", second)
	for report, want := range map[string]string{string(first): repeat.Unchecked, string(second): repeat.Confirmed} {
		var got struct{ Stored string }
		if err := json.Unmarshal([]byte(report), &got); err != nil || got.Stored != want {
			t.Errorf("the report says %q, want %q", got.Stored, want)
		}
	}
}

// TestStoredRunThatDiffers: whichever bit of a stored report is another one than the browser computes,
// the page says so in red, and the browser's own result stands.
func TestStoredRunThatDiffers(t *testing.T) {
	t.Parallel()
	number := regexp.MustCompile(`("c1":)\d+`)
	for name, change := range map[string]func(run *repeat.Run){
		"a count": func(run *repeat.Run) { run.Report = number.ReplaceAll(run.Report, []byte("${1}7")) },
		"a warning": func(run *repeat.Run) {
			run.Report = bytes.Replace(run.Report, []byte(`"verdict":"`), []byte(`"note":1,"verdict":"`), 1)
		},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			p := page.Open(t, "#lab=survey", page.Options{Wrap: stored(t, change)})
			p.RunTest()
			p.Wait(`document.querySelector('#checked.problem')`)
			page.SameAsNative(t, "#lab=survey", p.Report())
		})
	}
	t.Run("another build", func(t *testing.T) {
		t.Parallel()
		other := func(run *repeat.Run) { run.Mark = "another" }
		p := page.Open(t, "#lab=survey", page.Options{Wrap: stored(t, other)})
		p.RunTest()
		if p.Text("#verdict .plain-verdict") == "" {
			t.Error("there is no verdict")
		}
		p.Eval(`if (document.querySelector('#checked')) throw new Error('a run of another build was shown')`, nil)
	})
}

// quoted is a text in JavaScript.
func quoted(text string) string {
	data, _ := json.Marshal(text)
	return string(data)
}
