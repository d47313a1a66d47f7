package house

import (
	"os"
	"os/exec"
	"regexp"
	"strconv"
	"strings"
	"testing"
)

// The limit of lines falls to house; then it is once papers, for what the pages of the papers
// and what follows them bring, and falls again.
const (
	began  = "97604d50" // the commit whose limit is the first that only falls: it was raised five times since 040c345f
	first  = 85042      // that limit
	house  = 79500
	papers = 82000
)

// TestLimitFalls fails where a commit has raised the limit of lines: it reads all that the file's
// history says, not the number that a commit writes beside its own lines.
func TestLimitFalls(t *testing.T) {
	git := func(args ...string) (string, error) {
		out, err := exec.Command("git", args...).Output()
		return strings.TrimSpace(string(out)), err
	}
	commits, err := git("log", "--format=%H", "--reverse", "--first-parent", began+"..HEAD", "--", written)
	if err != nil {
		t.Skip("not compared: this is no clone with its history")
	}
	limit := func(text string) int {
		m := regexp.MustCompile(`(?m)^lines (\d+)$`).FindStringSubmatch(text)
		if m == nil {
			t.Fatalf("%s has no limit of lines", written)
		}
		n, err := strconv.Atoi(m[1])
		if err != nil {
			t.Fatal(err)
		}
		return n
	}
	said := []int{first}
	for _, commit := range strings.Fields(commits) {
		text, err := git("show", commit+":core/test/house/"+written)
		if err != nil {
			t.Fatal(err)
		}
		said = append(said, limit(text))
	}
	here, err := os.ReadFile(written)
	if err != nil {
		t.Fatal(err)
	}
	if why := raised(append(said, limit(string(here)))); why != "" {
		t.Error(why)
	}
}

// raised says which of a series of limits is more than the one before, "" where none is that may
// not be.
func raised(limits []int) string {
	opened := false
	for i, n := range limits[1:] {
		before := limits[i]
		switch {
		case n <= before:
		case n == papers && before <= house && !opened:
			opened = true
		default:
			return "the limit of lines was raised from " + strconv.Itoa(before) + " to " + strconv.Itoa(n)
		}
	}
	return ""
}

// TestRaised tries the rule itself.
func TestRaised(t *testing.T) {
	for _, c := range []struct {
		limits []int
		ok     bool
	}{
		{[]int{85042, 85042, 80000, 79500, 82000, 81000}, true},
		{[]int{85042, 79400, 82000}, true},
		{[]int{85042, 85043}, false},
		{[]int{85042, 79501, 82000}, false},
		{[]int{85042, 79500, 81000}, false},
		{[]int{85042, 79500, 82000, 79500, 82000}, false},
		{[]int{85042, 79500, 82000, 82001}, false},
	} {
		if why := raised(c.limits); (why == "") != c.ok {
			t.Errorf("%v: %q", c.limits, why)
		}
	}
}
