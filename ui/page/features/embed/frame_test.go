package embed

import (
	"strings"
	"testing"

	"indistinct/ui/page/state"
	"indistinct/ui/page/test/opened"
	"indistinct/ui/page/view"
)

// TestFrame: a link's frame shows the controls that it names, as far as they are shown at all, else the main
// slider; its links stay in the frame, but for the one to the whole page, and others begin one.
func TestFrame(t *testing.T) {
	for _, c := range []struct {
		link   string
		framed bool
		fields string
	}{
		{"#lab=toy", false, ""},
		{"#lab=toy&show=n", false, ""},
		{"#lab=toy&embed=1", true, "s"},
		{"#lab=toy&embed=1&show=n,eps", true, "n,eps"},
		{"#lab=toy&embed=1&show=n%2Ceps&theme=dark", true, "n,eps"},
		{"#lab=toy&embed=1&show=most", true, "s"}, // is shown in mode b alone
		{"#lab=toy&mode=b&embed=1&show=most", true, "most"},
		{"#lab=toy&embed=1&show=nothing,n", true, "n"},
	} {
		m, _ := opened.Page(c.link, func(m *state.Model) { m.Use(&Feature{Plain: state.Plain{M: m}}) })
		f := opened.Feature[*Feature](m)
		if n := len(f.Draw(view.Whole)); (n == 1) != c.framed || len(f.Draw(view.Under)) != 0 {
			t.Errorf("%s: %d frames are drawn", c.link, n)
		}
		for of, embed := range map[state.Purpose]bool{state.Address: c.framed, state.Shared: c.framed,
			state.Framed: true, state.Joined: false, state.Whole: false} {
			link := m.Link(of, false, false)
			if strings.Contains(link, "embed=1") != embed {
				t.Errorf("%s: the link of purpose %v is %s", c.link, of, link)
			}
			kept := c.framed && embed && of != state.Framed
			for _, part := range []string{"show=", "theme="} {
				if strings.Contains(link, part) != (kept && strings.Contains(c.link, part)) {
					t.Errorf("%s: the link of purpose %v is %s", c.link, of, link)
				}
			}
		}
		if !c.framed {
			continue
		}
		var names []string
		for _, field := range (&Framed{view.Part{M: m, D: m.Front}, f}).fields() {
			names = append(names, field.P.Name)
		}
		if got := strings.Join(names, ","); got != c.fields {
			t.Errorf("%s shows %s", c.link, got)
		}
	}
}
