package ring

import (
	"indistinct/core/lab"
	"indistinct/core/lab/game"
	"indistinct/core/lang"
	"indistinct/core/sheet"
)

// Offer is what a visitor is told of one mechanism before it is opened.
type Offer struct {
	Name      string // as it stands in links
	Dial      Dial
	Role      sheet.Role // of its line where all mechanisms are compared
	Values    []float64  // of the dial, in that comparison
	Window    bool       // minimises a window's cost, or draws by it
	Measuring int        // releases of each record that measure a displacement for the scene
}

// Title is what the mechanism is called.
func (o *Offer) Title() lang.Message { return lang.Say("ring.param.mech." + o.Name) }

// Dial is the parameter that trades privacy for accuracy.
type Dial struct {
	Param string
	// Rounds are the values in a game's rounds, from little privacy to as much as there
	// is. Places far from the sensor's own are told apart at settings at which
	// neighbouring ones are not, so that W₂-MHE has to go to s = 0 for the machine to fail.
	Rounds [game.Rounds]float64
}

// At says a setting: "s = 0.5".
func (d *Dial) At(value float64) lang.Message {
	return lang.Say("ring.setting", "symbol", Lab{}.Params().Find(d.Param).Symbol, "value", value)
}

var (
	entropy = Dial{"s", [game.Rounds]float64{0.95, 0.6, 0.3, 0.15, 0.07, 0.03, 0.012,
		0.005, 0.002, 0}}
	perturbed = Dial{"sbar", [game.Rounds]float64{0.9999, 0.999, 0.99, 0.98, 0.96, 0.92, 0.85,
		0.7, 0.4, 0}}
	updated = Dial{"shat", [game.Rounds]float64{0.9999, 0.999, 0.998, 0.995, 0.99, 0.98, 0.95,
		0.9, 0.75, 0.5}}
	deviation = Dial{"noise", [game.Rounds]float64{0.001, 0.004, 0.01, 0.02, 0.04, 0.08, 0.16,
		0.4, 1.5, 10}}
	deviations = []float64{0.002, 0.004, 0.008, 0.02, 0.05, 0.1}
)

// The mechanisms, as they stand in links.
const (
	W2MHE   = "w2mhe"
	Input   = "input"
	EKF     = "ekf"
	Laplace = "laplace"
	Gauss   = "gauss"
	Own     = "own"     // a program in the editor
	Command = "command" // a command of the native command's

	Gibbs, Mixture = "gibbs", "mixture" // the readings of W₂-MHE's law
)

// Offers are the mechanisms, in the order in which they are offered.
func Offers() []Offer {
	return []Offer{
		{
			Name: W2MHE, Dial: entropy, Role: sheet.Record,
			Values: []float64{0.2, 0.5, 0.7, 0.8, 0.9, 0.95, 0.98, 0.99}, Window: true, Measuring: 1000,
		},
		{
			Name: Input, Dial: perturbed, Role: sheet.Adjacent, Values: []float64{0.2, 0.5, 0.7, 0.894, 0.944, 0.98},
			Window: true, Measuring: 300,
		},
		{
			Name: EKF, Dial: updated, Role: sheet.Muted, Values: []float64{0.95, 0.97, 0.98, 0.9887, 0.995},
			Measuring: 1000,
		},
		{
			Name: Laplace, Dial: deviation, Role: sheet.Leak, Values: deviations, Window: true, Measuring: 1000,
		},
		{
			Name: Gauss, Dial: deviation, Role: sheet.Target, Values: deviations, Window: true, Measuring: 1000,
		},
		{Name: Own, Dial: deviation, Role: sheet.Muted, Measuring: 300},
		{Name: Command, Dial: deviation, Role: sheet.Muted},
	}
}

// when shows a parameter for the mechanisms of which something holds.
func when(is func(o Offer) bool) []lab.Only {
	var names []string
	for _, o := range Offers() {
		if is(o) {
			names = append(names, o.Name)
		}
	}
	return lab.When("mech", names...)
}

// dialled shows a parameter for the mechanisms whose dial it is.
func dialled(param string) []lab.Only {
	return when(func(o Offer) bool { return o.Dial.Param == param })
}
