package tell

import (
	_ "embed" // the counts of the bench
	"encoding/json"

	"indistinct/core/audit"
	"indistinct/core/lang"
	"indistinct/core/privacy"
	"indistinct/core/sheet"
)

// Covered is how many tests of a promise that is kept with equality found it broken, of so many.
type Covered struct {
	Mechanism string        `json:"mechanism"`
	Claim     privacy.Claim `json:"claim"`
	Mode      string        `json:"mode"`
	Alpha     sheet.Real    `json:"alpha"`
	Runs      int64         `json:"runs"`
	Alarms    int64         `json:"alarms"`
}

//go:embed coverage.json
var coverage []byte

// Coverage is what ./build.sh bench coverage has counted.
func Coverage() (all []Covered) {
	if err := json.Unmarshal(coverage, &all); err != nil {
		panic(err)
	}
	return all
}

// covered says how often tests in a report's mode raised a false alarm.
func covered(r *audit.Report) lang.Message {
	mode, runs, alarms, most := "fixed", int64(0), int64(0), 0.0
	if r.Sequential {
		mode = "sequential"
	}
	for _, c := range Coverage() {
		if c.Mode == mode {
			runs, alarms, most = runs+c.Runs, alarms+c.Alarms, most+float64(c.Alpha)*float64(c.Runs)
		}
	}
	return lang.Say("tell.meaning.coverage", "runs", runs, "alarms", alarms, "most", most)
}
