package filtering

import (
	"math"
	"math/bits"
	"math/cmplx"

	"gonum.org/v1/gonum/dsp/fourier"

	"indistinct/core/labs/filtering/traffic"
	"indistinct/core/lang"
	"indistinct/core/num"
	"indistinct/core/sheet"
)

// counter is the impulse response of a causal filter that counts events.
type counter []float64

// movingAverage is 1/l over the last l steps.
func movingAverage(l int) counter {
	k := make(counter, l)
	for i := range k {
		k[i] = 1 / float64(l)
	}
	return k
}

// forgetting is (1 − a) aᵗ, cut where it falls below 10⁻¹².
func forgetting(a float64) counter {
	var k counter
	for v := 1 - a; v > 1e-12 && len(k) < 100000; v *= a {
		k = append(k, v)
	}
	return k
}

// l1 is the ℓ₁ norm of the impulse response: how much a single event moves the
// whole output, for Laplace noise.
func (k counter) l1() float64 {
	s := 0.0
	for _, v := range k {
		s += math.Abs(v)
	}
	return s
}

// l2 is the ℓ₂ norm ‖G‖₂: how much a single event moves the output in ℓ₂, for
// Gaussian noise.
func (k counter) l2() float64 {
	s := 0.0
	for _, v := range k {
		s += v * v
	}
	return math.Sqrt(s)
}

// hInf is the H∞ norm of a filter with nonnegative impulse response: its gain
// at frequency zero, which no other frequency exceeds. It is the ℓ₂ incremental
// gain for whole signals.
func (k counter) hInf() float64 { return k.l1() }

// power returns |F(e^{iω})| on a grid of n frequencies 2πj/n.
func (k counter) power(n int) []float64 {
	z := make([]complex128, n)
	for i, v := range k {
		z[i%n] += complex(v, 0)
	}
	fourier.NewCmplxFFT(n).Coefficients(z, z)
	out := make([]float64, n)
	for i, v := range z {
		out[i] = cmplx.Abs(v)
	}
	return out
}

// zeroForcing returns the mean squared error κ²((1/2π)∫|F|)² of the best
// two-block mechanism: a pre-filter G with |G|² ∝ |F|, white noise, and the
// post-filter F/G (Le Ny & Pappas 2014). n is the number of frequencies.
func zeroForcing(k counter, kappa float64, n int) float64 {
	s := 0.0
	for _, v := range k.power(n) {
		s += v
	}
	s *= kappa / float64(n)
	return s * s
}

// wiener returns the least mean squared error when the input is white with
// power pu: |G|² = [κ|F|/√ν − κ²/pu]₊ with ν such that ‖G‖₂ = 1, and the
// post-filter is the linear least-squares estimator.
func wiener(k counter, kappa, pu float64, n int) float64 {
	f := k.power(n)
	gain := func(q float64) (power float64) { // q = κ/√ν
		for _, v := range f {
			power += max(0, q*v-kappa*kappa/pu)
		}
		return power / float64(n)
	}
	hi := 1.0
	for gain(hi) < 1 {
		hi *= 2
	}
	hi = num.Bisect(0, hi, 0, func(q float64) bool { return gain(q) >= 1 })
	s := 0.0
	for _, v := range f {
		g := max(0, hi*v-kappa*kappa/pu)
		s += v * v * pu * kappa * kappa / (g*pu + kappa*kappa)
	}
	return s / float64(n)
}

// spectralFactor returns the first taps of the minimum-phase filter G with
// |G|² = |F|, normalised to ‖G‖₂ = 1, by the cepstrum (Oppenheim & Schafer) on
// an even number n of frequencies. Zeros of F on the unit circle are filled to
// 10⁻⁶ of the peak.
func spectralFactor(k counter, n, taps int) []float64 {
	f := k.power(n)
	top := 0.0
	for _, v := range f {
		top = max(top, v)
	}
	fft := fourier.NewCmplxFFT(n)
	z := make([]complex128, n)
	for i, v := range f {
		z[i] = complex(0.5*math.Log(max(v, 1e-6*top))/float64(n), 0) // ln|G|
	}
	fft.Sequence(z, z)
	for i, v := range z {
		switch { // fold the cepstrum onto the causal side
		case i == 0 || i == n/2:
			z[i] = complex(real(v), 0)
		case i < n/2:
			z[i] = complex(2*real(v), 0)
		default:
			z[i] = 0
		}
	}
	fft.Coefficients(z, z)
	for i, v := range z {
		z[i] = cmplx.Exp(v)
	}
	fft.Sequence(z, z)
	norm := 0.0
	for _, v := range z {
		norm += real(v) * real(v)
	}
	norm = math.Sqrt(norm)
	out := make([]float64, min(taps, n))
	for i := range out {
		out[i] = real(z[i]) / norm
	}
	return out
}

