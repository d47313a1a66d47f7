//go:build !js

package frame

import (
	"encoding/json"
	"fmt"
	"html"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"sync"
	"testing"

	"indistinct/core/guest"
	"indistinct/core/lab"
	"indistinct/core/lang"
	"indistinct/core/sheet"
	"indistinct/core/texts"
	"indistinct/ui/chart"
	"indistinct/ui/page/features"
	"indistinct/ui/page/test"
	"indistinct/ui/page/test/opened"
	"indistinct/wasm/site/stored"
)

// toys is a catalogue of two laboratories, of which one has a paper.
var toys = lab.Catalog{test.Toy{}, test.Other{}}

// toyWords are the languages with the texts of the toys.
func toyWords(t *testing.T) (all []*lang.Language) {
	t.Helper()
	for _, e := range lang.Languages() {
		l, err := lang.New(e.Tag, test.Texts(e.Tag))
		if err != nil {
			t.Fatal(err)
		}
		all = append(all, l)
	}
	return all
}

// toyResults are what a build may have stored of the toys: a chart beside what is printed, tables alone, and
// nothing of what is live.
func toyResults(t *testing.T) stored.Results {
	t.Helper()
	var fig, all sheet.Sheet
	fig.Lead, all.Lead = lang.Verbatim("Our figure <rises>."), lang.Verbatim("Our table falls.")
	fig.Table("other", "toy.", "", lang.Verbatim("unseen")).Add(sheet.Count(1))
	lab.PaperItem(test.Toy{}, "fig").Beside(&fig, "toy", []lang.Message{lang.Verbatim("our reading")},
		func(int, lab.Printed) []float64 { return []float64{0.4, 0.6} })
	for _, id := range []string{"one", "two", "three"} {
		x := []sheet.Real{0, 1}
		plot := fig.Chart(id, "toy.", sheet.Axis{Label: lang.Verbatim("x")}, sheet.Axis{Label: lang.Verbatim("y")})
		plot.Title, plot.Caption = lang.Verbatim("Chart "+id), lang.Verbatim("It \"rises\".")
		plot.Draw(lang.Verbatim("line"), sheet.Leak, sheet.Line, x, x)
	}
	for _, id := range []string{"first", "second"} {
		table := all.Table(id, "toy.", "", lang.Verbatim("column"))
		table.Title = lang.Verbatim("Table " + id)
		table.Add(sheet.Count(12345))
	}
	results := stored.Results{}
	for name, s := range map[string]sheet.Sheet{"toy/fig": fig, "toy.toys/all": all} {
		data, err := json.Marshal(s)
		if err != nil {
			t.Fatal(err)
		}
		room, name, _ := strings.Cut(name, "/")
		results[room] = map[string]json.RawMessage{name: data}
	}
	return results
}

var (
	hrefs   = regexp.MustCompile(`(?:href|src)="([^"]*)"`)
	ids     = regexp.MustCompile(` id="([^"]*)"`)
	scripts = regexp.MustCompile(`<script[^>]*>.*`)
	handled = regexp.MustCompile(`<[^>]* (on[a-z]+|style)="`)
	spans   = regexp.MustCompile(`</?span[^>]*>`)
	hosts   = regexp.MustCompile(`https?://[^"< ]*`)
)

// written writes the pages and returns them by their files.
func written(t *testing.T, labs lab.Catalog, results stored.Results,
	languages []*lang.Language) map[string]string {
	t.Helper()
	dir := t.TempDir()
	if err := papers(dir, labs, results, languages); err != nil {
		t.Fatal(err)
	}
	files, err := filepath.Glob(filepath.Join(dir, "*"))
	if err != nil {
		t.Fatal(err)
	}
	pages := map[string]string{}
	for _, path := range files {
		data, err := os.ReadFile(path)
		if err != nil {
			t.Fatal(err)
		}
		pages[filepath.Base(path)] = string(data)
	}
	return pages
}

