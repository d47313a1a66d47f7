package guest_test

import (
	"fmt"
	"strconv"
	"testing"
	"time"

	"indistinct/core/guest"
	"indistinct/core/lab"
	"indistinct/core/test/check"
	"indistinct/core/test/labtest"
	"indistinct/core/work"
)

// TestExtremeValues: each parameter of each laboratory at the most extreme values that it
// takes, those near zero too, is refused or ends in a report. With β and γ as large as they go the
// high-likely set takes twenty releases, and not eight hundred; the ring's are short.
func TestExtremeValues(t *testing.T) {
	check.Full(t)
	ran, refused := 0, 0
	for _, l := range guest.All() {
		table := l.Params()
		for i := range table {
			p := &table[i]
			values := []string{"5e-324", "-1e-320", "1e-300"}
			if p.Kind != lab.Float && p.Kind != lab.Int {
				continue
			}
			if p.Name != "n" && p.Name != "m" && p.Name != "maxm" {
				values = append(values, fmt.Sprint(p.Min), strconv.FormatFloat(p.Max, 'f', -1, 64))
			}
			for _, v := range values {
				set := []string{"n", "50", "m", "50", "beta", "0.3", "gamma", "0.1"}
				if l.About().Name == "ring" {
					set = append(set, "T", "3", "N", "2")
				}
				s, err := labtest.Spec(t, l, set...).With(table, p.Name, v)
				if err != nil {
					continue
				}
				if len(lab.Validate(l, s)) > 0 {
					refused++
					continue
				}
				name := fmt.Sprintf("%s, %s = %s", s.Lab, p.Name, v)
				limit := time.AfterFunc(2*time.Minute, func() { panic(name + " does not end") })
				if job, err := lab.Start(l, s, lab.Audit); err != nil { // a sentence
					refused++
				} else if _, err = work.Run(t.Context(), job, 1, nil); err != nil {
					t.Errorf("%s: %v", name, err)
				} else {
					ran++
				}
				limit.Stop()
			}
		}
	}
	t.Logf("%d ran, %d are refused since they do not go together", ran, refused)
}