// tree is the binary-tree counter under continual observation (Dwork, Naor,
// Pitassi & Rothblum 2010; Chan, Shi & Song 2011): a running count up to a
// horizon as a sum of noisy partial counts. One event touches one node on each
// of its levels.
type tree struct{ levels int }

// newTree returns the tree for a horizon of at least one step.
func newTree(horizon int) tree { return tree{bits.Len(uint(horizon - 1))} }

// laplace returns the scale of the Laplace noise on each node for ε: one event
// changes Levels + 1 nodes by one.
func (t tree) laplace(epsilon float64) float64 { return float64(t.levels+1) / epsilon }

// gauss returns the standard deviation of Gaussian noise on each node for a
// multiplier κ.
func (t tree) gauss(kappa float64) float64 { return kappa * math.Sqrt(float64(t.levels+1)) }

// deviation returns the standard deviation of the count at time s ≥ 1 when each
// node carries noise of the given standard deviation: the count is a sum of as
// many nodes as s has ones in binary.
func (t tree) deviation(s int, node float64) float64 {
	return node * math.Sqrt(float64(bits.OnesCount(uint(s))))
}

func (m *model) kernel() (k counter, name lang.Message) {
	if a := m.spec.Float("forget"); m.spec.Text("counter") == "forget" {
		return forgetting(a), lang.Say("filtering.counters.forget", "a", a)
	}
	l := m.spec.Int("l")
	return movingAverage(l), lang.Say("filtering.counters.average", "l", l)
}

func (m *model) counterSheet() (sheet.Sheet, error) {
	k, name := m.kernel()
	grid := 1 << 14
	for grid < 4*len(k) {
		grid *= 2
	}
	kappa := m.tr.Kappa
	users := m.spec.Int("users")
	l2, hinf := k.l2(), k.hInf()
	k2 := kappa * kappa
	t := sheet.Table{ID: "counters", Title: lang.Say("filtering.counters.title"),
		Caption: lang.Say("filtering.counters.caption", "counter", name),
		Columns: []lang.Message{lang.Say("filtering.counters.column.hidden"),
			lang.Say("filtering.counters.column.mechanism"), lang.Say("filtering.counters.column.error")}}
	add := func(what, how lang.Message, v float64) {
		t.Rows = append(t.Rows, []sheet.Cell{sheet.Words(what), sheet.Words(how), sheet.Number(v, 5)})
	}
	whole, event := lang.Say("filtering.counters.whole", "n", users), lang.Say("filtering.counters.event")
	onReports, onResult := archName(traffic.InputRaw), archName(traffic.Output)
	reports, result := float64(users)*k2*l2*l2, k2*hinf*hinf
	add(whole, onReports, reports)
	add(whole, onResult, result)
	better := "reports"
	if result < reports {
		better = "result"
	}
	out := sheet.Sheet{Title: lang.Say("filtering.analysis.counters"),
		Lead: lang.Say("filtering.counters.lead", "better", better, "reports", reports, "result", result)}
	if m.tr.Laplace {
		// A single event moves the result by the filter's ℓ₁ norm.
		add(event, onReports, k2*l2*l2)
		add(event, onResult, k2*k.l1()*k.l1())
		out.Notes = []lang.Message{lang.Say("filtering.counters.note")}
	} else {
		zf, power := zeroForcing(k, kappa, grid), m.spec.Float("power")
		add(event, lang.Say("filtering.counters.either"), k2*l2*l2)
		add(event, lang.Say("filtering.counters.forcing"), zf)
		add(event, lang.Say("filtering.counters.wiener", "power", power), wiener(k, kappa, power, grid))
		out.Lead = lang.Sentences(out.Lead, lang.Say("filtering.counters.lead.forcing", "share", zf/(k2*l2*l2)))
	}
	f := k.power(512)
	var w, fr, g []sheet.Real
	for i := range 257 {
		w = append(w, sheet.Real(math.Pi*float64(i)/256))
		fr = append(fr, sheet.Real(f[i]))
	}
	out.Tables = []sheet.Table{t}
	out.Charts = []sheet.Chart{{ID: "spectrum", Title: lang.Say("filtering.spectrum.title"),
		X:      sheet.Axis{Label: lang.Say("filtering.frequency"), Unit: lang.Verbatim("rad")},
		Y:      sheet.Axis{Label: lang.Verbatim("|F|")},
		Series: []sheet.Series{{Name: name, Role: sheet.Target, Style: sheet.Line, X: w, Y: fr}}}}
	if m.tr.Laplace {
		return out, nil
	}
	taps := spectralFactor(k, grid, 2*len(k)+20)
	var tx, tf []sheet.Real
	for i, v := range taps {
		tx, g = append(tx, sheet.Real(i)), append(g, sheet.Real(v))
		kv := 0.0
		if i < len(k) {
			kv = k[i]
		}
		tf = append(tf, sheet.Real(kv/l2))
	}
	out.Charts = append(out.Charts, sheet.Chart{ID: "factor", Title: lang.Say("filtering.factor.title"),
		Caption: lang.Say("filtering.factor.caption"), X: sheet.Axis{Label: lang.Say("filtering.step")},
		Y: sheet.Axis{Label: lang.Say("filtering.impulse")},
		Series: []sheet.Series{{Name: lang.Verbatim("G"), Role: sheet.Leak, Style: sheet.Line, X: tx, Y: g},
			{Name: lang.Verbatim("F"), Role: sheet.Muted, Style: sheet.Dash, X: tx, Y: tf}}})
	return out, nil
}

