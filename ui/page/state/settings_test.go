package state

import (
	"testing"

	"indistinct/ui/page/links"
)

func TestPresent(t *testing.T) {
	m, s := open(t, "")
	m.Present(true)
	if !m.Presenting || !s.Presents || s.Messages[len(s.Messages)-1].Value != 2 {
		t.Error("the presentation did not begin")
	}
	m.Go("", links.PageExperiments)
	if m.Presenting || s.Presents {
		t.Error("another page is presented")
	}
	m.Present(true)
	if m.Presenting {
		t.Error("a page without a stage is presented")
	}
}

// TestSliderNumberDoesNotWait: the number beside the thumb is set at once.
func TestSliderNumberDoesNotWait(t *testing.T) {
	m, s := open(t, "")
	m.Slide("s", "750")
	if s.LastPut != "p-s=1.5" {
		t.Errorf("the field was set to %q", s.LastPut)
	}
}
