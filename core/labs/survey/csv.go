package survey

import (
	"strconv"
	"strings"
	"unicode/utf8"

	"indistinct/core/lab"
	"indistinct/core/lang"
)

// maxCSV bounds what parseCSV reads, in bytes.
const maxCSV = 16 << 20

// parseCSV counts the answers of a survey written one a line: yes, no, y, n,
// true, false, 1, 0, in any case, with or without quotes. Empty lines are
// skipped; the first line may be a heading. Lines end in LF, CRLF or CR. The
// error is one sentence that names the line.
func parseCSV(data []byte) (yes, n int, err error) {
	if len(data) > maxCSV {
		return 0, 0, lang.Errorf("survey.csv.large", "bytes", len(data), "most", maxCSV)
	}
	if !utf8.Valid(data) {
		return 0, 0, lang.Errorf("survey.csv.binary")
	}
	heading := false
	for i, line := range strings.Split(lab.Lines(string(data)), "\n") {
		cell := strings.TrimSpace(line)
		if cell == "" {
			continue
		}
		answer, ok := readAnswer(cell)
		switch {
		case ok && answer:
			yes++
			n++
		case ok:
			n++
		case strings.ContainsAny(strings.Trim(cell, ",;"), ",;\t"):
			return 0, 0, lang.Errorf("survey.csv.columns", "line", i+1, "cell", lang.Clip(cell, 40))
		case n == 0 && !heading && !strings.ContainsAny(cell[:1], "0123456789+-."):
			heading = true
		default:
			return 0, 0, lang.Errorf("survey.csv.answer", "line", i+1, "cell", lang.Clip(cell, 40))
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
