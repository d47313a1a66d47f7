// Package files opens reports, settings and data from the visitor's files, and saves what a
// run has shown: the report, a picture, charts, releases, a notebook, the native command.
package files

import (
	"bytes"
	"fmt"
	"slices"

	"github.com/vugu/vugu"

	"indistinct/core/film"
	"indistinct/core/lang"
	"indistinct/ui/page/laboratory"
	"indistinct/ui/page/state"
	"indistinct/ui/page/view"
	"indistinct/ui/stage/say"
)

type Feature struct {
	state.Plain
	due map[saving]bool // once their run is complete
}

func New(m *state.Model) *Feature {
	return &Feature{Plain: state.Plain{M: m}, due: map[saving]bool{}}
}

// Draw adds the buttons that save, and the field that opens a file.
func (f *Feature) Draw(at view.Slot) []vugu.Builder {
	switch at {
	case view.Take:
		return []vugu.Builder{
			&view.Button{M: f.M, Class: "plain", ID: "download", Text: "page.download",
				Click: func() { f.Save(false) }},
			&Downloads{view.Part{M: f.M, D: f.M.Front}, f}}
	case view.Foot:
		return []vugu.Builder{&Loader{view.Part{M: f.M, D: f.M.Front}}}
	}
	return nil
}

// Hear opens a file, and saves a report that waited for its run to be complete.
func (f *Feature) Hear(e state.Event) (taken bool) {
	switch {
	case e.Kind == state.File && e.Name == "load":
		f.open(e)
		return true
	case e.Kind == state.Ended:
		for _, notebook := range []bool{false, true} {
			if s := (saving{e.D, notebook}); f.due[s] {
				delete(f.due, s)
				f.save(s)
			}
		}
	}
	return false
}

// Downloads is the menu of what else can be taken away of a run.
type Downloads struct {
	view.Part
	F *Feature
}

// TakePicture asks the scene for a PNG of itself; the host saves it.
func (f *Feature) TakePicture() {
	if f.M.Scene.State() != state.Shown {
		f.M.Notes = []lang.Message{lang.Say("page.stage.none")}
		return
	}
	f.M.Host.Scene(say.ToScene{Type: say.Picture}, nil)
}

// SaveCharts downloads the charts seen first as SVG files.
func (f *Feature) SaveCharts() {
	s := f.M.Front.FirstSheet()
	for i := range s.Charts {
		view.SaveChart(f.M, &s.Charts[i], "svg")
	}
}

// SaveReleases downloads the run's first releases for a spreadsheet.
func (f *Feature) SaveReleases() {
	var s film.Show
	if f.M.Front.Played == nil || s.UnmarshalBinary(f.M.Front.Played) != nil {
		f.M.Notes = []lang.Message{lang.Say("page.releases.none")}
		return
	}
	f.M.Host.Tool("save", nil, "indistinct-"+f.M.Front.About.Name+"-releases.csv", "text/csv;charset=utf-8",
		releases(f.M.L, &s))
}

// saving is a file of a laboratory's report: itself, or a notebook that holds it.
type saving struct {
	d        *laboratory.State
	notebook bool
}

// Save downloads the report, as the run returned it, with that of run A in it where there is one, or a notebook in
// Python that draws it. While a run is still completing it, the file waits for the end.
func (f *Feature) Save(notebook bool) {
	d := f.M.Front
	if d.Run != nil && d.Report != nil && d.Report.Pending != "" {
		f.due[saving{d, notebook}] = true
		f.M.Confirm(lang.Say("page.saved.later"))
		return
	}
	f.save(saving{d, notebook})
}

func (f *Feature) save(s saving) {
	d := s.d
	if d.Report == nil {
		return
	}
	name := fmt.Sprintf("indistinct-%s-seed%d", d.About.Name, d.Report.Spec.Seed())
	if s.notebook {
		f.M.Host.Tool("save", nil, name+".ipynb", "application/x-ipynb+json", notebook(f.M.L, d.Raw))
		return
	}
	data := d.Marked()
	if d.Second() != nil && !d.A.Waits() {
		data = withA(data, d.A.Marked())
	}
	f.M.Host.Tool("save", nil, name+".json", "application/json", string(data))
}

// withA is a report's JSON with A's report in it, as "compare".
func withA(b, a []byte) []byte {
	b = bytes.TrimSuffix(bytes.TrimSpace(b), []byte("}"))
	return slices.Concat(b, []byte(`,"compare":`), bytes.TrimSpace(a), []byte("}"))
}
