package features_test

import (
	"encoding/json"
	"fmt"
	"html"
	"math"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"testing"
	"unicode"

	"indistinct/core/guest"
	"indistinct/core/lab"
	rules "indistinct/core/lab/game"
	"indistinct/core/labs/workshop"
	"indistinct/core/lang"
	"indistinct/core/sheet"
	"indistinct/core/table"
	"indistinct/core/test/labtest"
	"indistinct/core/test/pseudo"
	"indistinct/core/work"
	"indistinct/ui/dom"
	"indistinct/ui/page/features"
	"indistinct/ui/page/features/files"
	"indistinct/ui/page/features/lessons"
	"indistinct/ui/page/features/present"
	"indistinct/ui/page/state"
	"indistinct/ui/page/test"
	"indistinct/ui/page/test/click"
	"indistinct/ui/page/test/opened"
	"indistinct/ui/stage/say"
	"indistinct/ui/wire"
)

// disguised is a page with the toys in the pseudo-language, in which every text stands in
// brackets.
func disguised(t *testing.T, laboratories []lab.Laboratory, home, link string) (*state.Model, *test.Browser) {
	t.Helper()
	s := &test.Browser{}
	m := state.New(s, s, laboratories, home, pseudo.Language(t, test.Language()))
	features.Use(m)
	m.Start("", false, link)
	return m, s
}

// pages are those beside a laboratory's own.
var pages = []string{"experiments", "learn", "reference", "class"}

