package labs_test

import (
	"fmt"
	"testing"

	"indistinct/core/lab"
	"indistinct/core/labs"
)

// Links and files of version 1 keep the defaults that they were made with, those
// of today have today's.
func TestVersions(t *testing.T) {
	find := labs.All().Find
	old := 0
	for _, l := range labs.All() {
		name := l.About().Name
		for _, p := range l.Params() {
			if p.Old == "" {
				continue
			}
			old++
			today := l.Params().Defaults(name).Show(p.Name)
			for version, want := range map[int]string{1: p.Old, 2: today} {
				link, probs := lab.ParseLink(fmt.Sprintf("#lab=%s&v=%d", name, version), find, labs.Home)
				if len(probs) > 0 || link.Show(p.Name) != want {
					t.Errorf("a link of version %d has %s = %s, want %s (%v)", version, p.Name, link.Show(p.Name),
						want, probs)
				}
				file, probs := lab.ParseJSON(fmt.Appendf(nil, `{"lab": %q, "version": %d}`, name, version),
					find, labs.Home)
				if len(probs) > 0 || file.Show(p.Name) != want {
					t.Errorf("a file of version %d has %s = %s, want %s (%v)", version, p.Name, file.Show(p.Name),
						want, probs)
				}
			}
		}
	}
	if old == 0 {
		t.Error("no parameter has had another default")
	}
}
