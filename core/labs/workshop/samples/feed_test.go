package samples

import (
	"cmp"
	"encoding/json"
	"strings"
	"testing"

	"indistinct/core/audit"
	"indistinct/core/lang"
	"indistinct/core/rng"
	"indistinct/core/table"
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
	_, err := judgeFeed(feedOf([2][]string{same(`"1,2`), same(`"3,4`)}), names, set)
	if line, _ := blamed(t, err, "read.quote"); line != 1 {
		t.Error(err)
	}
	if j, err := judgeFeed(feedOf([2][]string{same("1\r"), same("1")}), names, set); err != nil ||
		j.Verdict == audit.Violation {
		t.Errorf("lines that end as on Windows: %v %v", j, err)
	}
	for line, id := range map[string]string{
		"1\r2":                    "read.return",
		"1\x00":                   "read.text",
		"\xff":                    "read.latin",
		"\xff\x02":                "read.text",
		"1\r\xff":                 "read.latin",
		"1\r\x00":                 "read.text",
		strings.Repeat("1", 1001): "read.field",
	} {
		for _, at := range []int{3, set.N + 3} {
			bad := same("1")
			bad[at-1] = line
			_, err := judgeFeed(feedOf([2][]string{same("1"), bad}), names, set)
			if line, source := blamed(t, err, id); line != at || source != names[1] {
				t.Errorf("line %d of %s: %v", at, names[1], err)
			}
		}
	}
	_, err = fileOf("a.csv", []byte("1\n2\x00\n"))
	if line, _ := blamed(t, err, "read.text"); line != 2 {
		t.Error(err)
	}
}

// Fields that hardly are numbers are numbers where a float64 holds them, and refused where
// not, from a file and from a command alike.
func TestOddNumbers(t *testing.T) {
	ones := func(n int) string { return strings.Repeat("1", n) }
	names, set := [2]lang.Message{lang.Verbatim("-a"), lang.Verbatim("-b")}, settings(2)
	set.N, set.M = 200, 300
	for name, c := range map[string]struct {
		a, b []string // each as often as the others
		leak bool
		at   int // the line of a number that float64 does not hold
	}{
		"digits":      {[]string{ones(400)}, []string{ones(401)}, true, 1},
		"same digits": {[]string{ones(400), "1"}, []string{"1", ones(400)}, false, 2},
		"words alike": {[]string{"NaN", "inf", "x"}, []string{"nan", "Infinity", "x"}, false, 0},
		"signs":       {[]string{"inf", "1"}, []string{"-inf", "1"}, true, 0},
		"beyond":      {[]string{"1e400", "1"}, []string{"inf", "1"}, true, 2},
		"subnormal":   {[]string{"5e-324", "1"}, []string{"0", "1"}, true, 0},
		"types":       {[]string{"1", "yes", "NaN", "2.5"}, []string{"2.5", "yes", "1", "NaN"}, false, 0},
		"other types": {[]string{"1", "yes", "NaN", "2.5"}, []string{"no", "yes", "1", "NaN"}, true, 0},
		"sums": {[]string{"1e308,1e308,1", "1.5e308,3e307,1"},
			[]string{"1e308,-1e308,1", "-1.5e308,3e307,1"}, true, 0},
		"sums alike": {[]string{"1e308,1e308,-1e308", "-1e308,-1e308,1"},
			[]string{"-1e308,-1e308,1", "1e308,1e308,-1e308"}, false, 0},
		"differences": {[]string{"-1.5e308,1.5e308", "1,2"}, []string{"1,2", "1.5e308,-1.5e308"}, true, 0},
		"all of them": {[]string{"nan,inf", "-0,1e400", "5e-324,1e308"},
			[]string{"nan,-inf", "0,1e400", "0,1e308"}, true, 4},
	} {
		lines := [2][]string{}
		for in, of := range [][]string{c.a, c.b} {
			random := rng.New(rng.Key{Seed: 5, Input: uint32(in)})
			for range 1000 {
				lines[in] = append(lines[in], of[random.Intn(len(of))])
			}
		}
		var s Series
		j, err := s.Judge(feedOf(lines), names, table.Ask{}, set)
		file, fileErr := judgeBytes([]byte(strings.Join(lines[0], "\n")), []byte(strings.Join(lines[1], "\n")), set)
		if c.at > 0 {
			for _, err := range []error{err, fileErr} {
				if line, _ := blamed(t, err, "read.far"); line != c.at {
					t.Errorf("%s: %v", name, err)
				}
			}
			continue
		}
		if err = cmp.Or(err, fileErr); err != nil {
			t.Errorf("%s: %v", name, err)
			continue
		}
		for _, j := range []*Judgement{j, file} {
			if leak := j.Verdict == audit.Violation; leak != c.leak {
				t.Errorf("%s: %s, %+v", name, j.Verdict, j.Strong)
			}
			if _, err := json.Marshal(j); err != nil {
				t.Errorf("%s: %v", name, err)
			}
		}
	}
}
