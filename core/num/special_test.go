package num

import (
	"math"
	"testing"
)

// TestReference holds every function against mpmath. Tolerances are relative,
// in units of 2⁻⁵³; where a function crosses zero the error may be absolute.
func TestReference(t *testing.T) {
	one := func(f func(float64) float64) func(a []float64) float64 {
		return func(a []float64) float64 { return f(a[0]) }
	}
	funcs := map[string]struct {
		f        func(a []float64) float64
		rel, abs float64
	}{
		"Sin": {one(Sin), 2, 2},
		"Cos": {one(Cos), 2, 2},
		// Of large angles.
		"SinHuge":        {one(Sin), 8, 2},
		"CosHuge":        {one(Cos), 8, 2},
		"Atan2":          {func(a []float64) float64 { return Atan2(a[0], a[1]) }, 4, 0},
		"Erf":            {one(Erf), 2, 0},
		"Erfc":           {one(Erfc), 6, 0},
		"NormalCDF":      {one(NormalCDF), 6, 0},
		"LogNormalCDF":   {one(LogNormalCDF), 6, 0},
		"NormalQuantile": {one(NormalQuantile), 8, 0},
		"LogGamma":       {one(logGamma), 4, 18},
		"LogBeta":        {func(a []float64) float64 { return logBeta(a[0], a[1]) }, 8, 8},
		// 1.3·10⁻¹³
		"IncBetaLower": {func(a []float64) float64 { p, _ := IncBeta(a[0], a[1], a[2]); return p }, 1200, 0},
		"IncBetaUpper": {func(a []float64) float64 { _, q := IncBeta(a[0], a[1], a[2]); return q }, 1200, 0},
	}
	worst := map[string]float64{}
	for _, r := range reference {
		name := r.name
		if (name == "Sin" || name == "Cos") && math.Abs(r.args[0]) > 0x1p20 {
			name += "Huge"
		}
		c, ok := funcs[name]
		if !ok {
			t.Fatalf("no function %s", r.name)
		}
		got := c.f(r.args)
		e := math.Abs(got-r.want) / 0x1p-53
		if got == r.want {
			e = 0
		}
		if e > c.abs {
			e /= math.Max(math.Abs(r.want), 0x1p-1022)
		} else {
			e = 0
		}
		if math.IsNaN(e) || e > worst[name] {
			worst[name] = e
		}
		if !(e <= c.rel) {
			t.Errorf("%s%v = %v, want %v: relative error %.1f·2⁻⁵³", r.name, r.args, got, r.want, e)
		}
	}
	for name, w := range worst {
		t.Logf("%-14s %.2f·2⁻⁵³", name, w)
	}
}
