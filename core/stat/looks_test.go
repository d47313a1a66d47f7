package stat

import (
	"math"
	"testing"

	"indistinct/core/num"
	"indistinct/core/rng"
)

func TestLooksThatNoTestAffords(t *testing.T) {
	const draws = 200_000
	z := -num.NormalQuantile(0.05)
	for _, first := range []int64{100, 1000} {
		times := LookTimes(first, 1000*first)
		wrong := 0
		for seed := range uint64(draws) {
			s := rng.New(rng.Key{Seed: seed, Phase: 90})
			walk, last := 0.0, int64(0)
			for _, n := range times {
				walk += s.Norm() * math.Sqrt(float64(n-last))
				last = n
				se := typicalSpread / math.Sqrt(float64(n))
				if walk/math.Sqrt(float64(n)) > z+0.03*(typicalEpsilon/se-z) {
					wrong++
					break
				}
			}
		}
		if rate := float64(wrong) / draws; (rate > 0.0526) != (first == 100) {
			t.Errorf("looks from %d on: one of the bounds is above the truth in %.4f of audits", first, rate)
		} else {
			t.Logf("looks from %d on: one of the bounds is above the truth in %.4f of audits", first, rate)
		}
	}
}

func TestLooks(t *testing.T) {
	for _, c := range []struct {
		m, most int
		want    int
	}{{100, 100, 1}, {100, 101, 2}, {1000, 1_000_000, 6}, {1, 50_000_000, 14}} {
		times := LookTimes(int64(c.m), int64(c.most))
		shares := LookShares(times, 0.05)
		sum := 0.0
		for k := range times {
			sum += shares[k]
			if k > 0 && times[k] <= times[k-1] {
				t.Errorf("%d to %d: look %d is at %d after %d", c.m, c.most, k, times[k], times[k-1])
			}
		}
		if len(times) != c.want || times[0] != int64(c.m) || times[len(times)-1] != int64(c.most) ||
			math.Abs(sum-1) > 1e-12 {
			t.Errorf("%d to %d: looks at %v, which share %v of α", c.m, c.most, times, sum)
		}
	}
}
