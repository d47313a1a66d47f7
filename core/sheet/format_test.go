package sheet

import (
	"encoding/json"
	"math"
	"testing"

	"indistinct/core/lang"
	"indistinct/core/texts"
)

func TestCells(t *testing.T) {
	german, err := texts.Read("de")
	if err != nil {
		t.Fatal(err)
	}
	for _, c := range []struct {
		cell   Cell
		en, de string
		num    float64
	}{
		{Count(27), "27", "27", 27}, {Count(26.6), "27", "27", 26.6}, {Count(-3), "−3", "−3", -3},
		{Count(12345), "12,345", "12\u202f345", 12345}, {Count(math.Inf(1)), "∞", "∞", math.Inf(1)},
		{Number(0.333333, 2), "0.33", "0,33", 0.333333}, {Number(0.5, 4), "0.5000", "0,5000", 0.5},
		{Bound(0.2999, 1), "0.299", "0,299", 0.299}, {Bound(1.1500021, 1.15), "1.150002", "1,150002", 1.150002},
		{Bound(0, 1), "0", "0", 0}, {Bound(math.Inf(1), 1), "∞", "∞", math.Inf(1)},
	} {
		if en, de := c.cell.Say(texts.English()), c.cell.Say(german); en != c.en || de != c.de {
			t.Errorf("%+v is %q and %q, want %q and %q", c.cell, en, de, c.en, c.de)
		}
		if float64(*c.cell.Num) != c.num {
			t.Errorf("%q holds %v, want %v", c.en, *c.cell.Num, c.num)
		}
	}
	if c := Words(lang.Say("input.record")); c.Num != nil || c.Say(texts.English()) != "record" {
		t.Errorf("a cell of words is %+v", c)
	}
}

// A spread that is rounding alone is none: ten equal η = 1, whose mean and standard
// deviation are computed, are not "1.0 ± 1.2·10⁻¹⁶".
func TestSpread(t *testing.T) {
	for _, c := range []struct {
		mean, sd float64
		digits   int
		want     string
	}{
		{1 - 1e-16, 1.2e-16, 2, "1.0 ± 0"}, {335.123, 1.2e-13, 3, "335 ± 0"}, {-335.123, 1.2e-13, 3, "−335 ± 0"},
		{5, 0, 3, "5 ± 0"},
		{1, 1e-9, 2, "1 ± 1·10⁻⁹"}, {0.0040, 0.0001, 2, "0.0040 ± 0.00010"}, {0, 1e-15, 2, "0 ± 1·10⁻¹⁵"},
		{0, 0, 2, "0 ± 0"},
	} {
		cell := Spread(c.mean, c.sd, c.digits)
		if got := cell.Say(texts.English()); got != c.want || float64(*cell.Num) != c.mean {
			t.Errorf("Spread(%v, %v, %d) = %q with %v, want %q", c.mean, c.sd, c.digits, got, *cell.Num, c.want)
		}
	}
}

// Every float64 survives its JSON, those that JSON has no number for as well.
func TestReal(t *testing.T) {
	for _, v := range []float64{0, -1.5, 0.1, 5e-324, math.MaxFloat64, math.Inf(1), math.Inf(-1)} {
		data, err := json.Marshal(Real(v))
		if err != nil {
			t.Fatal(err)
		}
		var got Real
		if err := json.Unmarshal(data, &got); err != nil || float64(got) != v {
			t.Errorf("%v became %s and %v (%v)", v, data, got, err)
		}
	}
	var got Real
	if data, err := json.Marshal(Real(math.NaN())); err != nil || json.Unmarshal(data, &got) != nil ||
		!math.IsNaN(float64(got)) {
		t.Errorf("NaN became %s and %v", data, got)
	}
	for _, bad := range []string{`"much"`, `{}`, `null`, `true`} {
		if err := json.Unmarshal([]byte(bad), &got); err == nil {
			t.Errorf("%s was read as %v", bad, got)
		}
	}
}
