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
	"regexp"

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

// special is a word of a command that a POSIX shell takes whole in quotation marks alone.
var special = regexp.MustCompile(`^$|^.*[^\w.,+-].*$`)

// document is a paper of a laboratory, Items what the build has of its items.
type document struct {
	lab.Paper
	Lab   lab.Laboratory
	Items []item
}

type item struct {
	lab.Item
	Experiment lab.Analysis // its Outline is where the build computes the sheet
	Sheet      *sheet.Sheet // nil: none was stored
}

// documents are the papers of all laboratories.
func documents(labs lab.Catalog, results stored.Results) (all []*document, err error) {
	for _, l := range labs {
		for _, p := range l.Papers() {
			d := &document{Paper: p, Lab: l}
			for _, i := range p.Items {
				room, name, a := stored.Of(l, &p, &i)
				next := item{Item: i, Experiment: a}
				if data := results[room][name]; data != nil && err == nil {
					err = json.Unmarshal(data, &next.Sheet)
				}
				d.Items = append(d.Items, next)
			}
			all = append(all, d)
		}
	}
	return all, err
}

// Papers writes a page a language for each document of a laboratory into the folder of a site.
func Papers(dir string, results stored.Results) error {
	return papers(dir, guest.All(), results, texts.All())
}

func papers(dir string, labs lab.Catalog, results stored.Results, languages []*lang.Language) error {
	all, err := documents(labs, results)
	if err != nil {
		return err
	}
	for _, l := range languages {
		say := func(m lang.Message) template.HTML {
			return template.HTML(dom.Symbols.Replace(html.EscapeString(chart.Rich(l, m))))
		}
		funcs := template.FuncMap{
			"file": lab.PaperPage, "setting": control.Setting, "message": lang.Say, "join": lang.Sentences,
			"plain": l.Say, "optional": l.Optional, "say": say,
			"text": func(id string, places ...any) template.HTML { return say(lang.Say(id, places...)) },
			"draw": func(c sheet.Chart, id string, width float64) template.HTML {
				plot := chart.New(l, &c, id, width, chart.Variables)
				return template.HTML(plot.Picture(1, "aria-hidden", "true").XML())
			},
			"quoted": func(word string) string { return special.ReplaceAllString(word, "'$0'") },
		}
		for _, d := range all {
			data := map[string]any{"L": l, "Of": d, "All": all, "Languages": lang.Languages()}
			if err := render(filepath.Join(dir, lab.PaperPage(d.Name, l.Tag)), paperPage, funcs, data); err != nil {
				return err
			}
		}
	}
	return nil
}

func render(path, text string, funcs template.FuncMap, data any) error {
	page, err := template.New("").Funcs(funcs).Parse(text)
	if err != nil {
		return err
	}
	var b bytes.Buffer
	if err := page.Execute(&b, data); err != nil {
		return err
	}
	return os.WriteFile(path, b.Bytes(), 0o644)
}