// TestEveryWordIsAText: no word of the page stands outside a text, wherever the visitor
// is and whatever has happened.
func TestEveryWordIsAText(t *testing.T) {
	toys := []lab.Laboratory{test.Toy{}, test.Other{}}
	number := sheet.Number(0.5, 3)
	fact := lab.Fact{Name: "d", Label: lang.Say("toy.param.s"), Help: lang.Say("toy.lead"), Symbol: "d", Value: number,
		Unit: lang.Verbatim("m")}
	key := fact
	key.Key = true
	look := lab.Look{Facts: []lab.Fact{key, fact}, Meter: &lab.Meter{Success: 0.9, How: lang.Say("toy.looking")},
		Alt: lang.Say("toy.lead"), Sheets: []sheet.Sheet{found()}}
	everywhere := func(t *testing.T, m *state.Model) {
		for _, page := range pages {
			m.Go("", page)
			spells(t, m, "page "+page)
		}
		m.Go("", "")
	}
	open := func(t *testing.T, link string) (*state.Model, *test.Browser) {
		m, s := disguised(t, toys, "toy", link)
		s.Looks[0].Done(wire.Looked{Look: look, Film: []byte("film")})
		for _, name := range []string{"evidence", "drawer", "take", "one", "two"} {
			m.Front.Open[name] = true
		}
		return m, s
	}
	for name, f := range map[string]func(t *testing.T){
		"before a run": func(t *testing.T) {
			m, s := disguised(t, toys, "toy", "")
			spells(t, m, "before a look")
			s.Looks[0].Done(wire.Looked{Err: lang.Say("toy.cross")})
			spells(t, m, "a look that failed")
			m, s = open(t, "")
			spells(t, m, "with a look")
			m.Front.Meter = &lab.Meter{Shows: 0.3, How: lang.Say("toy.looking")}
			m.Scene.Hear(say.FromScene{Type: say.Ready})
			m.Scene.Hear(say.FromScene{Type: say.Time, Steps: 3, Playing: true})
			spells(t, m, "with a scene")
			m.Scene.Hear(say.FromScene{Type: say.Error, Text: "⟦1⟧"})
			spells(t, m, "without a scene")
			everywhere(t, m)
		},
		"wrong settings": func(t *testing.T) {
			m, _ := open(t, "#lab=toy&nonsense=1&s=x&lesson=none&v=9")
			spells(t, m, "a wrong link")
			m.Type("s", "9,9")
			m.Type("seed", "9.9")
			m.Type("x", "9 9")
			m.Choose("mode", "b")
			m.Type("most", "1")
			spells(t, m, "wrong fields")
			m.Front.Search = "none of these"
			spells(t, m, "a search")
			opened.Feature[*files.Feature](m).Load("x.csv", []byte("1"))
			spells(t, m, "a file")
		},
		"a run": func(t *testing.T) {
			m, s := open(t, "")
			m.Test()
			spells(t, m, "begins")
			r := s.Runs[0]
			r.Progress(wire.Progress{Phase: lang.Say("work.test"), Fraction: 0.5,
				Partial: test.PendingReport(t, r.Spec, "releases", 0.5)})
			s.Pass()
			spells(t, m, "under way")
			r.Progress(wire.Progress{Partial: test.PendingReport(t, r.Spec, "exact", 0.5)})
			s.Pass()
			m.Scene.Hear(say.FromScene{Type: say.Ready})
			m.Scene.Hear(say.FromScene{Type: say.ShowOn})
			spells(t, m, "verdict")
			opened.Feature[*files.Feature](m).Save(false)
			r.Done(test.Report(t, r.Spec), "")
			m.Scene.Hear(say.FromScene{Type: say.ShowDone})
			spells(t, m, "ended")
			m.Front.Report.Needed = 12000
			spells(t, m, "undecided")
			click.Press(t, m, m.Text("compare.keep"))
			m.Slide("s", "900")
			spells(t, m, "stale beside A")
			m.Test()
			s.Runs[1].Done(test.Report(t, s.Runs[1].Spec), "")
			spells(t, m, "B beside A")
			opened.Feature[*present.Feature](m).Set(true)
			spells(t, m, "presented")
			opened.Feature[*present.Feature](m).Set(false)
			opened.Feature[*files.Feature](m).Load("run.json", m.Front.Raw)
			spells(t, m, "read from a file")
			everywhere(t, m)
			m.Test()
			m.Front.Run.Stop()
			spells(t, m, "stopping")
			s.Runs[2].Done(nil, wire.Cancelled)
			spells(t, m, "cancelled")
		},
		"shared": func(t *testing.T) {
			m, _ := open(t, "#lesson=toys:2")
			m.Emit(state.Event{Kind: state.Sharing})
			spells(t, m, "a lesson")
			click.Press(t, m, m.Text("share.copy"))
			click.Press(t, m, "#share-close")
			m.Go("", "reference")
			m.Emit(state.Event{Kind: state.Sharing})
			if page := spells(t, m, "the reference"); !strings.Contains(page, `id="share-language"`) {
				t.Error("a page of the reference cannot be shared in a language")
			}
		},
		"samples": func(t *testing.T) {
			m, s := disguised(t, []lab.Laboratory{workshop.Lab{}}, "workshop", "#lab=workshop")
			m.Front.Open["samples"] = true
			offer := func(id, name string, size int64, key string) {
				file := lab.File{Name: name, Size: size, Key: key}
				if !m.Emit(state.Event{Kind: state.File, Name: id, File: file}) {
					t.Fatalf("nobody takes a file of %s", id)
				}
			}
			offer("load-record", "⟦1⟧", 1, "1")
			spells(t, m, "being read")
			s.Answer(t, lab.Sampled{Read: []lang.Message{lang.Say("toy.lead")}, Preview: preview("⟦3⟧", "⟦4⟧")})
			spells(t, m, "one file")
			offer("load-neighbour", "⟦2⟧", 200<<20, "2")
			spells(t, m, "a large file")
			for _, claim := range []string{"x", "0.5"} {
				click.Act(t, m, "input", "#sample-eps", claim)
				spells(t, m, "claim "+claim)
			}
			for _, notion := range []string{"sigma", "eps"} {
				click.Act(t, m, "change", "#sample-notion", notion)
				spells(t, m, "a claim of "+notion)
			}
			for _, at := range []int{2, 0} { // both inputs side by side, a column that says which
				click.Act(t, m, "change", "#sample-column", strconv.Itoa(at))
				s.Answer(t, lab.Sampled{Read: []lang.Message{lang.Say("toy.lead")}, Preview: preview("⟦3⟧", "⟦4⟧")})
				spells(t, m, "one file with both inputs")
			}
			click.Press(t, m, "#test-samples")
			spells(t, m, "being tested")
			sh := found()
			s.Answer(t, lab.Sampled{Verdict: "violation found", Sheet: &sh, Report: []byte("{}")})
			click.Act(t, m, "input", "#sample-eps", "0.7")
			spells(t, m, "tested")
		},
		"in a frame": func(t *testing.T) {
			m, s := open(t, "#lab=toy&embed=1&show=s,n,mode&lesson=toys:1")
			spells(t, m, "before a run")
			m.Test()
			s.Runs[0].Done(test.Report(t, s.Runs[0].Spec), "")
			spells(t, m, "after a run")
			m.Slide("s", "900")
			spells(t, m, "stale")
		},
		"a lesson": func(t *testing.T) {
			for _, quiet := range []string{"", "&quiet=1"} {
				m, s := open(t, "#lesson=toys:1"+quiet)
				for step := range 3 {
					where := fmt.Sprintf("step %d%s", step+1, quiet)
					spells(t, m, where)
					opened.Feature[*lessons.Feature](m).Predict(1)
					spells(t, m, where+", predicted")
					opened.Run(t, m, s)
					spells(t, m, where+", run")
					m.Type("s", "1.5")
					opened.Run(t, m, s)
					spells(t, m, where+", done")
					opened.Feature[*lessons.Feature](m).Advance(1)
				}
				spells(t, m, "afterwards")
			}
		},
		"a game": func(t *testing.T) {
			m, s := open(t, "#lab=toy&game=1")
			if !m.Played() {
				t.Skip("the page has no game")
			}
			next := func() { click.Press(t, m, "#game-go") }
			guess := func(text string) { click.Act(t, m, "input", "#guess", text) }
			spells(t, m, "waiting")
			for n := 1; n <= rules.Rounds; n++ {
				test.Round(t, s.Runs[len(s.Runs)-1])
				spells(t, m, fmt.Sprintf("round %d", n))
				click.Press(t, m, "#game-more")
				if n == 1 {
					guess("x")
					next()
					m.Slide("s", "900")
					spells(t, m, "no angle")
				}
				guess(fmt.Sprint(30 * n))
				next()
				spells(t, m, fmt.Sprintf("round %d, scored", n))
				next()
				if n == rules.First {
					spells(t, m, "more are offered")
					next()
				}
			}
			spells(t, m, "over")
			next()
			s.Runs[len(s.Runs)-1].Done(nil, lang.Say("guess.unread"))
			spells(t, m, "failed")
		},
		"experiments": func(t *testing.T) {
			m, s := open(t, "")
			stored, err := json.Marshal(map[string]any{"toy": map[string]any{"fig": found(), "sweep": found()}})
			if err != nil {
				t.Fatal(err)
			}
			s.Files = map[string][]byte{state.StoredFile: stored}
			m.Go("", "experiments")
			spells(t, m, "stored")
			m.Type("s", "0.7")
			for _, a := range m.Front.Experiments() {
				again := lang.Say("page.compute.here.again")
				click.Press(t, m, m.Text("page.verb.of", "verb", again, "what", a.Title("toy")))
				r := s.Runs[len(s.Runs)-1]
				r.Progress(wire.Progress{Phase: lang.Say("work.sweeping"), Fraction: 0.5})
				spells(t, m, a.Name+", running")
				data, err := json.Marshal(found())
				if err != nil {
					t.Fatal(err)
				}
				r.Done(data, "")
				spells(t, m, a.Name+", computed")
				m.Type("s", "0.8")
				spells(t, m, a.Name+", stale")
			}
			m.Go("", "")
			spells(t, m, "beside the laboratory")
			m.Repeat()
			spells(t, m, "again")
			s.Runs[len(s.Runs)-1].Done(nil, lang.Say("page.result.unread"))
			spells(t, m, "which failed")
		},
	} {
		t.Run(name, f)
	}
}

