package survey

import (
	"strconv"
	"strings"
	"unicode/utf8"

	"indistinct/core/lab"
	"indistinct/core/lang"
)

// answers are the words of an answer, and how many times yes each is.
var answers = map[string]int{"yes": 1, "y": 1, "true": 1, "t": 1, "1": 1, "1.0": 1, "oui": 1, "ja": 1, "sí": 1, "si": 1,
	"no": 0, "n": 0, "false": 0, "f": 0, "0": 0, "0.0": 0, "non": 0, "nein": 0}

// parseCSV counts the answers of a survey written one a line, in any case, with or without
// quotes. The first line may be a heading. The error is one sentence that names the line.
func parseCSV(data []byte) (yes, n int, err error) {
	heading := false
	for i, line := range strings.Split(lab.Lines(string(data)), "\n") {
		word := strings.ToLower(strings.Trim(line, " \t,;\"'"))
		answer, ok := answers[word]
		switch {
		case ok:
			yes, n = yes+answer, n+1
		case word == "" || word[0] == '#':
		case n == 0 && !heading && utf8.ValidString(line) && !strings.ContainsAny(word[:1], "0123456789+-."):
			heading = true
		default:
			return 0, 0, lang.Errorf("survey.csv.answer", "line", i+1, "cell", lang.Clip(strings.TrimSpace(line), 40))
		}
	}
	if n == 0 {
		return 0, 0, lang.Errorf("survey.csv.empty")
	}
	return yes, n, nil
}

// Extras are a visitor's own answers.
func (l Lab) Extras() lab.Extras { return lab.Extras{Read: l.read} }

// read sets the survey to the answers in a file that parseCSV accepts.
func (l Lab) read(s lab.Spec, data []byte) (lab.Spec, error) {
	yes, n, err := parseCSV(data)
	if err != nil {
		return s, &lab.Problem{Field: "people", Say: lang.Of(err)}
	}
	t := l.Params()
	next, err := s.With(t, "people", strconv.Itoa(n))
	if err == nil {
		next, err = next.With(t, "yes", strconv.Itoa(yes))
	}
	if err != nil {
		return s, err
	}
	return next, nil
}
