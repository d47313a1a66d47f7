// Package class lets the phones of a class be one experiment, without a server: each
// runs the same test with a seed of its own and shows what it found as a short code,
// and the teacher's page draws the codes that it is given.
//
// The package believes in one link for all. A teacher projects one QR code; the phone
// that opens it draws the seed, so that nothing has to be handed out, counted or
// assigned, a latecomer needs nobody, and no number stands for a name. Of a quarter of a
// million seeds two of thirty phones share one once in six hundred classes, and then count
// as one. The phone keeps its seed: opened again, the link gives it the same run.
//
// A code has twelve letters in three groups, K7QM-3XPA-9D2F: digits and letters
// without those that look alike (0 O, 1 I L), which leaves 31, a prime. Ten of them
// hold the settings' mark, what a lesson's pupil predicted, the seed, the verdict and the
// bound to three digits; the last two make Σ dᵢ and Σ i·dᵢ divisible by 31, so that no two
// wrong letters and no two that changed places go unnoticed.
package class

import (
	"hash/fnv"
	"strconv"
	"strings"

	"indistinct/core/lab"
	"indistinct/core/lang"
	"indistinct/core/sheet"
)

const (
	letters = "23456789ABCDEFGHJKMNPQRSTUVWXYZ"
	length  = 12
	checks  = 2
)

// seeds is how many seeds a phone draws from, choices how many predictions there are, with
// none; marks is how many marks of settings there are, levels how many bounds: zero, and
// three digits of each power of ten.
const (
	seeds     = 250000
	choices   = 4
	marks     = 50000
	leastTen  = -3
	mostTen   = 5
	aTen      = 900
	levels    = 1 + (mostTen-leastTen+1)*aTen
	bothSides = 2
)

// Code is what a phone's code says.
type Code struct {
	Mark   int // of the settings: see Mark
	Choice int // the option that was predicted, from 1; 0: none
	lab.Outcome
}

// Mark is a number for all settings that a result depends on but the seed: the same
// everywhere for the same settings, of others the same once in fifty thousand times.
func Mark(t lab.Table, s lab.Spec) int {
	h := fnv.New64a()
	h.Write([]byte(s.Lab))
	for i := range t {
		if p := &t[i]; p.Rerun && p.Kind != lab.Seed {
			h.Write([]byte("\x00" + p.Name + "=" + s.Show(p.Name)))
		}
	}
	return int(h.Sum64() % marks)
}

// ParseMark reads a mark out of a link.
func ParseMark(text string) (mark int, ok bool) {
	mark, err := strconv.Atoi(text)
	return mark, err == nil && mark >= 0 && mark < marks && strconv.Itoa(mark) == text
}

// String is the code in its three groups. The bound is rounded down to three digits: what
// it says was proven.
func (c Code) String() string {
	v := (int64(c.Mark)*choices+int64(c.Choice))*seeds + int64(c.Seed)%seeds
	v *= bothSides
	if c.Violation {
		v++
	}
	v = v*levels + int64(level(float64(c.Proven)))
	var d [length]int
	for i := length - checks - 1; i >= 0; i-- {
		d[i] = int(v % int64(len(letters)))
		v /= int64(len(letters))
	}
	d[length-2], d[length-1] = check(d[:length-checks])
	var word [length]byte
	for i, k := range d {
		word[i] = letters[k]
	}
	return string(word[:4]) + "-" + string(word[4:8]) + "-" + string(word[8:])
}

// check returns the two letters after d.
func check(d []int) (first, second int) {
	sum, weighted, prime := 0, 0, len(letters)
	for i, k := range d {
		sum, weighted = sum+k, weighted+(i+1)*k
	}
	// a + b ≡ −sum and (n+1) a + (n+2) b ≡ −weighted, for n letters before.
	second = ((len(d)+1)*sum - weighted) % prime
	first = (2*prime - sum%prime - second) % prime
	return first, second
}

// level is the place of a bound among those that a code can say.
func level(bound float64) int {
	if !(bound > 0) {
		return 0
	}
	digits, ten, _ := strings.Cut(strconv.FormatFloat(bound, 'e', -1, 64), "e") // exact: nothing is rounded up
	power, err := strconv.Atoi(ten)
	switch {
	case err != nil || power > mostTen:
		return levels - 1
	case power < leastTen:
		return 0
	}
	three, _ := strconv.Atoi((strings.ReplaceAll(digits, ".", "") + "00")[:3])
	return 1 + (power-leastTen)*aTen + three - 100
}

// bound is the inverse of level.
func bound(level int) float64 {
	if level == 0 {
		return 0
	}
	k := level - 1
	v, _ := strconv.ParseFloat(strconv.Itoa(k%aTen+100)+"e"+strconv.Itoa(k/aTen+leastTen-2), 64)
	return v
}

// separators leaves out what may stand between the letters of a code.
var separators = strings.NewReplacer("-", "", "–", "", "‐", "", ".", "", " ", "", "\t", "", "\u00a0", "")

// bare is a text without those, in capitals.
func bare(text string) string { return strings.ToUpper(separators.Replace(text)) }

// Parse reads a code as it is typed: in capitals or not, with any spaces and hyphens. Its
// error is a sentence.
func Parse(text string) (Code, error) {
	shown, plain := lang.Clip(strings.TrimSpace(text), 24), bare(text)
	var d []int
	for _, r := range plain {
		k := strings.IndexRune(letters, r)
		if k < 0 {
			return Code{}, lang.Errorf("class.letter", "code", shown, "letter", string(r))
		}
		d = append(d, k)
	}
	if len(d) != length {
		return Code{}, lang.Errorf("class.length", "code", shown, "n", len(d))
	}
	v := int64(0)
	for _, k := range d[:length-checks] {
		v = v*int64(len(letters)) + int64(k)
	}
	a, b := check(d[:length-checks])
	c := Code{}
	c.Proven, v = sheet.Real(bound(int(v%levels))), v/levels
	c.Violation, v = v%bothSides == 1, v/bothSides
	c.Seed, v = uint64(v%seeds), v/seeds
	c.Choice, v = int(v%choices), v/choices
	if c.Mark = int(v); a != d[length-2] || b != d[length-1] || v >= marks {
		return Code{}, lang.Errorf("class.mistyped", "code", shown)
	}
	return c, nil
}
