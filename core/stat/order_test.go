package stat

import (
	"math"
	"os"
	"slices"
	"testing"

	"indistinct/core/mechanism"
	"indistinct/core/rng"
)

// draws are rows that are independent, of laws with and without ties.
var draws = map[string]func(s *rng.Stream) float64{
	"Laplace":    func(s *rng.Stream) float64 { return s.Laplace(1) },
	"rounded":    func(s *rng.Stream) float64 { return math.Round(s.Laplace(0.3)) },
	"cut off":    func(s *rng.Stream) float64 { return max(0, s.Laplace(1)) },
	"fair coin":  func(s *rng.Stream) float64 { return float64(s.Intn(2)) },
	"rare":       func(s *rng.Stream) float64 { return float64(s.Intn(50) / 49) },
	"very rare":  func(s *rng.Stream) float64 { return float64(s.Intn(1000) / 999) },
	"words":      func(s *rng.Stream) float64 { return mechanism.ListedWord(s.Intn(5)) },
	"some words": func(s *rng.Stream) float64 { return []float64{mechanism.Word("none"), s.Laplace(1)}[s.Intn(2)] },
	"outliers":   func(s *rng.Stream) float64 { return s.Laplace(1) * []float64{1, 1e9}[s.Intn(30)/29] },
	"constant":   func(s *rng.Stream) float64 { return 7 },
}

// TestDependenceOfDraws: of independent rows Z is no further from 0 than a standard normal number. With its tails more
// findings than three, or more of |Z| > 3 than six standard deviations beyond their expectation, come up with
// probability below 10⁻⁶. The long form is of 48,000 files of each law.
func TestDependenceOfDraws(t *testing.T) {
	files := 120 // of each length
	if os.Getenv("INDISTINCT_LONG") != "" {
		files = 8000
	}
	const width = 2
	for name, draw := range draws {
		tests, far, wrong, most := 0.0, 0.0, 0, 0.0
		for _, n := range []int{50, 400, 1501} {
			for file := range files {
				s := rng.New(rng.Key{Seed: 62, Trial: uint64(n), Input: uint32(file)})
				var rows [2][]float64
				for in := range rows {
					for range n * width {
						rows[in] = append(rows[in], draw(&s))
					}
				}
				tests += width * (4 + 4 + 1)
				for _, f := range Dependence(rows, width) {
					z := math.Abs(f.Z)
					most = max(most, z)
					if z > 3 {
						far++
					}
					if z >= Unlikely {
						wrong++
					}
				}
			}
		}
		if p := 0.0027; wrong > 3 || far > tests*p+6*math.Sqrt(tests*p) {
			t.Errorf("%s: %d findings, %v of %v beyond 3", name, wrong, far, tests)
		}
		t.Logf("%s: %d findings, %v of %v beyond 3, at most %.3g", name, wrong, far, tests, most)
	}
}

