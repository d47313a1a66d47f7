package workshop

import (
	"encoding/json"
	"strings"
	"testing"

	"indistinct/core/audit"
	"indistinct/core/lang"
)

// blamed is the line and the source that an error names, which is said by that text.
func blamed(t *testing.T, err error, id string) (line int, source lang.Message) {
	t.Helper()
	if err == nil || lang.Of(err).ID() != id {
		t.Errorf("%v, want %s", err, id)
		return 0, source
	}
	var places struct {
		Line   int          `json:"line"`
		Source lang.Message `json:"source"`
	}
	data, _ := json.Marshal(lang.Of(err))
	if err := json.Unmarshal(data, &places); err != nil {
		t.Error(err)
	}
	return places.Line, places.Source
}

// Lines are cut alike whether they choose the event or test it.
func TestFeedCutsAllLinesAlike(t *testing.T) {
	names := [2]lang.Message{lang.Verbatim("-a"), lang.Verbatim("-b")}
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
	for line, id := range map[string]string{
		"1\r2":                    "workshop.read.return",
		"1\x00":                   "workshop.read.text",
		"\xff":                    "workshop.read.text",
		strings.Repeat("1", 1001): "workshop.read.field",
	} {
		for _, at := range []int{3, set.N + 3} {
			bad := same("1")
			bad[at-1] = line
			_, err := JudgeFeed(feedOf([2][]string{same("1"), bad}), names, set)
			if line, source := blamed(t, err, id); line != at || source != names[1] {
				t.Errorf("line %d of %s: %v", at, names[1], err)
			}
		}
	}
	_, err = ReadTable("a.csv", []byte("1\n2\x00\n"))
	if line, _ := blamed(t, err, "workshop.read.text"); line != 2 {
		t.Error(err)
	}
}