// most returns the largest number of ones among the binary forms of 1 … t.
func most(t int) int {
	n := bits.Len(uint(t))
	if t+1 == 1<<n {
		return n
	}
	return n - 1
}

func (m *model) treeSheet() (sheet.Sheet, error) {
	h := m.spec.Int("horizon")
	tree := newTree(h)
	eps := m.spec.Float("eps")
	node := tree.laplace(eps) * math.Sqrt2
	var x, a, b, c, worst []sheet.Real
	high := 0.0
	every := max(1, h/400)
	for t := 1; ; t = min(t+every, h) {
		x = append(x, sheet.Real(t))
		a = append(a, sheet.Real(tree.deviation(t, node)))
		c = append(c, sheet.Real(tree.deviation(t, tree.gauss(m.tr.Kappa))))
		b = append(b, sheet.Real(math.Sqrt2/eps*math.Sqrt(float64(t))))
		high = node * math.Sqrt(float64(most(t)))
		worst = append(worst, sheet.Real(high))
		if t == h {
			break
		}
	}
	line := func(name lang.Message, role sheet.Role, style sheet.Style, y []sheet.Real) sheet.Series {
		return sheet.Series{Name: name, Role: role, Style: style, X: x, Y: y}
	}
	series := []sheet.Series{line(lang.Say("filtering.tree.series.laplace"), sheet.Leak, sheet.Line, a),
		line(lang.Say("filtering.tree.series.worst"), sheet.Leak, sheet.Dash, worst)}
	if !m.tr.Laplace {
		series = append(series, line(lang.Say("filtering.tree.series.gauss"), sheet.Target, sheet.Line, c))
	}
	series = append(series, line(lang.Say("filtering.tree.series.every"), sheet.Muted, sheet.Line, b))
	return sheet.Sheet{Title: lang.Say("filtering.analysis.tree"),
		Lead:  lang.Say("filtering.tree.lead", "steps", h, "tree", high, "every", float64(b[len(b)-1])),
		Notes: []lang.Message{lang.Say("filtering.tree.levels", "levels", tree.levels+1, "scale", tree.laplace(eps))},
		Charts: []sheet.Chart{{ID: "tree", Title: lang.Say("filtering.tree.title"),
			X:      sheet.Axis{Label: lang.Say("filtering.tree.x"), Log: true},
			Y:      sheet.Axis{Label: lang.Say("filtering.deviation"), Log: true},
			Series: series}}}, nil
}