// whole holds pages to what each must be: every item with its texts in each language, every link leading
// somewhere, nothing that a policy forbids, no host but the document's.
func whole(t *testing.T, labs lab.Catalog, pages map[string]string, languages []*lang.Language) {
	t.Helper()
	anchors := map[string][]string{}
	for file, text := range pages {
		for _, m := range ids.FindAllStringSubmatch(text, -1) {
			if slices.Contains(anchors[file], m[1]) {
				t.Errorf("%s has two elements %q", file, m[1])
			}
			anchors[file] = append(anchors[file], m[1])
		}
	}
	all := 0
	for _, l := range languages {
		for _, of := range labs {
			for _, p := range of.Papers() {
				all++
				file := lab.PaperPage(p.Name, l.Tag)
				text := pages[file]
				if text == "" {
					t.Errorf("there is no %s", file)
					continue
				}
				for _, bad := range []string{"⟨", "⟩", "<no value>", "ZgotmplZ", "\x01", "\x03"} {
					if strings.Contains(text, bad) {
						t.Errorf("%s says %q", file, bad)
					}
				}
				plain := spaced(html.UnescapeString(spans.ReplaceAllString(text, "")))
				for _, i := range p.Items {
					id := p.ID(of.About().Name) + "." + i.Name
					for _, want := range []string{id, id + ".claim", id + ".why"} {
						said := spaced(strings.Map(unmarked, chart.Rich(l, l.Optional(lang.Say(want)))))
						if !strings.Contains(plain, said) {
							t.Errorf("%s does not say %q", file, said)
						}
					}
					for _, want := range []string{i.Name, i.Task} {
						if want != "" && !slices.Contains(anchors[file], want) {
							t.Errorf("%s has no element %q", file, want)
						}
					}
				}
				for _, s := range scripts.FindAllString(text, -1) {
					if s != `<script src="early.js" data-plain="yes"></script>` {
						t.Errorf("%s has the script %s", file, s)
					}
				}
				if m := handled.FindString(text); m != "" {
					t.Errorf("%s has %s", file, m)
				}
				for _, host := range hosts.FindAllString(text, -1) {
					if host = html.UnescapeString(host); host != p.Link && host != "http://www.w3.org/2000/svg" {
						t.Errorf("%s names %s", file, host)
					}
				}
				for _, m := range hrefs.FindAllStringSubmatch(text, -1) {
					href := html.UnescapeString(m[1])
					if why := leads(labs, pages, anchors, file, href); why != "" && href != p.Link {
						t.Errorf("%s leads to %s: %s", file, href, why)
					}
				}
			}
		}
	}
	if len(pages) != all {
		t.Errorf("there are %d pages of %d", len(pages), all)
	}
}

// german are the texts that a page fetches.
var german = sync.OnceValue(func() []byte {
	data, _ := json.Marshal(test.Texts("de")) // texts alone: it cannot fail
	return data
})

// spaced is a text with ordinary spaces alone.
func spaced(s string) string { return strings.ReplaceAll(s, "\u00a0", " ") }

// unmarked leaves the marks of symbols out.
func unmarked(r rune) rune {
	if r < ' ' {
		return -1
	}
	return r
}

