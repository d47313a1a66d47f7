package take

import (
	"bytes"
	"encoding/json"
	"strings"

	"indistinct/core/sheet"
)

// WithA is a report's JSON with A's report in it, as "compare".
func WithA(b, a []byte) []byte {
	b = bytes.TrimRight(b, " \r\n\t")
	if len(b) < 2 || b[len(b)-1] != '}' {
		return b
	}
	out := append([]byte(nil), b[:len(b)-1]...)
	return append(append(append(out, `,"compare":`...), bytes.TrimSpace(a)...), '}')
}

// SplitA takes A's report out of a file that holds both.
func SplitA(data []byte) (b, a []byte) {
	var raw map[string]json.RawMessage
	if json.Unmarshal(data, &raw) != nil || raw["compare"] == nil {
		return data, nil
	}
	a = raw["compare"]
	delete(raw, "compare")
	b, err := json.Marshal(raw)
	if err != nil {
		return data, nil
	}
	return b, a
}

// MostRows is how many rows of a table and points of a series are shown of a
// file.
const MostRows = 2000

// Shorten cuts what a report of this program never holds; it reports whether
// there was any.
func Shorten(s *sheet.Sheet) (cut bool) {
	clipTo := func(v []sheet.Real) []sheet.Real {
		if len(v) > MostRows {
			cut = true
			return v[:MostRows]
		}
		return v
	}
	for i := range s.Charts {
		for j := range s.Charts[i].Series {
			x := &s.Charts[i].Series[j]
			x.X, x.Y, x.Lo, x.Hi = clipTo(x.X), clipTo(x.Y), clipTo(x.Lo), clipTo(x.Hi)
		}
	}
	for i := range s.Tables {
		if t := &s.Tables[i]; len(t.Rows) > MostRows {
			t.Rows, cut = t.Rows[:MostRows], true
		}
	}
	return cut
}

// IsRun reports whether a file holds settings at all.
func IsRun(data []byte) bool {
	var raw, inner map[string]json.RawMessage
	if json.Unmarshal(data, &raw) != nil || raw == nil {
		return false
	}
	spec, ok := raw["spec"]
	return !ok || json.Unmarshal(spec, &inner) == nil && inner != nil
}

// FileName keeps letters, digits and hyphens.
func FileName(s string) string {
	out := strings.Map(func(r rune) rune {
		switch {
		case r >= 'a' && r <= 'z', r >= 'A' && r <= 'Z', r >= '0' && r <= '9', r == '-':
			return r
		}
		return '-'
	}, s)
	if out == "" {
		return "data"
	}
	if len(out) > 60 {
		out = out[:60]
	}
	return out
}

// Ending is the ending of the file's name for a picture or a film of a media type.
func Ending(kind string) string {
	switch {
	case strings.HasPrefix(kind, "image/"):
		return "png"
	case strings.HasPrefix(kind, "video/mp4"):
		return "mp4"
	}
	return "webm"
}
