// Package files opens reports, settings and data from the visitor's files, and saves what a
// run has shown: the report, a picture, charts, releases, a notebook, the native command.
package files

import (
	"github.com/vugu/vugu"

	"indistinct/ui/page/laboratory"
	"indistinct/ui/page/state"
	"indistinct/ui/page/view"
)

// Feature is the files of a page.
type Feature struct {
	state.Plain
	m   *state.Model
	due map[*laboratory.State]bool // reports that are saved once their run is complete
}

// New returns the feature of a page.
func New(m *state.Model) *Feature { return &Feature{m: m, due: map[*laboratory.State]bool{}} }

// Draw adds the buttons that save, and the field that opens a file.
func (f *Feature) Draw(at view.Slot) []vugu.Builder {
	switch at {
	case view.Take:
		return []vugu.Builder{
			&view.Button{M: f.m, Class: "plain", ID: "download", Text: "page.download", Click: f.SaveReport},
			&Downloads{M: f.m, F: f, D: f.m.Front}}
	case view.Foot:
		return []vugu.Builder{&Loader{view.Part{M: f.m, D: f.m.Front}}}
	}
	return nil
}

// Hear opens a file, and saves a report that waited for its run to be complete.
func (f *Feature) Hear(e state.Event) (taken bool) {
	switch {
	case e.Kind == state.File && e.Name == "load":
		f.open(e)
		return true
	case e.Kind == state.Ended && f.due[e.D]:
		delete(f.due, e.D)
		f.save(e.D)
	}
	return false
}

// Downloads is the menu of what else can be taken away of a run.
type Downloads struct {
	M *state.Model
	F *Feature
	D *laboratory.State
}
