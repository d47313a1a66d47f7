package layout

import (
	"math"
	"testing"
)

func TestLeader(t *testing.T) {
	x0, y0, x1, y1, ok := Leader(100, 0, 40, 20, 0, 0, 10)
	if !ok || x0 != 80 || y0 != 0 || math.Abs(x1-10) > 1e-9 || y1 != 0 {
		t.Errorf("from %v, %v to %v, %v, %v", x0, y0, x1, y1, ok)
	}
	if _, _, _, _, ok := Leader(25, 0, 40, 20, 0, 0, 10); ok {
		t.Error("a leader of no length")
	}
}
