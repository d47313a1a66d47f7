package privacy

import (
	"fmt"
	"math"
	"testing"

	"indistinct/core/lang"
)

func TestYY(t *testing.T) {
	s := sampledStep{.001, 4}
	for _, d := range []float64{0, .00708, 1e-5} {
		for under := range 2 {
			l, from := s.losses(under, 10, d)
			p := NewLossProfile(l, nil, math.Inf(1), lang.Say("privacy.grid"))
			fmt.Println(d, under, from, p.At(.05), p.At(.1), p.At(.2), p.At(1), p.At(4),p.At(12.73), l[0])
		}
	}
}
