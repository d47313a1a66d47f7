package guest_test

import (
	"bytes"
	"math"
	"testing"

	"indistinct/core/guest"
	"indistinct/core/lab"
	"indistinct/core/test/labtest"
	"indistinct/core/work"
)

// Chunks share what they were prepared with: an audit, and the first trials of
// each analysis, give the same with all chunks at once as with one after the
// other. In ./build.sh test the race detector looks on, to which two chunks tell what many would.
// Of the benchmark of auditors, whose rows are all of one kind, two rows are done.
func TestChunksAtTheSameTime(t *testing.T) {
	const few = 2
	for _, l := range guest.All() {
		set := []string{"n", "100", "m", "100", "beta", "0.3", "gamma", "0.1"}
		if l.About().Name == "workshop" {
			set = append(set, "releases", "1000")
		}
		s := labtest.Spec(t, l, set...)
		trials := map[string]int64{lab.Audit: math.MaxInt64}
		for _, a := range l.Analyses() {
			if s.Applies(a) {
				trials[a.Name] = few
			}
		}
		for task, n := range trials {
			t.Run(s.Lab+"/"+task, func(t *testing.T) {
				rows := math.MaxInt
				if task == "auditors" {
					rows = 2
				}
				job := func() work.Job {
					j, err := lab.Start(l, s, task)
					if err != nil {
						t.Fatal(err)
					}
					return j
				}
				one, all := labtest.Begun(t, job(), n, rows, false), labtest.Begun(t, job(), n, rows, true)
				if !bytes.Equal(one, all) {
					t.Errorf("one after the other %.300s, all at once %.300s", one, all)
				}
			})
		}
	}
}