// leads returns why a link of a page leads nowhere.
func leads(labs lab.Catalog, pages map[string]string, anchors map[string][]string, from, href string) string {
	file, anchor, _ := strings.Cut(href, "#")
	switch {
	case file == "./":
		s := &test.Browser{Files: map[string][]byte{lang.File("de", ""): german()}}
		m := opened.On(s, labs, "#"+anchor, features.Use)
		if len(m.Notes) > 0 {
			return fmt.Sprintf("it is told %q", m.Say(m.Notes[0]))
		}
		var own []string // without what is the page's
		for _, field := range strings.Split(anchor, "&") {
			name, _, _ := strings.Cut(field, "=")
			if !slices.Contains([]string{"page", "compute", "run", "lang"}, name) {
				own = append(own, field)
			}
		}
		if _, probs := lab.ParseLink(strings.Join(own, "&"), labs.Find, ""); len(probs) > 0 {
			return probs[0].Error()
		}
	case file == "":
		if !slices.Contains(anchors[from], anchor) {
			return "there is no such element"
		}
	case strings.HasPrefix(file, "paper-"):
		if pages[file] == "" || anchor != "" && !slices.Contains(anchors[file], anchor) {
			return "there is no such page or element"
		}
	default:
		if _, err := os.Stat(filepath.Join("../../../public", filepath.FromSlash(file))); err != nil {
			return err.Error()
		}
	}
	return ""
}

// TestPaperPages: a document's page shows its items in their order, each with what was stored of it: what is
// printed beside ours first, then charts; where there are none, a table; where nothing was stored it says so.
func TestPaperPages(t *testing.T) {
	pages := written(t, toys, toyResults(t), toyWords(t))
	whole(t, toys, pages, toyWords(t))
	for tag, say := range map[string]struct{ chart, many, own, except, none, printed, number, open, test, lab string }{
		"en": {"Chart", "12,345", "at the document's own settings",
			"Except: Mode: B; Factor <span class=\"sym\">s</span>: 1.5", "No result was stored",
			"Printed: table 1.", "0.5", "Open it live and compute it",
			"Open it live and run the test", "Open the laboratory"},
		"de": {"Diagramm", "12\u202f345", "mit den Einstellungen des Dokuments",
			"Mit Ausnahme von: Mode: B; Factor <span class=\"sym\">s</span>: 1,5", "kein Ergebnis gespeichert",
			"Gedruckt: table 1.", "0,5",
			"Im Labor öffnen und berechnen", "Im Labor öffnen und testen", "Das Labor öffnen"},
	} {
		text, at := spaced(html.UnescapeString(pages[lab.PaperPage("toys", tag)])), 0
		for _, want := range []string{`<html lang="` + tag + `">`, "Toys & <games> · Indistinct",
			"Some Body. Journal of Toys, 2026.",
			`<a href="https://doi.org/10.1000/toys?a=1&b=2" rel="external noopener">`,
			"On toys.",
			`<section id="fig"`, "Figure 1", "It rises.", "our reading",
			`<span class="sym">h</span>, <span class="sym">s</span> = 1`,
			">" + say.number + "0<",
			say.number + "00",
			`aria-label="` + say.chart + `: Chart one. It "rises"."`, `<svg aria-hidden="true"`, "Chart two",
			"Our figure <rises>.", say.own, `It rises <span class="sym">less</span>.`,
			`href="./#lab=toy&v=2&seed=1&page=experiments&compute=fig&lang=` + tag + `"`, say.open,
			"verify -lab toy -experiment fig<",
			`<section id="all"`, `<a id="sweep"></a>`, "Table first", say.many, "Our table falls.", say.except,
			"mode=b", "s=1.5", "x=3", "page=experiments&compute=sweep", say.open,
			"verify -lab toy -mode=b -s=1.5 -x=3 -on=0 -experiment sweep<",
			`<section id="b"`, "Theorem 1", "s=1.5&seed=1&run=1&lang=" + tag, say.test, "verify -lab toy -s=1.5<",
			`<section id="now"`, `<a id="live"></a>`, say.none, `href="./#lab=toy&v=2&seed=1&lang=` + tag, say.open,
			`<section id="play"`, `href="./#lab=toy&v=2&seed=1&lang=` + tag, say.lab,
			`<section id="values"`, "Factor", ">" + say.number + "<", say.printed} {
			k := strings.Index(text[at:], want)
			if k < 0 {
				t.Fatalf("%s: %q does not come after %q", tag, want, text[max(0, at-200):at])
			}
			at += k
		}
		for _, no := range []string{"unseen", "Chart three", "Table second"} {
			if strings.Contains(text, no) {
				t.Errorf("%s: %q is shown", tag, no)
			}
		}
	}
	s := &test.Browser{}
	opened.On(s, toys, "#lab=toy&v=2&seed=1&page=experiments&compute=fig&lang=en", features.Use)
	if len(s.Runs) != 1 || s.Runs[0].Task != "fig" {
		t.Errorf("the link to a figure runs %+v", s.Runs)
	}
	if err := papers(t.TempDir(), toys, stored.Results{"toy": {"fig": []byte("{")}}, toyWords(t)); err == nil {
		t.Error("a broken result was taken")
	}
}

