package axis

import (
	"math"
	"strings"
	"testing"

	"indistinct/core/lang"
	"indistinct/core/texts"
)

func TestTicks(t *testing.T) {
	tests := []struct {
		s    Scale
		want int
		get  string
	}{
		{Scale{Min: 0, Max: 1}, 5, "0 0.2 0.4 0.6 0.8 1.0"},
		{Scale{Min: 0, Max: 10}, 5, "0 2 4 6 8 10"},
		{Scale{Min: -1, Max: 1}, 4, "−1.0 −0.5 0 0.5 1.0"},
		{Scale{Min: 0.00021, Max: 0.00089}, 4, "0.0004 0.0006 0.0008"},
		{Scale{Min: 0, Max: 3e7}, 3, "0 1·10⁷ 2·10⁷ 3·10⁷"},
		{Scale{Min: 1, Max: 1000, Log: true}, 4, "1 10 100 1,000"},
		{Scale{Min: 1e-9, Max: 1, Log: true}, 5, "10⁻⁸ 10⁻⁶ 10⁻⁴ 0.01 1"},
		{Scale{Min: 1e-300, Max: 1, Log: true}, 4, "10⁻³⁰⁰ 10⁻²⁰⁰ 10⁻¹⁰⁰ 1"},
		{Scale{Min: 1, Max: 30, Log: true}, 6, "1 2 5 10 20"},
		{Scale{Min: 2, Max: 9, Log: true}, 4, "2 4 6 8"},
		{Scale{Min: 1e4, Max: 1e8, Log: true}, 6, "10,000 10⁵ 10⁶ 10⁷ 10⁸"},
	}
	for _, x := range tests {
		var got []string
		for _, k := range x.s.Ticks(texts.English(), x.want) {
			got = append(got, k.Label)
		}
		if s := strings.Join(got, " "); s != x.get {
			t.Errorf("ticks of %+v: %q, want %q", x.s, s, x.get)
		}
	}
	if n := Linear(0, math.Inf(1), math.Inf(1)).N; n != 0 {
		t.Errorf("an infinite range has %d ticks", n)
	}
}

func TestScaleAt(t *testing.T) {
	linear, log := Scale{0, 10, 50, 450, false}, Scale{1e-6, 100, 300, 20, true}
	for _, c := range []struct {
		s     Scale
		v, px float64
	}{
		{linear, 0, 50}, {linear, 2.5, 150}, {linear, 10, 450}, {linear, -1, 10},
		{log, 1e-6, 300}, {log, 1e-2, 160}, {log, 100, 20},
		{log, 0, 300}, {log, -1, 300}, // no logarithm: on the lower edge
	} {
		if got := c.s.At(c.v); math.Abs(got-c.px) > 1e-9 {
			t.Errorf("%+v: At(%v) = %v, want %v", c.s, c.v, got, c.px)
		}
	}
}

// TestTicksApart: ticks stand at least as far apart as they are asked to, and all
// of an axis are written in one form.
func TestTicksApart(t *testing.T) {
	for _, c := range []struct {
		span, pixels, apart, want float64
	}{{10, 500, 50, 1}, {10, 500, 51, 2}, {10, 500, 110, 5}, {10, 500, 260, 10}, {1, 1000, 100, 0.1},
		{60, 640, 92, 10}} {
		if got := Linear(0, c.span, c.span*c.apart/c.pixels).Step; math.Abs(got-c.want) > 1e-9*c.want {
			t.Errorf("%v over %v pixels, %v apart: a step of %v, want %v", c.span, c.pixels, c.apart, got, c.want)
		}
	}
	for _, c := range []struct {
		lo, hi, apart float64
		want          string
	}{
		{-0.25, 0.3, 0.1, "−0.2 −0.1 0 0.1 0.2 0.3"},
		{0, float64(float32(0.3)), 0.1, "0 0.1 0.2 0.3"},
		{0, 1.5e6, 5e5, "0 500,000 1,000,000 1,500,000"},
		{2.34e7, 2.38e7, 1e5, "2.34·10⁷ 2.35·10⁷ 2.36·10⁷ 2.37·10⁷ 2.38·10⁷"},
	} {
		var out []string
		ticks := Linear(c.lo, c.hi, c.apart)
		for i := range ticks.N {
			out = append(out, ticks.Label(texts.English(), i))
		}
		if got := strings.Join(out, " "); got != c.want {
			t.Errorf("%v to %v by %v: %s, want %s", c.lo, c.hi, c.apart, got, c.want)
		}
	}
}

func TestWidth(t *testing.T) {
	if a, b := Width("Σ x̂ₖ", 20), 2*Width("Σ x̂ₖ", 10); a != b || a == 0 {
		t.Errorf("widths %v and %v do not grow with the size", a, b)
	}
	if Width("x̂", 10) != Width("x", 10) || Width("ill", 10) >= Width("mow", 10) {
		t.Error("accents take room, or narrow letters are not narrow")
	}
}

// TestTicksInALanguage: German axes have German signs.
func TestTicksInALanguage(t *testing.T) {
	german, err := texts.Read("de")
	if err != nil {
		t.Fatal(err)
	}
	for _, c := range []struct {
		s    Scale
		want string
	}{{Scale{Min: 0, Max: 1}, "0 0,5 1,0"}, {Scale{Min: 2.3e7, Max: 2.5e7},
		"2,30·10⁷ 2,35·10⁷ 2,40·10⁷ 2,45·10⁷ 2,50·10⁷"},
		{Scale{Min: 0.01, Max: 1, Log: true}, "0,01 0,1 1"}} {
		var got []string
		for _, k := range c.s.Ticks(german, 4) {
			got = append(got, k.Label)
		}
		if s := strings.Join(got, " "); s != c.want {
			t.Errorf("ticks of %+v: %q, want %q", c.s, s, c.want)
		}
	}
}

