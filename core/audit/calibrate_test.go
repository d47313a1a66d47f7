package audit

import (
	"encoding/json"
	"math"
	"slices"
	"strings"
	"testing"

	"indistinct/core/sheet"
	"indistinct/core/stat"
	"indistinct/core/work"
)

func calibrated(t *testing.T, kind string, reps int, set Settings) sheet.Sheet {
	t.Helper()
	job, err := NewCalibration(set, kind, reps)
	if err != nil {
		t.Fatal(err)
	}
	b, err := work.Serial(job, 16)
	if err != nil {
		t.Fatal(err)
	}
	var s sheet.Sheet
	if err := json.Unmarshal(b, &s); err != nil {
		t.Fatal(err)
	}
	return s
}

var calibrationSettings = Settings{Seed: 11, Epsilon: 0.7, Alpha: 0.05, Beta: 0.1, Gamma: 1e-3, Grid: 2, N: 200, M: 300, Learn: true}

// Whole audits of mechanisms that keep their claim exactly reject at most α:
// with 15 each, more than 7 rejections have probability below 10⁻⁶ for one and
// are a failure; 75 in all with more than 16, below 10⁻⁶.
func TestCalibrationSize(t *testing.T) {
	const reps = 15
	s := calibrated(t, CalibrateSize, reps, calibrationSettings)
	total := 0.0
	for _, series := range s.Charts[0].Series {
		if series.Role != sheet.Strong {
			continue
		}
		if len(series.Y) != 5 {
			t.Fatalf("%d mechanisms, want 5", len(series.Y))
		}
		for i, y := range series.Y {
			if float64(y)*reps > 7 {
				t.Errorf("mechanism %d: rejected in %v of audits", i+1, y)
			}
			if !(series.Lo[i] <= y && y <= series.Hi[i]) {
				t.Errorf("mechanism %d: rate %v outside its interval", i+1, y)
			}
			total += float64(y) * reps
		}
	}
	if total > 16 {
		t.Errorf("%v of 75 audits reject a claim that holds", total)
	}
	if say := strings.Join(s.Notes, " "); !strings.Contains(say, "it may reject up to 2α; where it rejects less than α") {
		t.Errorf("of how often the paper's rule may reject: %s", say)
	}
}

func TestCalibrationPower(t *testing.T) {
	s := calibrated(t, CalibratePower, 20, calibrationSettings)
	at := func(chart, series int, ratio float64) float64 {
		c := s.Charts[chart].Series[series]
		for i, x := range c.X {
			if float64(x) == ratio {
				return float64(c.Y[i])
			}
		}
		t.Fatalf("no ratio %v", ratio)
		return 0
	}
	for m := range powerSizes {
		if p := at(0, m, 0.5); p > 0.25 {
			t.Errorf("size %d: half of the claim rejected in %v", powerSizes[m], p)
		}
	}
	if p := at(0, 2, 2); p < 0.99 {
		t.Errorf("twice the claim with 10,000 releases is found in %v only", p)
	}
	if a, b := at(0, 0, 1.5), at(0, 3, 1.5); a > b {
		t.Errorf("power falls with the number of releases: %v to %v", a, b)
	}
}

// The curve of events that need not be found is that of the test which decides in whole
// audits, two events at once: one event alone shows .42 where both show .62. 200 draws
// stray by more than 0.177 with probability below 10⁻⁶.
func TestCalibrationPowerCountsBothEvents(t *testing.T) {
	set := calibrationSettings
	set.N, set.M, set.Epsilon = 50, 50, 2
	fixed := calibrated(t, CalibratePower, 200, set).Charts[0].Series[1]
	i := slices.Index(powerRatios, 1.1)
	s := int64(math.Round(500 * (1 + math.Exp(-2.2)))) // hits of x < 0 and of x > 1
	power := stat.NewBestFrontier(s, 2, 0, set.Alpha).Power(stat.BestLaw(2.2, 0))
	if got := float64(fixed.Y[i]); math.Abs(got-power) > 2.5/math.Sqrt(200) {
		t.Errorf("with 1,000 releases a true ε of 2.2 shows in %v, want %.3f", got, power)
	}
}

// Peeking at a fixed-size test accuses the innocent too often; the e-process
// does not: 100 runs at α = 0.05 give more than 18 with probability below 10⁻⁶.
func TestCalibrationLooks(t *testing.T) {
	s := calibrated(t, CalibrateLooks, 100, calibrationSettings)
	row := s.Tables[0].Rows[0]
	peek, anytime := float64(*row[1].Num), float64(*row[3].Num)
	if anytime*100 > 18 {
		t.Errorf("the anytime-valid test rejects a true claim in %v of runs", anytime)
	}
	if peek < 0.08 {
		t.Errorf("peeking rejects in %v of runs only: the comparison shows nothing", peek)
	}
	if found := float64(*s.Tables[0].Rows[1][3].Num); found < 0.95 {
		t.Errorf("the anytime-valid test finds a violation in %v of runs only", found)
	}
	run := s.Charts[0].Series[0]
	for i := 1; i < len(run.Y); i++ {
		if run.Y[i] < run.Y[i-1] {
			t.Error("the running bound falls")
		}
	}
}

func TestCalibrationRefuses(t *testing.T) {
	for _, c := range []struct {
		kind string
		reps int
		set  Settings
	}{{"nonsense", 10, calibrationSettings}, {CalibrateSize, 0, calibrationSettings}, {CalibrateSize, 10, Settings{}}} {
		if _, err := NewCalibration(c.set, c.kind, c.reps); err == nil {
			t.Errorf("%q, %d: no error", c.kind, c.reps)
		}
	}
}
