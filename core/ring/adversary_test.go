package ring

import (
	"math"
	"testing"

	"indistinct/core/film"
)

// The disk at the visitor's odds: a point at s = 1, all of the ring at s = 0,
// and larger the more entropy there is.
func TestDiskFollowsEntropy(t *testing.T) {
	for _, promise := range []string{"law", "pure"} {
		last := -1.0
		for _, s := range []string{"1", "0.99", "0.9", "0.8", "0.7", "0.5", "0.35", "0.2", "0.1", "0.03", "0"} {
			m, err := open(spec(t, "s", s))
			if err != nil {
				t.Fatal(err)
			}
			sp, err := m.newSpy(true, 60)
			if err != nil {
				t.Fatal(err)
			}
			if err := sp.learn(); err != nil {
				t.Fatal(err)
			}
			r, all, err := sp.disk(promise)
			if err != nil {
				t.Fatal(err)
			}
			fine, err := m.newSpy(false, 60)
			if err != nil {
				t.Fatal(err)
			}
			if err := fine.learn(); err != nil {
				t.Fatal(err)
			}
			want, _, err := fine.disk(promise)
			if err != nil {
				t.Fatal(err)
			}
			t.Logf("%s, s = %s: radius %.4g m, everywhere %v; %.4g m by the finer rules", promise, s, r, all, want)
			if math.Abs(r-want) > 0.04*want {
				t.Errorf("%s, s = %s: radius %v m by the coarse rules, %v by the finer", promise, s, r, want)
			}
			if r < last*(1-1e-9) {
				t.Errorf("%s, s = %s: the disk shrinks from %v to %v", promise, s, last, r)
			}
			if s == "1" && r != 0 || s == "0" && !all {
				t.Errorf("%s, s = %s: radius %v, everywhere %v", promise, s, r, all)
			}
			last = r
		}
	}
}

func TestFilms(t *testing.T) {
	for _, set := range [][]string{
		{}, {"s", "1"}, {"s", "0"}, {"s", "0.5"}, {"s", "0.2"}, {"s", "0.05"}, {"feed", "sample"}, {"state", "pos"}, {"sched", "1,0.8,0.8,0.8"},
		{"mech", "gauss"}, {"mech", "laplace"}, {"mech", "input"}, {"mech", "ekf"}, {"mech", "klmhe"}, {"promise", "pure", "zoom", "1000"}, {"promise", "claim", "zoom", "1"},
		{"T", "12", "N", "3"}, {"layout", "clustered"}, {"releases", "200"},
	} {
		m, err := open(spec(t, set...))
		if err != nil {
			t.Fatal(err)
		}
		f, err := m.Film(nil)
		if err != nil {
			t.Fatalf("%v: %v", set, err)
		}
		if err := film.Check(f); err != nil {
			t.Errorf("%v: %v", set, err)
		}
	}
}

func benchFilm(b *testing.B, set ...string) {
	s := spec(b, set...)
	for b.Loop() {
		m, err := open(s)
		if err != nil {
			b.Fatal(err)
		}
		if _, err := m.Film(nil); err != nil {
			b.Fatal(err)
		}
	}
}

func BenchmarkFilm(b *testing.B) {
	for _, s := range []string{"0.8", "0.4", "0.2", "0.05", "1"} {
		b.Run("s="+s, func(b *testing.B) { benchFilm(b, "s", s) })
	}
	for _, m := range []string{"gauss", "input", "ekf", "klmhe"} {
		b.Run(m, func(b *testing.B) { benchFilm(b, "mech", m) })
	}
}

var _ = math.Pi
