package filtering

import (
	"fmt"
	"math"
	"math/big"

	"indistinct/core/lang"

	"gonum.org/v1/gonum/mat"

	"indistinct/core/control"
	"indistinct/core/lab"
	"indistinct/core/privacy"
	"indistinct/core/sheet"
)

// rational returns the state space, in controllable form, of
// G(z) = (b₀ + b₁z⁻¹ + …)/(1 + a₁z⁻¹ + …).
func rational(b, a []float64) control.System {
	n := max(len(b)-1, len(a), 1)
	at := func(x []float64, i int) float64 {
		if i < len(x) {
			return x[i]
		}
		return 0
	}
	s := control.System{A: mat.NewDense(n, n, nil), B: mat.NewDense(n, 1, nil), C: mat.NewDense(1, n, nil),
		D: control.FromRows([]float64{b[0]})}
	s.B.Set(0, 0, 1)
	for i := range n {
		s.A.Set(0, i, -at(a, i))
		if i > 0 {
			s.A.Set(i, i-1, 1)
		}
		s.C.Set(0, i, at(b, i+1)-b[0]*at(a, i))
	}
	return s
}

// stable reports whether every root of 1 + a₁z⁻¹ + … lies inside the unit circle, by
// the recursion of Schur and Cohn in numbers of 2,048 bits: eigenvalues that lie near
// each other are known to a root of a rounding only.
func stable(a []float64) bool {
	p := []*big.Float{big.NewFloat(1).SetPrec(2048)}
	for _, v := range a {
		p = append(p, big.NewFloat(v).SetPrec(2048))
	}
	var x, y big.Float
	for n := len(a); n > 0; n-- {
		if x.Abs(p[n]).Cmp(p[0]) >= 0 {
			return false
		}
		next := make([]*big.Float, n)
		for i := range next {
			next[i] = new(big.Float).Sub(x.Mul(p[0], p[i]), y.Mul(p[n], p[n-i]))
		}
		p = next
	}
	return true
}

// gainsSheet shows the incremental gains of the visitor's filter and the noise
// that input and output perturbation take for them.
func (m *model) gainsSheet() (sheet.Sheet, error) {
	b, a := m.spec.List("fnum"), m.spec.List("fden")
	sys := rational(b, a)
	if !stable(a) {
		return sheet.Sheet{}, &lab.Problem{Field: "fden", Say: sayUnstableFilter}
	}
	hinf, omega, err := sys.HInf()
	if err != nil {
		return sheet.Sheet{}, &lab.Problem{Field: "fden", Say: sayDelicateFilter}
	}
	h2, err := sys.H2()
	if err != nil {
		return sheet.Sheet{}, &lab.Problem{Field: "fden", Say: sayDelicateFilter}
	}
	l1, err := sys.L1()
	if err != nil {
		return sheet.Sheet{}, &lab.Problem{Field: "fden", Say: saySlowFilter}
	}
	h := sys.Impulse(120)
	eps, delta, rho, n := m.spec.Float("eps"), m.spec.Float("delta"), m.spec.Float("rho"), float64(m.spec.Int("users"))
	out := sheet.Sheet{Title: lang.Say("filtering.analysis.gains"),
		Lead: lang.Verbatim(fmt.Sprintf(sayGainsLead, sheet.Brief(hinf, 4), sheet.Brief(omega, 4)))}
	gains := sheet.Table{ID: "gains", Title: "Gains", Columns: []lang.Message{"gain", "value", "what it limits"},
		Rows: [][]sheet.Cell{
			{sheet.Words("ℓ₁: sum of the impulse response's magnitudes"), sheet.Number(l1, 5),
				sheet.Words("change of the output in ℓ₁ for Laplace noise")},
			{sheet.Words("ℓ₂: H₂ norm"), sheet.Number(h2, 5), sheet.Words(sayH2Limits)},
			{sheet.Words("H∞ norm"), sheet.Number(hinf, 5),
				sheet.Words("change of the output in ℓ₂ for a change of the input in ℓ₂")}}}
	noise := sheet.Table{ID: "filter_noise", Title: "Noise for your promise",
		Columns: []lang.Message{"where", "law", "standard deviation of the noise", "mean squared error of the output"},
		Caption: lang.Verbatim(fmt.Sprintf(sayFilterNoiseCaption, sheet.Brief(rho, 4), sheet.Brief(n, 4), sheet.Brief(eps, 4),
			sheet.Brief(delta, 3)))}
	row := func(where, law string, sd, mse float64) {
		noise.Rows = append(noise.Rows, []sheet.Cell{sheet.Words(lang.Verbatim(where)), sheet.Words(lang.Verbatim(law)), sheet.Number(sd, 5),
			sheet.Number(mse, 5)})
	}
	sq := func(x float64) float64 { return x * x }
	if delta > 0 && delta < 0.5 {
		k, err := privacy.Kappa(delta, eps)
		if err != nil {
			return out, err
		}
		row(sayOnEachReport, "Gaussian", k*rho, n*sq(k*rho*h2))
		row(sayOnResult, "Gaussian", k*rho*hinf, sq(k*rho*hinf))
		win, lose := sayOnResult, "on the reports"
		if n*sq(h2) < sq(hinf) {
			win, lose = lose, win
		}
		out.Lead += lang.Verbatim(" For your promise Gaussian noise " + win + " costs less than Gaussian noise " + lose + ".")
		out.Notes = []lang.Message{sayTwoLawsNote}
	}
	row(sayOnEachReport, "Laplace", math.Sqrt2*rho/eps, n*2*sq(rho/eps*h2))
	row(sayOnResult, "Laplace", math.Sqrt2*rho*l1/eps, 2*sq(rho*l1/eps))
	var w, g, t, r []sheet.Real
	for i := range 201 {
		x := math.Pi * float64(i) / 200
		v, err := sys.At(x)
		if err != nil {
			return out, err
		}
		w, g = append(w, sheet.Real(x)), append(g, sheet.Real(v))
	}
	for i, v := range h {
		t, r = append(t, sheet.Real(i)), append(r, sheet.Real(v))
	}
	peak := []sheet.Mark{{Label: "H∞ norm", Role: sheet.Leak, At: sheet.Real(hinf)}}
	out.Tables = []sheet.Table{gains, noise}
	out.Charts = []sheet.Chart{
		{ID: "filter_response", Title: "Frequency response", X: sheet.Axis{Label: "frequency ω", Unit: "rad"},
			Y: sheet.Axis{Label: "|G|"}, Marks: peak,
			Series: []sheet.Series{{Name: "|G|", Role: sheet.Target, Style: sheet.Line, X: w, Y: g}}},
		{ID: "filter_impulse", Title: "Impulse response", X: sheet.Axis{Label: "step"}, Y: sheet.Axis{Label: "g"},
			Series: []sheet.Series{{Name: "g", Role: sheet.Target, Style: sheet.Step, X: t, Y: r}}}}
	return out, nil
}