// found is a sheet with all that one can hold.
func found() sheet.Sheet {
	words := lang.Say("toy.lead")
	number := sheet.Number(0.5, 3)
	number.Help = words
	return sheet.Sheet{Title: words, Lead: words, Notes: []lang.Message{words},
		Charts: []sheet.Chart{{ID: "region", Title: words, Caption: words, X: sheet.Axis{Label: words},
			Y: sheet.Axis{Label: words}, Series: []sheet.Series{{Name: words, Style: sheet.Line, Role: sheet.Truth,
				X: []sheet.Real{0, 1}, Y: []sheet.Real{0, 1}}}, Marks: []sheet.Mark{{Label: words, At: 0.5}}}},
		Tables: []sheet.Table{{ID: "t", Title: words, Caption: words, Columns: []lang.Message{words, words},
			Rows: [][]sheet.Cell{{sheet.Words(words), number}}}}}
}

// TestEveryWordOfTheLaboratories: the same of the laboratories, as they open, after a
// test, and in all that they explain.
func TestEveryWordOfTheLaboratories(t *testing.T) {
	for _, l := range guest.All() {
		name := l.About().Name
		t.Run(name, func(t *testing.T) {
			m, s := disguised(t, guest.All(), "ring", "#lab="+name)
			spec := labtest.Spec(t, l, "n", "300", "m", "3000", "seq", "0")
			m.Open(spec.Link(m.Front.Table))
			looked := func(r *lab.Report) {
				look, err := lab.LookAt(l, m.Front.Spec, r)
				if err != nil {
					t.Fatal(err)
				}
				s.Looks[len(s.Looks)-1].Done(wire.Looked{Look: *look, Film: []byte("film")})
			}
			looked(nil)
			for _, fold := range []string{"drawer", "evidence", "shelf", "samples", "clues"} {
				m.Front.Open[fold] = true
			}
			for _, p := range m.Front.Table {
				m.Front.Open[p.Group] = true
			}
			spells(t, m, "as it opens")
			job, err := lab.Start(l, m.Front.Spec, lab.Audit)
			if err != nil {
				t.Fatal(err)
			}
			m.Test()
			s.Runs[len(s.Runs)-1].Done(labtest.Shown(t, job, math.MaxInt64, func(work.Kind, []byte) {}), "")
			looked(m.Front.Report)
			spells(t, m, "after a test")
			for i := range m.Front.Presets {
				m.Preset(fmt.Sprint(i))
				spells(t, m, "preset "+m.Front.Presets[i].Name)
			}
			for _, x := range l.Lessons() {
				for k := range x.Steps {
					opened.Feature[*lessons.Feature](m).Learn(fmt.Sprintf("%s:%d", x.Name, k+1))
					spells(t, m, fmt.Sprintf("%s, step %d", x.Name, k+1))
				}
			}
			for _, page := range pages {
				m.Go(name, page)
				spells(t, m, "page "+page)
			}
			m.Go(name, "")
			if click.Shown(t, m, "#game-go") {
				click.Press(t, m, "#game-go")
				job, err := lab.Start(l, m.Front.Spec, s.Runs[len(s.Runs)-1].Task)
				if err != nil {
					t.Fatal(err)
				}
				s.Runs[len(s.Runs)-1].Done(labtest.Shown(t, job, math.MaxInt64, func(work.Kind, []byte) {}), "")
				spells(t, m, "a game")
				click.Act(t, m, "input", "#guess", "90")
				click.Press(t, m, "#game-go")
				spells(t, m, "a game, scored")
				m.Emit(state.Event{Kind: state.Replacing})
			}
			if testing.Short() { // the rest takes seconds
				return
			}
			m.Front.Restore(m.Front.Defaults)
			spec = m.Front.Spec
			if l.About().Name == "workshop" { // whose audits are whole
				var err error
				if spec, err = spec.With(m.Front.Table, "releases", "1000"); err != nil {
					t.Fatal(err)
				}
			}
			for _, a := range m.Front.Experiments() {
				job, err := lab.Start(l, spec, a.Name)
				if err != nil {
					t.Error(err)
					continue
				}
				m.Compute(m.Front, a.Name)
				s.Runs[len(s.Runs)-1].Done(labtest.Few(t, job, 2), "")
				spells(t, m, a.Name)
				delete(m.Front.Tasks, a.Name)
			}
		})
	}
}

