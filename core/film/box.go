package film

import (
	"math"
	"slices"
)

// Fit returns a box around the points x, y of clouds for a View or the Axes of
// a Show: it holds all but the share out of the points on each side (0.005 is
// good), so that a few far ones do not shrink the rest to a dot, has a margin of
// a twelfth, and is never thinner than a thousandth of its length. Points that
// are not finite are passed over; without any the box is the unit square.
func Fit(out float64, clouds ...[]float32) (box [4]float64) {
	for a := range 2 {
		var v []float64
		for _, c := range clouds {
			for i := a; i < len(c); i += 2 {
				if x := float64(c[i]); x-x == 0 {
					v = append(v, x)
				}
			}
		}
		box[a], box[2+a] = Span(v, out)
	}
	least := max(box[2]-box[0], box[3]-box[1]) / 1000
	for a := range 2 {
		if mid := (box[a] + box[2+a]) / 2; box[2+a]-box[a] < least {
			box[a], box[2+a] = mid-least/2, mid+least/2
		}
	}
	return box
}

// Span returns from where to where an axis should run to show these numbers,
// all but the share out of them on each side, with a margin of a twelfth. One
// number alone stands in the middle.
func Span(v []float64, out float64) (lo, hi float64) {
	if len(v) == 0 {
		return 0, 1
	}
	v = slices.Sorted(slices.Values(v))
	k := min(max(int(out*float64(len(v))), 0), (len(v)-1)/2)
	lo, hi = v[k], v[len(v)-1-k]
	margin := (hi - lo) / 12
	if margin <= math.Max(math.Abs(lo), math.Abs(hi))*1e-6 { // single precision sees nothing below
		margin = math.Max(math.Max(math.Abs(lo), math.Abs(hi))*1e-4, 1e-9)
	}
	return lo - margin, hi + margin
}
