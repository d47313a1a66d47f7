package privacy

import (
	"slices"
	"strings"

	"indistinct/core/lang"
)

// Notion names a definition of privacy whose claim is one number, beside what its definition
// fixes; "" is (ε, δ), whose claim is a Budget.
type Notion string

// Parameter is a number of a claim. Name is its parameter and flag; its texts are those of
// that parameter in every laboratory.
type Parameter struct {
	Name, Symbol      string
	Min, Max, Default float64
	Whole             bool
}

// number is the parameter of a claim's number of at least 0.
func number(name, symbol string) Parameter {
	return Parameter{Name: name, Symbol: symbol, Max: 1000, Default: 1}
}

// Given are the parameters that a claim fixes beside its number, in the definition's order.
type Given [2]float64

// Definition is what a notion says of a claim of value, its number. Each stands in a file
// of its own and in Notions; its words are the texts privacy.<what>.<name>.
type Definition struct {
	Name   Notion
	Symbol string // of the number, as printed
	// Params are what a claim is written with, in the literature's order: its number, at the
	// index Number, and what it fixes.
	Params []Parameter
	Number int
	// Inverse says that the claim's number is 1 over the parameter, so that more is less privacy.
	Inverse bool
	// At, of a notion that fixes something, sets the functions below for it.
	At func(d *Definition, given Given)
	// Scale is what the claim for one record is multiplied by for a group of k.
	Scale func(k float64) float64
	// Group is what the claim fixes for a group of k > 1, and whether it promises it anything;
	// nil where it fixes the same.
	Group func(k int) (Given, bool)
	// TradeOff is a bound below which no test of size alpha, from above 0 to below 1, has its
	// type II error.
	TradeOff func(value, alpha float64) float64
	// Added is one below tests of "without a record" against "with it", where more is known of these.
	Added func(value, alpha float64) float64
	// Least is the least value that a proven trade-off curve through these points leaves to a
	// mechanism, and the point that shows it, if one does.
	Least func(falseAlarms, misses []float64) (value, at, missed float64)
	// Profile is the δ(ε) that the claim is equivalent to; nil where it is to none, so that a
	// whole curve may stay above TradeOff and break the claim.
	Profile func(value float64) Profile
	// OfNoise is the value of Gaussian noise whose inputs lie mu standard deviations apart, and
	// Noise the mu of a value.
	OfNoise, Noise func(float64) float64
}

// Notions are those beside (ε, δ), in the order in which they are offered.
var Notions = []*Definition{gaussian, concentrated, renyi, subsampled}

// Definition returns the notion's definition. For (ε, δ), and a name that is not known, as in
// a report of another build, that says how its number is called, and rules out nothing.
func (n Notion) Definition() *Definition {
	if i := slices.IndexFunc(Notions, func(d *Definition) bool { return d.Name == n }); i >= 0 {
		return Notions[i]
	}
	return &Definition{Symbol: "ε", Params: []Parameter{number("eps", "ε")},
		TradeOff: func(float64, float64) float64 { return 0 }}
}

// Param is the parameter and flag that asks for the number.
func (d *Definition) Param() string { return d.Params[d.Number].Name }

// Claim is the claim that is written with these parameters, one for each of Params.
func (d *Definition) Claim(params []float64) Claim {
	c := Claim{Notion: d.Name, Value: params[d.Number]}
	if d.Inverse {
		c.Value = 1 / c.Value
	}
	copy(c.Given[copy(c.Given[:], params[:d.Number]):], params[d.Number+1:])
	return c
}

// Known says how claims of Notions are written.
func Known() (out []lang.Message) {
	for _, d := range Notions {
		var symbols []string
		for _, p := range d.Params {
			symbols = append(symbols, p.Symbol)
		}
		out = append(out, lang.Verbatim(string(d.Name)+"("+strings.Join(symbols, ", ")+")"))
	}
	return out
}
