package filtering

import (
	"math"
	"math/big"

	"gonum.org/v1/gonum/mat"

	"indistinct/core/control"
	"indistinct/core/lab"
	"indistinct/core/labs/filtering/traffic"
	"indistinct/core/lang"
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
		return sheet.Sheet{}, &lab.Problem{Field: "fden", Say: lang.Say("filtering.refused.unstable")}
	}
	hinf, omega, err := sys.HInf()
	if err != nil {
		return sheet.Sheet{}, &lab.Problem{Field: "fden", Say: lang.Say("filtering.refused.delicate")}
	}
	h2, err := sys.H2()
	if err != nil {
		return sheet.Sheet{}, &lab.Problem{Field: "fden", Say: lang.Say("filtering.refused.delicate")}
	}
	l1, err := sys.L1()
	if err != nil {
		return sheet.Sheet{}, &lab.Problem{Field: "fden", Say: lang.Say("filtering.refused.forgets")}
	}
	h := sys.Impulse(120)
	eps, delta, rho, n := m.spec.Float("eps"), m.spec.Float("delta"), m.spec.Float("rho"), float64(m.spec.Int("users"))
	out := sheet.Sheet{Title: lang.Say("filtering.analysis.gains"),
		Lead: lang.Say("filtering.gains.lead", "hinf", hinf, "omega", omega)}
	gain := func(name, limits lang.Message, v float64) []sheet.Cell {
		return []sheet.Cell{sheet.Words(name), sheet.Number(v, 5), sheet.Words(limits)}
	}
	gains := sheet.Table{ID: "gains", Title: lang.Say("filtering.gains.title"),
		Columns: []lang.Message{lang.Say("filtering.gains.column.gain"), lang.Say("filtering.gains.column.value"),
			lang.Say("filtering.gains.column.limits")},
		Rows: [][]sheet.Cell{gain(lang.Say("filtering.gains.l1"), lang.Say("filtering.gains.l1.limits"), l1),
			gain(lang.Say("filtering.gains.h2"), lang.Say("filtering.gains.h2.limits"), h2),
			gain(lang.Say("filtering.gains.hinf"), lang.Say("filtering.gains.hinf.limits"), hinf)}}
	noise := sheet.Table{ID: "filter_noise", Title: lang.Say("filtering.filter-noise.title"),
		Columns: []lang.Message{lang.Say("filtering.filter-noise.column.where"),
			lang.Say("filtering.filter-noise.column.law"), lang.Say("filtering.filter-noise.column.deviation"),
			lang.Say("filtering.filter-noise.column.error")},
		Caption: lang.Say("filtering.filter-noise.caption", "rho", rho, "n", n, "eps", eps, "delta", delta)}
	gauss, laplace := lang.Say("filtering.filter-noise.gauss"), lang.Say("filtering.param.law.laplace")
	onReports, onResult := archName(traffic.InputRaw), archName(traffic.Output)
	row := func(where, law lang.Message, sd, mse float64) {
		noise.Rows = append(noise.Rows, []sheet.Cell{sheet.Words(where), sheet.Words(law), sheet.Number(sd, 5),
			sheet.Number(mse, 5)})
	}
	sq := func(x float64) float64 { return x * x }
	if delta > 0 && delta < 0.5 {
		k, err := privacy.Kappa(delta, eps)
		if err != nil {
			return out, err
		}
		row(onReports, gauss, k*rho, n*sq(k*rho*h2))
		row(onResult, gauss, k*rho*hinf, sq(k*rho*hinf))
		better := "result"
		if n*sq(h2) < sq(hinf) {
			better = "reports"
		}
		out.Lead = lang.Sentences(out.Lead, lang.Say("filtering.gains.lead.better", "better", better))
		out.Notes = []lang.Message{lang.Say("filtering.gains.note")}
	}
	row(onReports, laplace, math.Sqrt2*rho/eps, n*2*sq(rho/eps*h2))
	row(onResult, laplace, math.Sqrt2*rho*l1/eps, 2*sq(rho*l1/eps))
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
	peak := []sheet.Mark{{Label: lang.Say("filtering.gains.hinf"), Role: sheet.Leak, At: sheet.Real(hinf)}}
	line := func(name lang.Message, style sheet.Style, x, y []sheet.Real) []sheet.Series {
		return []sheet.Series{{Name: name, Role: sheet.Target, Style: style, X: x, Y: y}}
	}
	out.Tables = []sheet.Table{gains, noise}
	out.Charts = []sheet.Chart{
		{ID: "filter_response", Title: lang.Say("filtering.filter-response.title"),
			X: sheet.Axis{Label: lang.Say("filtering.frequency"), Unit: lang.Verbatim("rad")},
			Y: sheet.Axis{Label: lang.Verbatim("|G|")}, Marks: peak,
			Series: line(lang.Verbatim("|G|"), sheet.Line, w, g)},
		{ID: "filter_impulse", Title: lang.Say("filtering.filter-impulse.title"),
			X: sheet.Axis{Label: lang.Say("filtering.step")}, Y: sheet.Axis{Label: lang.Verbatim("g")},
			Series: line(lang.Verbatim("g"), sheet.Step, t, r)}}
	return out, nil
}
