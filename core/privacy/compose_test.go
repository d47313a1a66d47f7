package privacy

import (
	"math"
	"testing"
	"time"
)

func TestTry(t *testing.T) {
	for _, sh := range [][]float64{{0.5}, {0.5, 0.31}, {0.05}, {0.02, 0.017}, {2}, {0.5, 0.001}} {
		for _, k := range []int{1, 2, 10, 100, 1000, 3600} {
			t0 := time.Now()
			c, err := Account([]Step{{Shifts: sh}}, k, 1e-5)
			t.Logf("%v ×%d: %+v %v, %v gap %.2g", sh, k, c, err, time.Since(t0), c.High-c.Low)
		}
	}
	for _, k := range []int{1, 10, 3600} {
		c, err := Account([]Step{{Mu: 1}}, k, 1e-5)
		t.Logf("gauss ×%d: %+v %v", k, c, err)
	}
	t.Log(math.Pi)
}
