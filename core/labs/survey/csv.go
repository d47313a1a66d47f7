package survey

import (
	"strconv"
	"strings"
	"unicode/utf8"

	"indistinct/core/lab"
	"indistinct/core/lang"
)

// parseCSV counts the answers of a survey written one a line: yes, no, y, n,
// true, false, 1, 0, in any case, with or without quotes. The first line may be a
// heading. The error is one sentence that names the line.
func parseCSV(data []byte) (yes, n int, err error) {
	heading := false
	for i, line := range strings.Split(lab.Lines(string(data)), "\n") {
		line = strings.TrimSpace(line)
		answer, ok := readAnswer(line)
		switch {
		case line == "" || line[0] == '#':
		case ok && answer:
			yes++
			n++
		case ok:
			n++
		case strings.ContainsAny(strings.Trim(line, ",;"), ",;\t"):
			return 0, 0, lang.Errorf("survey.csv.columns", "line", i+1, "cell", lang.Clip(line, 40))
		case n == 0 && !heading && utf8.ValidString(line) && strings.IndexAny(line, "0123456789+-.") != 0:
			heading = true
		default:
			return 0, 0, lang.Errorf("survey.csv.answer", "line", i+1, "cell", lang.Clip(line, 40))
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

// readAnswer reads one answer.
func readAnswer(s string) (yes, ok bool) {
	s = strings.TrimSpace(strings.TrimRight(s, ",;"))
	if len(s) >= 2 && (s[0] == '"' || s[0] == '\'') && s[len(s)-1] == s[0] {
		s = strings.TrimSpace(s[1 : len(s)-1])
	}
	switch strings.ToLower(s) {
	case "yes", "y", "true", "t", "1", "1.0", "oui", "ja", "sí", "si":
		return true, true
	case "no", "n", "false", "f", "0", "0.0", "non", "nein":
		return false, true
	}
	return false, false
}
