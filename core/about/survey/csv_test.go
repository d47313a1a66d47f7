package survey

import (
	"fmt"
	"strings"
	"testing"

	"indistinct/core/lab"
	"indistinct/core/lang"
)

func TestParseCSV(t *testing.T) {
	for _, c := range []struct {
		in     string
		yes, n int
	}{
		{"yes\nno\nyes\n", 2, 3},
		{"answer\r\n1\r\n0\r\n\r\n1", 2, 3},
		{"\xef\xbb\xbf\"Red light?\"\r\"Yes\"\r\"No\"", 1, 2},
		{" TRUE ;\nf,\nN", 1, 3},
	} {
		yes, n, err := parseCSV([]byte(c.in))
		if err != nil || yes != c.yes || n != c.n {
			t.Errorf("%q: %d of %d, %v", c.in, yes, n, err)
		}
	}
	for _, c := range []struct{ in, id string }{
		{"", "empty"},
		{"answer\n", "empty"},
		{"yes\nperhaps\n", "answer"},
		{"answer\nheading\nyes", "answer"},
		{"id,answer\n1,yes\n", "answer"},
		{"yes\nno\n2\n", "answer"},
		{"7\nyes", "answer"},
		{"yes\xff\n", "answer"},
	} {
		_, _, err := parseCSV([]byte(c.in))
		if err == nil || lang.Of(err).ID() != "survey.csv."+c.id {
			t.Errorf("%.30q: %v", c.in, err)
		}
	}
	_, _, err := parseCSV([]byte("yes\nno\nperhaps\n"))
	if want := lang.Say("survey.csv.answer", "line", 3, "cell", "perhaps"); lang.Of(err) != want {
		t.Errorf("%q, want %q", lang.Of(err), want)
	}
}

// A file becomes the survey; a bad one changes nothing and says why.
func TestRead(t *testing.T) {
	read := Lab{}.Extras().Read
	s := Lab{}.Params().Defaults("survey")
	next, err := read(s, []byte("answer\nno\nno\nyes\n"))
	if err != nil || next.Int("people") != 3 || next.Int("yes") != 1 || len(lab.Validate(Lab{}, next)) > 0 {
		t.Errorf("%d of %d, %v", next.Int("yes"), next.Int("people"), err)
	}
	for in, id := range map[string]string{"yes\nmaybe\n": "survey.csv.answer",
		strings.Repeat("1\n", 100001): "lab.refused"} {
		same, err := read(s, []byte(in))
		if err == nil || lang.Of(err).ID() != id || !same.Equal(s) {
			t.Errorf("%.20q: %v", in, err)
		}
	}
}

// Whatever the bytes: no panic, possible counts, one line of error.
func FuzzParseCSV(f *testing.F) {
	for _, s := range []string{"yes\nno\n", "answer\n1\n0", "a,b\n", "\"yes", "''", "\xef\xbb\xbf", "1;\n;;\n",
		"ja\r\rnein"} {
		f.Add([]byte(s))
	}
	f.Fuzz(func(t *testing.T, data []byte) {
		yes, n, err := parseCSV(data)
		switch {
		case err != nil && (yes != 0 || n != 0 || lang.Of(err).ID() == ""):
			t.Errorf("error %q with counts %d, %d", err, yes, n)
		case err == nil && (yes < 0 || yes > n || n < 1):
			t.Errorf("impossible counts %d of %d", yes, n)
		}
	})
}

func Example_parseCSV() {
	yes, n, err := parseCSV([]byte("Red light?\nyes\nno\nyes\n"))
	fmt.Println(yes, n, err)
	// Output:
	// 2 3 <nil>
}
