package state

import "testing"

// TestSliderNumberDoesNotWait: the number beside the thumb is set at once.
func TestSliderNumberDoesNotWait(t *testing.T) {
	m, s := open(t, "")
	m.Slide("s", "750")
	if s.LastPut != "p-s=1.5" {
		t.Errorf("the field was set to %q", s.LastPut)
	}
}
