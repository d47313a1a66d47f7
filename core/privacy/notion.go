package privacy

import "slices"

// Notion names a definition of privacy whose claim is one number; "" is (ε, δ), whose claim
// is a Budget.
type Notion string

// Definition is what a notion says of a claim of value, its number. Each stands in a file
// of its own and in Notions; its words are the texts privacy.<what>.<name>.
type Definition struct {
	Name   Notion
	Symbol string // of the number, as printed
	Param  string // the parameter and flag that ask for it
	// Scale is what the claim for one record is multiplied by for a group of k.
	Scale func(k float64) float64
	// TradeOff is a bound below which no test of size alpha, from above 0 to below 1, has its
	// type II error.
	TradeOff func(value, alpha float64) float64
	// Least is the least value that a proven trade-off curve through these points leaves to a
	// mechanism, and the point that shows it, if one does.
	Least func(falseAlarms, misses []float64) (value, at, missed float64)
	// Delta is the δ(ε) that the claim is equivalent to; nil where it is to none, so that a
	// whole curve may stay above TradeOff and break the claim.
	Delta func(value, epsilon float64) float64
	// OfNoise is the value of Gaussian noise whose inputs lie mu standard deviations apart, and
	// Noise the mu of a value.
	OfNoise, Noise func(float64) float64
}

// Notions are those beside (ε, δ), in the order in which they are offered.
var Notions = []*Definition{gaussian, concentrated}

// Definition returns the notion's definition. For (ε, δ), and a name that is not known, as in
// a report of another build, that says how its number is called, and rules out nothing.
func (n Notion) Definition() *Definition {
	if i := slices.IndexFunc(Notions, func(d *Definition) bool { return d.Name == n }); i >= 0 {
		return Notions[i]
	}
	return &Definition{Symbol: "ε", Param: "eps", TradeOff: func(float64, float64) float64 { return 0 }}
}

// Symbol is the letter of the notion's number.
func (n Notion) Symbol() string { return n.Definition().Symbol }
