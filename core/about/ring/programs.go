package ring

import (
	"embed"

	"indistinct/core/lab"
)

//go:embed programs/*.star
var programs embed.FS

// shelf lists programs that estimate, right and wrong ones and some with a system of their own:
// each is the preset of its name, with what it sets besides. Where noise is added to an estimate
// that draws nothing, the pair's exact ε is the sum of the estimates' differences over its scale.
func shelf() []lab.Preset {
	out := []lab.Preset{
		{Name: "ekf", Group: "right", Set: map[string]string{"eps": "1", "noise": "0.36"}},
		{Name: "ukf", Group: "right", Set: map[string]string{"n": "200", "m": "400"}},
		{Name: "average", Group: "right", Set: map[string]string{"eps": "1", "n": "1000", "m": "4000"}},
		{Name: "ekf_unclipped", Group: "wrong", Set: map[string]string{"eps": "1", "noise": "0.02"}},
		{Name: "mhe", Group: "wrong", Set: map[string]string{"eps": "1"}},
		{Name: "particle", Group: "wrong", Set: map[string]string{"eps": "1", "n": "200", "m": "400"}},
		{Name: "average_wrong", Group: "wrong", Set: map[string]string{"eps": "0.2", "n": "1000", "m": "4000"}},
		{Name: "innovation", Group: "wrong", Set: map[string]string{"eps": "1", "noise": "0.36"}},
		{Name: "seed", Group: "wrong", Set: map[string]string{"eps": "1", "noise": "0.36", "n": "500", "m": "2000"}},
		{Name: "radar", Group: "systems", Set: map[string]string{"eps": "1", "noise": "10", "d": "0.05"}},
		{Name: "bearings", Group: "systems", Set: map[string]string{"eps": "1", "noise": "10", "d": "0.02"}},
		{Name: "gps", Group: "systems", Set: map[string]string{"eps": "1", "noise": "2"}},
		{Name: "dropouts", Group: "systems", Set: map[string]string{"eps": "1", "noise": "2"}},
	}
	for _, p := range out {
		p.Set["mech"], p.Set["code"] = Own, programText(p.Name)
	}
	return out
}

// programText is the text of one of the programs.
func programText(name string) string { return lab.Program(programs, name) }
