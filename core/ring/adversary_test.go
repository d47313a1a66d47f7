package ring

import (
	"context"
	"encoding/json"
	"math"
	"testing"

	"indistinct/core/film"
	"indistinct/core/lab"
	"indistinct/core/sheet"
	"indistinct/core/work"
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

// whole runs an analysis to its end and returns the sheet.
func whole(t testing.TB, s lab.Spec, name string) sheet.Sheet {
	t.Helper()
	job, err := lab.Start(Lab{}, s, name)
	if err != nil {
		t.Fatal(err)
	}
	data, err := work.Run(context.Background(), job, 2, nil)
	if err != nil {
		t.Fatal(err)
	}
	var sh sheet.Sheet
	if err := json.Unmarshal(data, &sh); err != nil {
		t.Fatal(err)
	}
	return sh
}

// What the three layers say of one another: the measured contour lies outside
// the promised disk in every direction, the attack never does better than the
// law's bound, the promised table's exact values stay below its bounds.
func TestLayersAgree(t *testing.T) {
	num := func(c sheet.Cell) float64 {
		if c.Num == nil {
			t.Fatalf("cell %q is not a number", c.Text)
		}
		return float64(*c.Num)
	}
	sh := whole(t, spec(t, "games", "60"), "attack")
	for _, row := range sh.Tables[1].Rows {
		// The interval's lower end lies in text; the success itself may pass
		// the bound by chance. Its standard error over 120 tests is at most
		// 0.046: five of them.
		if num(row[3]) > num(row[5])+5*math.Sqrt(0.25/120) {
			t.Errorf("after %s releases: success %s, bound %s", row[0].Text, row[3].Text, row[5].Text)
		}
	}
	sh = whole(t, spec(t, "state", "pos"), "disk")
	for _, row := range sh.Tables[0].Rows {
		if num(row[7]) > num(row[6])+1e-6 {
			t.Errorf("at %s mm: exact success %s above its bound %s", row[0].Text, row[7].Text, row[6].Text)
		}
		if num(row[8]) > num(row[2])+1e-9 {
			t.Errorf("at %s mm: exact ε %s above its bound %s", row[0].Text, row[8].Text, row[2].Text)
		}
	}
	if testing.Short() {
		return
	}
	sh = whole(t, spec(t, "state", "pos"), "contour")
	if n := len(sh.Tables[0].Rows); n != directions {
		t.Errorf("%d directions, want %d", n, directions)
	}
	disk := float64(sh.Charts[0].Marks[0].At)
	for _, row := range sh.Tables[0].Rows {
		if num(row[1]) < disk {
			t.Errorf("in direction %s° the audit shows too much at %s mm, inside the promised disk of %v mm", row[0].Text, row[1].Text, disk)
		}
	}
}

// Every analysis says something for every mechanism and at both ends of s.
func TestAdversaryEverywhere(t *testing.T) {
	for _, set := range [][]string{{"s", "1"}, {"s", "0"}, {"s", "0.3"}, {"feed", "sample"}, {"mech", "gauss"}, {"mech", "laplace"}, {"mech", "input"}, {"mech", "ekf"}, {"mech", "klmhe", "particles", "20"}, {"T", "3", "N", "3", "promise", "claim"}} {
		for _, name := range []string{"disk", "contour", "attack"} {
			job, err := lab.Start(Lab{}, spec(t, append([]string{"games", "20", "releases", "3", "state", "pos"}, set...)...), name)
			if err != nil {
				t.Fatal(err)
			}
			p, _ := job.Plan(nil)
			p.Trials = min(p.Trials, 1)
			data, err := job.Do(nil, work.Chunks(p, 0, 0)[0])
			if err != nil {
				t.Fatalf("%v, %s: %v", set, name, err)
			}
			state, err := job.Merge(nil, []work.Part{{Chunk: work.Chunk{Count: p.Trials}, Data: data}})
			if err != nil {
				t.Fatal(err)
			}
			out, err := job.Output(state)
			if err != nil {
				t.Fatalf("%v, %s: %v", set, name, err)
			}
			var sh sheet.Sheet
			if err := json.Unmarshal(out, &sh); err != nil || sh.Lead == "" {
				t.Errorf("%v, %s: %v, lead %q", set, name, err, sh.Lead)
			}
			t.Logf("%v, %s: %s", set, name, sh.Lead)
		}
	}
}
