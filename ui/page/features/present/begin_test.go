package present

import (
	"testing"

	"indistinct/ui/page/state"
	"indistinct/ui/page/test"
	"indistinct/ui/page/test/opened"
)

// alone opens a link on a page that has nothing else.
func alone(t *testing.T, link string) (*state.Model, *Feature, *test.Browser) {
	t.Helper()
	m, s := opened.Page(link, func(m *state.Model) { m.Use(&Feature{Plain: state.Plain{M: m}}) })
	return m, opened.Feature[*Feature](m), s
}

func TestPresent(t *testing.T) {
	m, f, s := alone(t, "")
	f.Set(true)
	if !m.Presenting || !s.Presents || s.Messages[len(s.Messages)-1].Scale != 2 {
		t.Error("the presentation did not begin")
	}
	m.Go("", "experiments")
	if m.Presenting || s.Presents {
		t.Error("another page is presented")
	}
	f.Set(true)
	if m.Presenting {
		t.Error("a page without a stage is presented")
	}
}