// TestPapersOfLaboratories: the pages of the laboratories' documents are whole without stored results, each item
// can be opened as it says, and what the page's programs hold of them is what there is.
func TestPapersOfLaboratories(t *testing.T) {
	whole(t, guest.All(), written(t, guest.All(), nil, texts.All()), texts.All())
	for _, l := range append(guest.All(), test.Toy{}) {
		table, about := l.Params(), l.About()
		var documents []lab.Document
		for _, p := range l.Papers() {
			d := lab.Document{Name: p.Name}
			for _, i := range p.Items {
				s, err := table.Defaults(about.Name), error(nil)
				for name, text := range i.Set {
					if q := table.Find(name); q == nil || q.Group == "" {
						t.Errorf("%s: %s sets %q, which no flag does", p.Name, i.Name, name)
					}
					if s, err = s.With(table, name, text); err != nil {
						t.Errorf("%s: %s: %v", p.Name, i.Name, err)
					}
				}
				for _, problem := range lab.Validate(l, s) {
					t.Errorf("%s: %s: %v", p.Name, i.Name, problem)
				}
				_, _, a := stored.Of(l, &p, &i)
				if a.Name != i.Task || !s.Applies(a) {
					t.Errorf("%s: %s has no experiment %q at its settings", p.Name, i.Name, i.Task)
				}
				if i.Task != "" && !a.Live && !slices.Contains(d.Tasks, i.Task) {
					d.Tasks = append(d.Tasks, i.Task)
				}
			}
			documents = append(documents, d)
		}
		same := slices.EqualFunc(documents, about.Documents, func(a, b lab.Document) bool {
			return a.Name == b.Name && b.Cited != "" && slices.Equal(a.Tasks, b.Tasks)
		})
		if !same {
			t.Errorf("About of %s has the Documents %+v, its Papers are %#v", about.Name, about.Documents, documents)
		}
	}
}

// TestElsewhere: what only the command and the build's own pages say is not sent to the page's programs; what a
// sheet says of a paper is.
func TestElsewhere(t *testing.T) {
	for id, want := range map[string]bool{"verify.help": true, "cluster.help": true, "teach.title": true,
		"papers.lead": true, "toy.paper.toys.lead": true, "toy.paper.toys.fig": true, "toy.paper.toys.fig.why": true,
		"toy.paper.of.height": false, "toy.param.s.from": false, "lab.paper.printed.title": false,
		"paper.cell": false, "other.paper.toys.fig": false, "toy.title": false, "page.paper": false} {
		if elsewhere(toys, id) != want {
			t.Errorf("%s: %v", id, !want)
		}
	}
	for _, l := range guest.All() {
		for _, p := range l.Papers() {
			for _, i := range p.Items {
				for _, n := range i.Printed {
					words, err := json.Marshal(n.Say(l.About().Name))
					if err != nil {
						t.Fatal(err)
					}
					for _, m := range regexp.MustCompile(`[a-z]+(\.[\w-]+)+`).FindAllString(string(words), -1) {
						if elsewhere(guest.All(), m) {
							t.Errorf("%s, %s: a sheet says %s", p.Name, i.Name, m)
						}
					}
				}
			}
		}
	}
}
