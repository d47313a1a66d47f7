package workshop

import (
	"fmt"
	"strings"
	"testing"

	"indistinct/core/audit"
)

// Lines are cut alike whether they choose the event or test it.
func TestFeedCutsAllLinesAlike(t *testing.T) {
	names := [2]string{"The command of -a", "The command of -b"}
	set := settings(0.3)
	same := func(line string) (out []string) {
		for range set.N + set.M {
			out = append(out, line)
		}
		return out
	}
	// A quotation mark that is not closed ends with its line.
	j, err := JudgeFeed(feedOf([2][]string{same(`"1,2`), same(`"3,4`)}), names, set)
	if err != nil || j.Verdict != audit.Violation {
		t.Errorf("%v, want a violation: %v", j, err)
	}
	if j, err = JudgeFeed(feedOf([2][]string{same("1\r"), same("1")}), names, set); err != nil ||
		j.Verdict == audit.Violation {
		t.Errorf("lines that end as on Windows: %v %v", j, err)
	}
	for line, say := range map[string]string{
		"1\r2":                    "has a carriage return inside line %d",
		"1\x00":                   "is not plain text in UTF-8: see line %d.",
		"\xff":                    "is not plain text in UTF-8: see line %d.",
		strings.Repeat("1", 1001): "has a field of more than 1000 letters in line %d.",
	} {
		for _, at := range []int{3, set.N + 3} {
			bad := same("1")
			bad[at-1] = line
			_, err := JudgeFeed(feedOf([2][]string{same("1"), bad}), names, set)
			if want := "The command of -b " + fmt.Sprintf(say, at); err == nil ||
				!strings.HasPrefix(err.Error(), want) {
				t.Errorf("%v, want %s", err, want)
			}
		}
	}
	if _, err := ReadTable("a.csv", []byte("1\n2\x00\n")); err == nil ||
		err.Error() != "The file a.csv is not plain text: there is a NUL in line 2." {
		t.Error(err)
	}
}
