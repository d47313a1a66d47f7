package traffic

// Car is a position and a speed, true or estimated.
type Car struct{ X, V float64 }

// Drive moves a car by one step with acceleration σ₁ w.
func (c *Car) Drive(t *Setting, w float64) {
	a := t.Sigma1 * w * t.Ts
	c.X += t.Ts * (c.V + a/2)
	c.V += a
}

// Correct moves an estimate by one step and corrects it by a report.
func (c *Car) Correct(f *Filter, y float64) {
	p := c.X + f.Ts*c.V
	e := y - p
	c.X, c.V = p+f.K1*e, c.V+f.K2*e
}

// Response is the speed estimate when every vehicle moves at 1 m/s from step 0
// on, after rest.
func (f *Filter) Response(steps int) []float64 {
	var hat Car
	out := make([]float64, steps)
	for k := range out {
		hat.Correct(f, float64(k)*f.Ts)
		out[k] = hat.V
	}
	return out
}