// TestDependenceIsFound: rows that are no independent draws, as they come up, are noticed in most files. Where a file
// shows it with probability 0.95, fewer than 11 of 20 come up with probability below 10⁻⁷.
func TestDependenceIsFound(t *testing.T) {
	const n = 2000
	files := 20
	if os.Getenv("INDISTINCT_LONG") != "" {
		files = 1000
	}
	twice := func(x []float64, _ *rng.Stream) (out []float64) {
		for _, v := range x[:n/2] {
			out = append(out, v, v)
		}
		return out
	}
	halfAgain := func(x []float64, _ *rng.Stream) []float64 { return slices.Concat(x[:n/2], x[:n/2]) }
	keep := func(x []float64, s *rng.Stream) []float64 { // a fifth of the rows are the row before
		for i := range x[1:] {
			if s.Intn(5) == 0 {
				x[i+1] = x[i]
			}
		}
		return x
	}
	for _, c := range []struct {
		name, law string
		do        func(x []float64, s *rng.Stream) []float64
		check     string // what most files show; "": any
	}{
		{"AR(0.2)", "Laplace", func(x []float64, _ *rng.Stream) []float64 {
			for i := range x[1:] {
				x[i+1] += 0.2 * x[i]
			}
			return x
		}, "lag"},
		{"alternating", "Laplace", func(x []float64, _ *rng.Stream) []float64 {
			for i := range x[1:] {
				x[i+1] -= 0.2 * x[i]
			}
			return x
		}, "lag"},
		{"kept", "fair coin", keep, "lag"},
		{"kept", "words", keep, ""},
		{"kept", "rounded", keep, ""},
		{"each twice", "Laplace", twice, ""},
		{"each twice", "words", twice, ""},
		{"appended to itself", "Laplace", halfAgain, "repeats"},
		{"appended to itself", "fair coin", halfAgain, "repeats"},
		{"appended to itself", "words", halfAgain, "repeats"},
		{"begun again", "Laplace", func(x []float64, _ *rng.Stream) []float64 {
			copy(x[1200:], x[:700])
			return x
		}, "repeats"},
		{"drift", "Laplace", func(x []float64, _ *rng.Stream) []float64 {
			for i := range x[n/2:] {
				x[n/2+i] += 0.3 * math.Sqrt2 // standard deviations
			}
			return x
		}, "drift"},
		{"sorted", "Laplace", func(x []float64, _ *rng.Stream) []float64 {
			slices.Sort(x)
			return x
		}, "sorted"},
		{"sorted", "fair coin", func(x []float64, _ *rng.Stream) []float64 {
			slices.Sort(x)
			return x
		}, "sorted"},
	} {
		found, named := 0, 0
		for file := range files {
			s := rng.New(rng.Key{Seed: 63, Trial: uint64(file)})
			var rows [2][]float64
			for in := range rows {
				for range n {
					rows[in] = append(rows[in], draws[c.law](&s))
				}
			}
			rows[1] = c.do(rows[1], &s)
			f := Dependence(rows, 1)
			if math.Abs(f[1].Z) >= Unlikely && math.Abs(f[0].Z) < Unlikely {
				if found++; c.check == "" || f[1].Check == c.check {
					named++
				}
			}
		}
		if least := files * 11 / 20; found < least || named < least {
			t.Errorf("%s, %s: found %d, as %q %d of %d", c.name, c.law, found, c.check, named, files)
		}
		t.Logf("%s, %s: found %d, as %q %d of %d", c.name, c.law, found, c.check, named, files)
	}
}

// TestDependenceBeside: columns of which one is made of the other's number in the same row are noticed, in the column
// that shows most; rows that follow each other are not taken for that.
func TestDependenceBeside(t *testing.T) {
	const n = 500
	s := rng.New(rng.Key{Seed: 64})
	var rows [2][]float64
	for range n {
		x, y := s.Laplace(1), s.Laplace(1)
		rows[0] = append(rows[0], x, y)
		rows[1] = append(rows[1], s.Laplace(1), 1-y+s.Laplace(0.1))
	}
	if f := Dependence(rows, 2); f[2].Check != "beside" || f[2].Column != 1 || f[2].Value > -0.9 || f[2].Z > -10 ||
		math.Abs(f[0].Z) > Unlikely {
		t.Errorf("%+v", f)
	}
	longer := [2][]float64{rows[0], append(rows[1], 1, 2, 3, 4)}
	if f := Dependence(longer, 2); f[2].Check != "beside" || f[2].Value > -0.9 {
		t.Errorf("of unequal length: %+v", f)
	}
	for in := range rows {
		for c := range 2 {
			column := []float64{}
			for i := c; i < len(rows[in]); i += 2 {
				column = append(column, rows[in][i])
			}
			slices.Sort(column)
			for i, v := range column {
				rows[in][2*i+c] = v
			}
		}
	}
	if f := Dependence(rows, 2); f[0].Check != "sorted" || f[1].Check != "sorted" {
		t.Errorf("sorted: %+v", f)
	}
	for _, few := range [][2][]float64{{}, {{1}, {2}}, {{1, 2}, {2, 1}}, {nil, {1, 2, 3}}} {
		for _, f := range Dependence(few, 1) {
			if math.Abs(f.Z) >= Unlikely {
				t.Errorf("%v: %+v", few, f)
			}
		}
	}
}

// TestMidRanks: R's rank(x) − mean(rank(x)), words after numbers, both zeros the same.
func TestMidRanks(t *testing.T) {
	x := []float64{3, 1, 3, math.Copysign(0, -1), 0, mechanism.Word("a"), -2}
	if got := midRanks(x, 1); !slices.Equal(got, []float64{1.5, 0, 1.5, -1.5, -1.5, 3, -3}) {
		t.Error(got)
	}
	if got := midRanks(x, 3); !slices.Equal(got, []float64{1, 0, -1}) {
		t.Error(got)
	}
}
