package lab_test

import (
	"testing"

	"indistinct/core/lab"
)

// TestPages: a paper has a page in each language, which an experiment that repeats an item leads to; of several
// papers to that of the first.
func TestPages(t *testing.T) {
	about := lab.About{Name: "toy", Documents: []lab.Document{{Name: "one", Tasks: []string{"fig"}},
		{Name: "two", Tasks: []string{"table", "fig"}}}}
	for at, want := range map[[2]string]string{
		{"fig", "en"}: "paper-one.html#fig", {"fig", "de"}: "paper-one.de.html#fig",
		{"table", "en"}: "paper-two.html#table", {"own", "en"}: "",
	} {
		if got := about.Repeats(at[0], at[1]); got != want {
			t.Errorf("%s: %q, want %q", at, got, want)
		}
	}
}
