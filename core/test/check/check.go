// Package check holds what tests of numbers share.
package check

import (
	"encoding/json"
	"math"
	"os"
	"reflect"
	"strings"
	"testing"

	"indistinct/core/lang"
	"indistinct/core/num"
)

// Long reports whether tests should take their long form: INDISTINCT_LONG is set.
func Long() bool { return os.Getenv("INDISTINCT_LONG") != "" }

// Full skips a test that takes long where only short ones are asked for, as ./build.sh test does.
func Full(t testing.TB) {
	t.Helper()
	if testing.Short() {
		t.Skip("./build.sh test all runs it")
	}
}

// Hash folds the words one after another into 64 bits that depend on each of
// them and on their order: seeds of a test's many runs.
func Hash(words ...uint64) uint64 {
	const golden = 0x9e3779b97f4a7c15
	mix := func(z uint64) uint64 { // the output function of SplitMix64 (Steele, Lea & Flood 2014)
		z = (z ^ z>>30) * 0xbf58476d1ce4e5b9
		z = (z ^ z>>27) * 0x94d049bb133111eb
		return z ^ z>>31
	}
	h := uint64(0x6a09e667f3bcc909)
	for _, w := range words {
		h = mix(h ^ mix(w+golden))
	}
	return h
}

// Near fails a test whose number is not within tol of what is wanted.
func Near(t *testing.T, what string, got, want, tol float64) {
	t.Helper()
	if !(math.Abs(got-want) <= tol) {
		t.Errorf("%s = %.10g, want %.10g ± %g", what, got, want, tol)
	}
}

// Most returns how many of n trials may go wrong where each does so with probability p:
// more happen with probability 10⁻⁷ at most.
func Most(n int, p float64) int {
	k := int(float64(n) * p)
	for num.BinomialTail(k+1, n, p) > 1e-7 {
		k++
	}
	return k
}

// Says reports whether a message is the text with that id or holds it, as one of several
// sentences or in a place.
func Says(m lang.Message, id string) bool {
	data, err := json.Marshal(m)
	return err == nil && strings.Contains(string(data), `"id":"`+id+`"`)
}

// Places fails a test whose message is not the text with that id, or whose places do not
// have these values; names and values alternate, as of lang.Say.
func Places(t *testing.T, what string, m lang.Message, id string, want ...any) {
	t.Helper()
	if m.ID() != id {
		t.Errorf("%s: the text %q, want %q", what, m.ID(), id)
		return
	}
	read := func(m lang.Message) (out map[string]any) {
		data, err := json.Marshal(m)
		if err == nil {
			err = json.Unmarshal(data, &out)
		}
		if err != nil {
			t.Fatalf("%s: %v", what, err)
		}
		return out
	}
	got, asked := read(m), read(lang.Say(id, want...))
	for name, v := range asked {
		if !reflect.DeepEqual(got[name], v) {
			t.Errorf("%s: %s has %s = %v, want %v", what, id, name, got[name], v)
		}
	}
}
