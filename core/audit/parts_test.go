package audit

import (
	"encoding/binary"
	"math"
	"testing"

	"indistinct/core/mechanism"
	"indistinct/core/privacy"
)

// TestFirstReleases: the first n releases of a sample are n releases, the same, or all that there are.
func TestFirstReleases(t *testing.T) {
	for width := 1; width <= 3; width++ {
		for _, n := range []int{0, 1, 7, 10, 12} {
			s := mechanism.Sample{Steps: width, Dim: 1}
			for in := range s.R {
				for i := range 10 * width {
					s.R[in] = append(s.R[in], float64(100*in+i))
				}
			}
			got := first(s, n)
			if got.Count() != min(n, 10) {
				t.Errorf("width %d: of %d releases %d are left", width, n, got.Count())
			}
			for in := range got.R {
				for i, x := range got.R[in] {
					if x != float64(100*in+i) {
						t.Fatalf("width %d: number %d of input %d is %v", width, i, in, x)
					}
				}
			}
		}
	}
}

// TestKeptRoundTrip: what is kept of a release is read back, the numbers asked for in their order and then
// which events hold it.
func TestKeptRoundTrip(t *testing.T) {
	release := []float64{1.5, math.Copysign(0, -1), math.Inf(1), math.NaN(), -3}
	for _, coordinates := range [][]int{nil, {0}, {4, 1}, {3, 2, 1, 0}} {
		hit := make([]bool, 11)
		for e := range hit {
			hit[e] = e%3 == len(coordinates)%3
		}
		b := appendKept([]byte("before"), release, coordinates, hit)
		if string(b[:6]) != "before" || len(b) != 6+8*(len(coordinates)+1) {
			t.Fatalf("%d numbers are %d bytes", len(coordinates), len(b)-6)
		}
		for b = b[6:]; len(coordinates) > 0; coordinates, b = coordinates[1:], b[8:] {
			want := math.Float64bits(release[coordinates[0]])
			if got := binary.LittleEndian.Uint64(b); got != want {
				t.Errorf("entry %d comes back as %x, not %x", coordinates[0], got, want)
			}
		}
		bits := binary.LittleEndian.Uint64(b)
		for e := range 64 {
			if held := bits>>e&1 == 1; held != (e < len(hit) && hit[e]) {
				t.Errorf("event %d holds it: %v", e, held)
			}
		}
	}
}

// TestNeededReleasesAreEnough: so many releases as a report says are needed make the gross violation sure to
// be found, and half as many do not.
func TestNeededReleasesAreEnough(t *testing.T) {
	for _, claim := range []privacy.Claim{{}, {Notion: privacy.Gaussian, Value: 1}} {
		for _, eps := range []float64{0.2, 1, 3} {
			for _, chosen := range []int{50, 400, 5000} {
				set := Settings{Epsilon: eps, Claim: claim, Alpha: 0.05, N: chosen, Sequential: true}
				power := func(drawn int64) *Report {
					r := &Report{}
					t := &Test{First: min(chosen, int(drawn)), Drawn: drawn - int64(min(chosen, int(drawn)))}
					t.power(r, set)
					return r
				}
				needed := int64(power(1).Needed)
				if needed == 0 {
					t.Fatalf("ε = %v: no number is said to be needed", eps)
				}
				if r := power(needed); r.Why == Few {
					t.Errorf("%+v, ε = %v, %d to choose: of %d releases, which are needed, it says that they are too few", claim,
						eps, chosen, needed)
				}
				if r := power(needed / 2); r.Why != Few {
					t.Errorf("%+v, ε = %v, %d to choose: %d releases are needed, and half of them are enough", claim,
						eps, chosen, needed)
				}
			}
		}
	}
}

// TestAsked: a report says what was asked for, the most releases where they are drawn until it is decided.
func TestAsked(t *testing.T) {
	for _, sequential := range []bool{false, true} {
		r := &Report{}
		r.ask(Settings{Epsilon: 1, Delta: 0.1, Alpha: 0.2, Beta: 0.3, Gamma: 0.4, Bits: true, MaxM: 77,
			Sequential: sequential})
		if r.Epsilon != 1 || r.Delta != 0.1 || r.Alpha != 0.2 || r.Beta != 0.3 || r.Gamma != 0.4 || !r.Bits ||
			r.Sequential != sequential || (r.MaxM == 77) != sequential || (r.MaxM == 0) == sequential {
			t.Errorf("sequential %v: %+v", sequential, r)
		}
	}
}
