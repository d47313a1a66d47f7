//go:build !js

package frame

import (
	"bytes"
	_ "embed" // the page of a paper
	"encoding/json"
	"html"
	"html/template"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"indistinct/core/guest"
	"indistinct/core/lab"
	"indistinct/core/lang"
	"indistinct/core/sheet"
	"indistinct/core/texts"
	"indistinct/ui/chart"
	"indistinct/ui/dom"
	"indistinct/ui/page/control"
	"indistinct/wasm/site/stored"
)

//go:embed papers.html
var paperPage string

// mostCharts is how many of an experiment's charts stand on a page, chartWidth how wide each is
// drawn, in pixels: two stand side by side, and one on a phone is little smaller.
const (
	mostCharts = 2
	chartWidth = 420
)

// document is a paper of a laboratory with what was computed for its items.
type document struct {
	lab.Paper
	Lab   lab.Laboratory
	Items []*item
}

// item is one of a document's; Sheet is its experiment's, nil where none was stored.
type item struct {
	lab.Item
	Sheet    *sheet.Sheet
	of       *document
	analysis *lab.Analysis // nil: it is a setting to be opened
	computed lab.Spec      // where the build computes the analysis
}

// About is what the laboratory says of itself, Lead what the document is about.
func (d *document) About() lab.About   { return d.Lab.About() }
func (d *document) Lead() lang.Message { return lang.Say(d.ID(d.About().Name) + ".lead") }

// Origins are the laboratory's parameters of which is known where their values come from.
func (d *document) Origins() lab.Table {
	return slices.DeleteFunc(d.Lab.Params(), func(p lab.Param) bool { return p.From == "" })
}

// Value is the value of a parameter that the laboratory opens with.
func (d *document) Value(p lab.Param) lang.Message {
	return control.Setting(d.Lab.Params().Defaults(d.About().Name), &p)
}

// Say is one of the item's texts: "claim", "why", or its title.
func (i *item) Say(part string) lang.Message {
	return lang.Say(strings.TrimSuffix(i.of.ID(i.of.About().Name)+"."+i.Name+"."+part, "."))
}

// Anchor is the name of the item's analysis where a link by that name leads to no other item.
func (i *item) Anchor() string {
	first := slices.IndexFunc(i.of.Items, func(o *item) bool { return o.Task == i.Task || o.Name == i.Task })
	if i.analysis == nil || i.of.Items[first] != i || i.Name == i.Task {
		return ""
	}
	return i.Task
}

// Beside are the tables of what is printed beside ours; where the sheet has no chart also its
// first other.
func (i *item) Beside() []sheet.Table {
	var beside, others []sheet.Table
	for _, t := range i.Sheet.Tables {
		if t.ID == lab.PrintedTable {
			beside = append(beside, t)
		} else if len(i.Sheet.Charts) == 0 {
			others = append(others, t)
		}
	}
	return append(beside, others[:min(len(others), 1)]...)
}

// Charts are the first of the sheet.
func (i *item) Charts() []sheet.Chart { return i.Sheet.Charts[:min(len(i.Sheet.Charts), mostCharts)] }

// Settings are those in which what was computed differs from what the laboratory opens with.
func (i *item) Settings() (out []lang.Message) {
	t := i.of.Lab.Params()
	opens := t.Defaults(i.of.About().Name)
	for k := range t {
		if p := &t[k]; i.computed.Show(p.Name) != opens.Show(p.Name) {
			out = append(out, lang.Say("teach.set", "param", p.Title(), "value", control.Setting(i.computed, p)))
		}
	}
	return out
}

// Open is the address at which the item is computed: its experiment's, or that of a test.
func (i *item) Open() string {
	t := i.of.Lab.Params()
	link := "./" + i.On(t, t.Defaults(i.of.About().Name)).Link(t)
	switch {
	case i.analysis == nil:
		return link + "&run=1"
	case i.analysis.Live:
		return link
	}
	return link + "&page=experiments&compute=" + i.Task
}

// Command is the native command that computes the same.
func (i *item) Command() string {
	out := "./build.sh verify -lab " + i.of.About().Name
	for _, p := range i.of.Lab.Params() {
		text, ok := i.Set[p.Name]
		if strings.ContainsAny(text, " ;()'") || ok && text == "" {
			text = "'" + strings.ReplaceAll(text, "'", `'\''`) + "'"
		}
		switch {
		case ok && p.Kind == lab.Flag:
			out += " -" + p.Name + "=" + text
		case ok:
			out += " -" + p.Name + " " + text
		}
	}
	if i.analysis != nil {
		out += " -experiment " + i.Task
	}
	return out
}

// documents are the papers of all laboratories with their results.
func documents(labs lab.Catalog, results stored.Results) (all []*document, err error) {
	for _, l := range labs {
		for _, p := range l.Papers() {
			d := &document{Paper: p, Lab: l}
			for _, of := range p.Items {
				name, spec := stored.Of(l, &p, &of)
				i := &item{Item: of, of: d, analysis: of.Analysis(l), computed: spec}
				if data := results[l.About().Name][name]; data != nil {
					if err := json.Unmarshal(data, &i.Sheet); err != nil {
						return nil, err
					}
				}
				d.Items = append(d.Items, i)
			}
			all = append(all, d)
		}
	}
	return all, nil
}

// Papers writes into the folder of a site a page a language for each document of a laboratory:
// its items in their order, with what the build has stored of their experiments.
func Papers(dir string, results stored.Results) error {
	return papers(dir, guest.All(), results, texts.Read)
}

func papers(dir string, labs lab.Catalog, results stored.Results, read func(string) (*lang.Language, error)) error {
	all, err := documents(labs, results)
	if err != nil {
		return err
	}
	for _, e := range lang.Languages() {
		l, err := read(e.Tag)
		if err != nil {
			return err
		}
		say := func(m lang.Message) template.HTML {
			return template.HTML(dom.Symbols.Replace(html.EscapeString(chart.Rich(l, m))))
		}
		page, err := template.New("").Funcs(template.FuncMap{
			"file": lab.PaperPage, "say": say, "plain": l.Say, "join": lang.Sentences,
			"text":     func(id string, places ...any) template.HTML { return say(lang.Say(id, places...)) },
			"optional": func(m lang.Message) template.HTML { return say(l.Optional(m)) },
			"label":    func(c sheet.Chart) lang.Message { return lang.Say("chart.label", "title", c.Title) },
			"draw": func(id string, c sheet.Chart) template.HTML {
				plot := chart.New(l, &c, id+"-"+c.ID, chartWidth, chart.Variables)
				return template.HTML(plot.Picture(1, "aria-hidden", "true").XML())
			},
			"cell": func(c sheet.Cell) template.HTML {
				if c.Num != nil && c.Form != "" {
					return template.HTML(html.EscapeString(c.Say(l)))
				}
				return say(c.Text)
			},
		}).Parse(paperPage)
		if err != nil {
			return err
		}
		for _, d := range all {
			var b bytes.Buffer
			err := page.Execute(&b, map[string]any{"Tag": e.Tag, "Of": d, "All": all, "Languages": lang.Languages()})
			if err != nil {
				return err
			}
			if err := os.WriteFile(filepath.Join(dir, lab.PaperPage(d.Name, e.Tag)), b.Bytes(), 0o644); err != nil {
				return err
			}
		}
	}
	return nil
}
