package samples

import (
	"bytes"
	"math"
	"os"
	"slices"
	"strconv"
	"strings"
	"testing"

	"indistinct/core/audit"
	"indistinct/core/read"
	"indistinct/core/rng"
	"indistinct/core/table"
)

// laplacePair returns releases with Laplace noise of scale 2 about 0 and 1, for which ε is ½ exactly.
func laplacePair(seed uint64, n int) (out [2][]float64) {
	for in := range out {
		for i := range n {
			s := rng.New(rng.Key{Seed: seed, Input: uint32(in), Trial: uint64(i)})
			out[in] = append(out[in], float64(in)+s.Laplace(2))
		}
	}
	return out
}

// TestFalseAlarmsInAnyOrder: files of a right mechanism at its exact ε, however their rows lie, are called
// wrong in at most 5 % of seeds. Where that is kept more than 11 of 40 seeds, or 44 of the long form's 400,
// come up with probability below 10⁻⁶. In each row of the last the releases are each other's mirror image.
func TestFalseAlarmsInAnyOrder(t *testing.T) {
	seeds, most := 40, 11
	long := os.Getenv("INDISTINCT_LONG") != ""
	if long {
		seeds, most = 400, 44
	}
	sorted := func(x [2][]float64) {
		slices.Sort(x[0])
		slices.Sort(x[1])
	}
	for i, c := range []struct {
		name       string
		lay        func(x [2][]float64)
		ask        table.Ask
		sequential bool
	}{
		{"sorted", sorted, table.Ask{}, true},
		{"sorted, one file", sorted, table.Ask{By: "input"}, true},
		{"mirrored, one row", mirrored, table.Ask{Pairs: [][2]string{{"a", "b"}}}, true},
		{"mirrored, one row", mirrored, table.Ask{Pairs: [][2]string{{"a", "b"}}}, false},
	} {
		if i > 0 && !long {
			break
		}
		wrong := 0
		for seed := range uint64(seeds) {
			x := laplacePair(seed, 400)
			c.lay(x)
			set := settings(0.5)
			set.Seed, set.Sequential, set.Bits = seed, c.sequential, false
			j, err := JudgeFiles(rowsOf(t, x, c.ask), set, nil)
			if err != nil {
				t.Fatal(err)
			}
			if j.Verdict == audit.Violation {
				wrong++
			}
		}
		if wrong > most {
			t.Errorf("%s, sequential %v: %d false alarms in %d", c.name, c.sequential, wrong, seeds)
		}
		t.Logf("%s, sequential %v: %d false alarms in %d", c.name, c.sequential, wrong, seeds)
	}
}

func mirrored(x [2][]float64) {
	for i, v := range x[0] {
		x[1][i] = 1 - v
	}
}

// TestBatchesComeByLot: in sequential mode each batch of a sorted file holds values of all of it, and
// each row is in one batch.
func TestBatchesComeByLot(t *testing.T) {
	x := [2][]float64{}
	for i := range 400 {
		x[0], x[1] = append(x[0], float64(i)), append(x[1], float64(i)/2)
	}
	set := audit.Settings{Seed: 1, Sequential: true, MaxM: 400}
	s := &fileSource{rows: rowsOf(t, x, table.Ask{}), set: set}
	seen := map[float64]int{}
	for from := int64(0); from < 400; from += 100 {
		sum := 0.0
		err := s.each(0, from, 100, func(_ int64, cells []float64) {
			seen[cells[0]]++
			sum += cells[0]
		})
		if mean := sum / 100; err != nil || math.Abs(mean-199.5) > 5*115.5/10 {
			t.Errorf("from %d on the mean is %v, %v", from, mean, err)
		}
	}
	for v, n := range seen {
		if n != 1 {
			t.Errorf("%v comes %d times", v, n)
		}
	}
	if len(seen) != 400 {
		t.Errorf("%d rows came", len(seen))
	}
}

// rowsOf returns releases as files of them are read: two files or, as ask says, one.
func rowsOf(t *testing.T, x [2][]float64, ask table.Ask) [2]*read.Rows {
	t.Helper()
	text := func(v float64) string { return strconv.FormatFloat(v, 'f', 6, 64) }
	var out [2]bytes.Buffer
	one := &out[0]
	switch {
	case ask.By != "":
		one.WriteString(ask.By + ",x\n")
		order := []int{}
		for i := range 2 * len(x[0]) {
			order = append(order, i)
		}
		at := func(i int) float64 { return x[i%2][i/2] }
		slices.SortFunc(order, func(i, j int) int { return int(math.Copysign(1, at(i)-at(j))) })
		for _, i := range order {
			one.WriteString(strconv.Itoa(i%2) + "," + text(at(i)) + "\n")
		}
	case ask.Pairs != nil:
		one.WriteString(strings.Join(ask.Pairs[0][:], ",") + "\n")
		for i := range x[0] {
			one.WriteString(text(x[0][i]) + "," + text(x[1][i]) + "\n")
		}
	default:
		for in := range x {
			for _, v := range x[in] {
				out[in].WriteString(text(v) + "\n")
			}
		}
	}
	var files []*read.File
	for i := range out {
		if out[i].Len() > 0 {
			f, err := fileOf([]string{"a.csv", "b.csv"}[i], out[i].Bytes())
			if err != nil {
				t.Fatal(err)
			}
			files = append(files, f)
		}
	}
	rows, err := read.Both(files, ask)
	if err != nil {
		t.Fatal(err)
	}
	return rows
}