// spells builds the page, and fails where it shows a word that stands in no text or lacks
// a text.
func spells(t *testing.T, m *state.Model, where string) (page string) {
	t.Helper()
	page = dom.Markup(click.Build(t, m), func(string) string { return "" })
	if !strings.Contains(page, `id="main"`) {
		t.Fatalf("%s: there is no page: %s", where, page)
	}
	for _, w := range loose(page) {
		t.Errorf("%s: %s", where, w)
	}
	return page
}

// loose returns what is wrong with the words of a page in the pseudo-language: those of
// at least three letters outside brackets, brackets that a block opens and does not close,
// and texts that are missing. What is marked as of no language is left out: programs, links,
// citations, the brand, the names of languages, indices of symbols, and in the reference how
// a parameter is called in links.
func loose(page string) (out []string) {
	ofNo := []string{"JSON", "CSV", "SVG", "rad", "diam", "Laplace", "Tulap",
		"total", "ABOVE", "BELOW"} // formats, a unit, the diameter of a set, methods, a symbol of package survey, and
	// words that a program releases
	ofNone := regexp.MustCompile(`^<(pre|code|textarea|style)\b| lang="|class="(source|brand|class-code)"`)
	block := regexp.MustCompile(`^(p|li|t[dh]|d[dt]|h[1-6]|button|a|option|label|figcaption|summary|caption|output)$`)
	spoken := regexp.MustCompile(` (aria-(?:label|valuetext|roledescription)|title|placeholder|alt|label)="([^"]*)"`)
	terms := regexp.MustCompile(`(?s)<dl class="terms">.*?</dl>`)
	inLinks := regexp.MustCompile(`(<span class="range">)[a-z0-9]+(:|<)| \([a-z0-9]+\)\.`)
	tag := regexp.MustCompile(`<(/?)([a-z0-9]+)[^>]*>`)
	page = terms.ReplaceAllStringFunc(page, func(s string) string { return inLinks.ReplaceAllString(s, "$1$2") })
	depth := 0 // of the brackets
	read := func(where, s string) {
		word := []rune{}
		end := func() {
			w := string(word)
			if len(word) >= 3 && !strings.ContainsAny(w, "_^") && !slices.Contains(ofNo, w) {
				out = append(out, fmt.Sprintf("%q in %s %.80q", w, where, s))
			}
			word = word[:0]
		}
		for _, r := range html.UnescapeString(s) {
			switch {
			case r == '⟦':
				end()
				depth++
			case r == '⟧':
				depth--
			case depth == 0 && (unicode.IsLetter(r) || r == '_' || r == '^'):
				word = append(word, r)
			default:
				end()
			}
			if r == '⟨' {
				out = append(out, fmt.Sprintf("a text is missing in %s %.80q", where, s))
			}
		}
		end()
	}
	void := regexp.MustCompile(`^(area|br|hr|img|input|link|meta)$`)
	type element struct {
		name  string
		depth int
		skip  bool
	}
	open := []element{{}}
	from := 0
	for _, at := range tag.FindAllStringSubmatchIndex(page, -1) {
		whole, closes, name := page[at[0]:at[1]], at[3] > at[2], page[at[4]:at[5]]
		in := open[len(open)-1]
		if s := strings.TrimSpace(page[from:at[0]]); s != "" && !in.skip {
			read("<"+in.name+">", s)
		}
		from = at[1]
		if closes {
			if block.MatchString(name) && depth != in.depth {
				out = append(out, fmt.Sprintf("a text goes on after %.80q", page[max(at[0]-80, 0):at[0]]))
				depth = in.depth
			}
			open = open[:len(open)-1]
			continue
		}
		skip := in.skip || ofNone.MatchString(whole)
		if !skip {
			outside := depth
			for _, a := range spoken.FindAllStringSubmatch(whole, -1) {
				depth = 0
				if read(a[1], a[2]); depth != 0 {
					out = append(out, fmt.Sprintf("a text goes on after %s %q", a[1], a[2]))
				}
			}
			depth = outside
		}
		if !void.MatchString(name) && !strings.HasSuffix(whole, "/>") {
			open = append(open, element{name, depth, skip})
		}
	}
	return out
}

