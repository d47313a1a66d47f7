// Package experiments is the page of what each laboratory computes at the press of a button,
// with the results of its default setting that were computed when the site was built.
package experiments

import (
	"slices"

	"github.com/vugu/vugu"

	"indistinct/ui/page/laboratory"
	"indistinct/ui/page/state"
	"indistinct/ui/page/view"
)

const page = "experiments"

// Feature is the page.
type Feature struct {
	state.Plain
	m *state.Model
}

// New returns the feature of a page.
func New(m *state.Model) *Feature { return &Feature{m: m} }

// Pages is the page of all experiments.
func (f *Feature) Pages() []state.Page {
	const title = "experiments.title"
	return []state.Page{{Name: page, Menu: title, Stored: true, Title: state.Titled(title)}}
}

// Draw shows it.
func (f *Feature) Draw(at view.Slot) []vugu.Builder {
	if at == view.Below && f.m.Page == page {
		return []vugu.Builder{&Experiments{M: f.m}}
	}
	return nil
}

// Experiments are the experiments of all laboratories.
type Experiments struct{ M *state.Model }

func (c *Experiments) laboratories() []*laboratory.State {
	return slices.DeleteFunc(c.M.Laboratories(), func(d *laboratory.State) bool { return len(d.Experiments()) == 0 })
}

// lead leads to a laboratory's experiments, further down the page.
func (c *Experiments) lead(e vugu.DOMEvent, d *laboratory.State) {
	if view.Follow(e) {
		c.M.Host.Focus("experiments-" + d.About.Name)
	}
}
