package take

import (
	"bytes"
	"encoding/json"
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

// IsRun reports whether a file holds settings at all.
func IsRun(data []byte) bool {
	var raw, inner map[string]json.RawMessage
	if json.Unmarshal(data, &raw) != nil || raw == nil {
		return false
	}
	spec, ok := raw["spec"]
	return !ok || json.Unmarshal(spec, &inner) == nil && inner != nil
}