// The scan finds what it is for.
func TestLoose(t *testing.T) {
	for page, want := range map[string]int{
		`<p>⟦Ŵörd <b>ẋ</b> word⟧ 12 CSV m²</p>`: 0,
		`<p>a loose end</p>`:                    2,
		`<dl class="terms"><span class="range">m1: ⟦a⟧</span><dd>⟦L⟧ (laplace).</dd></dl>`: 0,
		`<p title="⟦ẋ⟧" aria-label="Close"><br>⟦x <i>y⟧ &lt;and&gt;</i></p>`:               2,
		`<p>⟦open <button>word</button></p><p>Name</p>`:                                    2,
		`<pre>word <b>word</b> word</pre><option lang="de">Deutsch</option>`:               0,
		`<p>⟦⟨page.none⟩⟧</p>`:                                                             1,
		`<option label="Deutsch">⟦ẋ⟧</option>`:                                             1,
	} {
		if got := loose(page); len(got) != want {
			t.Errorf("%s: %q", page, got)
		}
	}
}

// preview is what a file with such columns holds: its first two rows.
func preview(names ...string) *table.Preview {
	p := &table.Preview{Which: -1, Rows: make([][]string, 2)}
	for _, s := range names {
		p.Columns = append(p.Columns, table.Column{Name: s, Taken: true, Kind: lang.Say("toy.lead")})
		for i := range p.Rows {
			p.Rows[i] = append(p.Rows[i], "⟦"+strconv.Itoa(i)+"⟧")
		}
	}
	return p
}
