package samples

import (
	"fmt"
	"strings"
	"testing"

	"indistinct/core/read"
	"indistinct/core/stat"
	"indistinct/core/table"
	"indistinct/core/test/english"
)

// gaps is a file of n numbers, of which each kth is missing, and one in which nothing is.
func gaps(n, k int, noise int) []byte {
	var b strings.Builder
	b.WriteString("score,whole\n")
	for i := range n {
		cell := fmt.Sprintf("%d.%d", (i*noise)%17, i*i%10)
		if i%k == 0 {
			cell = "NA"
		}
		fmt.Fprintf(&b, "%s,%d.5\n", cell, (i*noise)%11)
	}
	return []byte(b.String())
}

// TestAbsent: what is missing is counted for each input, and a warning says where the rates differ more than chance
// allows, with the bound on ε that this alone gives; more missing than not is as telling.
func TestAbsent(t *testing.T) {
	for _, c := range []struct {
		a, b   int // of each input one in so many is missing
		delta  float64
		warned bool
	}{{20, 40, 0, true}, {40, 20, 0, true}, {20, 20, 0, false}, {20, 21, 0, false}, {20, 40, 0.01, true},
		{20, 40, 0.04, true}, {1, 2, 0, true}} {
		a, b := gaps(4000, c.a, 3), gaps(4100, c.b, 5)
		var files []*read.File
		for i, data := range [][]byte{a, b} {
			f, err := fileOf([]string{"a.csv", "b.csv"}[i], data)
			if err != nil {
				t.Fatal(err)
			}
			files = append(files, f)
		}
		rows, err := read.Both(files, table.Ask{})
		if err != nil {
			t.Fatal(err)
		}
		n, m := (4000+c.a-1)/c.a, (4100+c.b-1)/c.b
		for in, want := range []int{n, m} {
			if r := rows[in]; len(r.Taken) != 2 || r.Taken[0] != "score" || r.Absent[0] != want || r.Absent[1] != 0 ||
				!strings.Contains(english.Say(r.Said), grouped(want)+" entries are empty") {
				t.Fatalf("%v: %v, %s", c, r.Absent, english.Say(r.Said))
			}
		}
		got := absent(rows, c.delta)
		if (len(got) == 1) != c.warned {
			t.Errorf("%v: %v", c, got)
			continue
		}
		if !c.warned {
			continue
		}
		level := absentLevel / 8
		bound := stat.RatioTest{C1: int64(n), N1: 4000, C2: int64(m), N2: 4100, Delta: c.delta}.Lower(level)
		if c.a > c.b {
			bound = stat.RatioTest{C1: int64(m), N1: 4100, C2: int64(n), N2: 4000, Delta: c.delta}.Lower(level)
		}
		if c.a == 1 { // none is left for one input
			bound = stat.RatioTest{C1: int64(4100 - m), N1: 4100, N2: 4000, Delta: c.delta}.Lower(level)
		}
		said := english.Say(got[0])
		proven := "ε ≥ " + fmt.Sprintf("%.9f", bound)[:4]
		if bound == 0 {
			proven = "time)."
		}
		if !strings.HasPrefix(said, "score is missing in "+grouped(n)+
			" of 4,000 releases of “record” and in "+grouped(m)+" of 4,100 of “neighbour”:") ||
			!strings.Contains(said, proven) {
			t.Errorf("%v, ε ≥ %v: %s", c, bound, said)
		}
		set := settings(1)
		set.Delta = c.delta
		j, err := JudgeFiles(rows, set, nil)
		if err != nil {
			t.Fatal(err)
		}
		warned := 0
		for _, w := range j.Warnings {
			if w == got[0] {
				warned++
			}
		}
		if warned != 1 {
			t.Errorf("%v: %d such warnings of %v", c, warned, j.Warnings)
		}
	}
}

// grouped is a number of up to six digits as a sentence says it.
func grouped(n int) string {
	if n < 1000 {
		return fmt.Sprint(n)
	}
	return fmt.Sprintf("%d,%03d", n/1000, n%1000)
}