// TestRuns: what stands between asterisks is a symbol, with its indices.
func TestRuns(t *testing.T) {
	l, err := lang.New("en", map[string]string{"language.decimal": ".", "language.direction": "ltr",
		"loss": "privacy loss *ε*", "critical": "*ε_c* = {eps}", "power": "at most *e^{eps}*, or *e^−ε p*",
		"word": "p-value", "long": "*E_correct*, m", "no": "in the file a_b^c", "outer": "the {inner}: *x_1′*"})
	if err != nil {
		t.Fatal(err)
	}
	for want, m := range map[string]lang.Message{
		"privacy loss [ε]":                 lang.Say("loss"),
		"[ε]{c} = 0.41":                    lang.Say("critical", "eps", 0.41),
		"at most [e]^0.5^, or [e]^−ε^[ p]": lang.Say("power", "eps", 0.5),
		"p-value":                          lang.Say("word"),
		"[E]{correct}, m":                  lang.Say("long"),
		"in the file a_b^c":                lang.Say("no"),
		"the privacy loss [ε]: [x]{1′}":    lang.Say("outer", "inner", lang.Say("loss")),
		"x_1 *y*":                          lang.Verbatim("x_1 *y*"),
		"":                                 lang.Verbatim(""),
	} {
		var b strings.Builder
		for _, r := range Runs(l, m) {
			switch {
			case r.Sub:
				b.WriteString("{" + r.Text + "}")
			case r.Sup:
				b.WriteString("^" + r.Text + "^")
			case r.Italic:
				b.WriteString("[" + r.Text + "]")
			default:
				b.WriteString(r.Text)
			}
		}
		if b.String() != want {
			t.Errorf("runs %q, want %q", b.String(), want)
		}
	}
}

// TestRoundDown: the greatest of 1, 2 and 5 times a power of ten that is not above a number, itself where it
// is one.
func TestRoundDown(t *testing.T) {
	for v, want := range map[float64]float64{1: 1, 1.9: 1, 2: 2, 4.9: 2, 5: 5, 9.9: 5, 10: 10, 20: 20, 50: 50,
		0.25: 0.2, 0.75: 0.5, 0: 1, -3: 1, math.Inf(1): 1} {
		if got := RoundDown(v); math.Abs(got-want) > 1e-12*want {
			t.Errorf("%v is rounded down to %v, want %v", v, got, want)
		}
	}
	if got := RoundDown(math.NaN()); got != 1 {
		t.Errorf("NaN is rounded down to %v", got)
	}
}

// TestTicksOfAnyScale: ticks are round values within their scale, in order and evenly apart, of which there are neither
// many more nor far fewer than wanted, and no two have one label.
func TestTicksOfAnyScale(t *testing.T) {
	for _, s := range []Scale{{Min: 0, Max: 1}, {Min: -3, Max: 17}, {Min: 2e6, Max: 9e6}, {Min: -1e-5, Max: 4e-5},
		{Min: 5, Max: 6},
		{Min: 1e-4, Max: 1e2, Log: true}, {Min: 1e-250, Max: 1, Log: true}, {Min: 0.5, Max: 40, Log: true}, {Min: 3,
			Max: 20, Log: true},
		{Min: 1e-40, Max: 1e3, Log: true}, {Min: 1e-17, Max: 1, Log: true}} {
		for want := -1; want <= 12; want++ {
			ticks := s.Ticks(texts.English(), want)
			if len(ticks) == 0 || len(ticks) > 3*max(want, 2)+2 {
				t.Errorf("%+v: %d ticks where %d are wanted", s, len(ticks), want)
				continue
			}
			seen := map[string]bool{}
			for i, k := range ticks {
				if seen[k.Label] || k.At < s.Min-1e-6*(s.Max-s.Min) || k.At > s.Max+1e-6*(s.Max-s.Min) || i > 0 &&
					k.At <= ticks[i-1].At {
					t.Errorf("%+v, %d wanted: ticks %v", s, want, ticks)
					break
				}
				seen[k.Label] = true
			}
			decades := math.Log10(s.Max) - math.Log10(s.Min)
			for i := 2; i < len(ticks); i++ {
				apart := func(i int) float64 { return ticks[i].At - ticks[i-1].At }
				if s.Log && decades >= 1.2 {
					apart = func(i int) float64 { return math.Log10(ticks[i].At / ticks[i-1].At) }
				}
				a, b := apart(i-1), apart(i)
				if even := math.Abs(a-b) <= 1e-6*a; !even && !(s.Log && a < 0.75 && b < 0.75) { // 1, 2, 5, 10
					t.Errorf("%+v, %d wanted: ticks %v are not evenly apart", s, want, ticks)
					break
				}
			}
			if s.Log && decades >= 1.2 && len(ticks) > 1 {
				every := math.Log10(ticks[1].At / ticks[0].At)
				if every > 0.75 && (decades/every > float64(max(want, 2))+1e-9 || every > 1.01 &&
					decades/every < float64(max(want, 2))/2.6-1) {
					t.Errorf("%+v, %d wanted: a tick every %v of %v decades", s, want, every, decades)
				}
			}
		}
	}
	for _, c := range []struct{ lo, hi, apart float64 }{{0, 1, 0}, {0, 1, math.NaN()}, {0, 1, math.Inf(1)}, {3, 2, 1},
		{0.1, 0.2, 1}} {
		if n := Linear(c.lo, c.hi, c.apart).N; n != 0 {
			t.Errorf("from %v to %v, %v apart, there are %d ticks", c.lo, c.hi, c.apart, n)
		}
	}
	if n := Linear(0, 1e9, 1).N; n != most {
		t.Errorf("an axis has %d ticks", n)
	}
}
