package film

import "indistinct/core/lang"

// Show is what the stage plays of a run: the run's own first releases, the
// event that decides, its counts, and the verdict. It is made of what the run
// drew and counted; the stage computes nothing.
type Show struct {
	Form  Form            `json:"form"`
	Names [2]lang.Message `json:"names"` // the two inputs: "record", "neighbour"
	Axes  [2]Axis         `json:"axes"`  // of Line and Bars only the first counts; of Stream time and the release
	// Words are the categories of a Bars show, in order.
	Words  []lang.Message `json:"words,omitempty"`
	Clouds [2]Cloud       `json:"clouds"`
	// About, of a Plane whose releases the film shows in its first lens, is what on both axes is
	// in the middle of that.
	About []float64 `json:"about,omitempty"`
	Seen  int       `json:"seen,omitempty"` // how many releases of each input that lens shows
	// Pair names the two inputs' difference where it was looked for among several:
	// "sensor 3, moved clockwise".
	Pair lang.Message `json:"pair,omitempty"`
	// Event says in a few words which releases the deciding event holds; empty
	// while none is chosen.
	Event lang.Message `json:"event,omitempty"`
	// Edge is where the deciding event begins and ends, where that can be drawn:
	// of a Line the numbers between which it holds, as pairs from, to, of which
	// the first may be Axes[0].Min and the last Max; of a Plane straight lines,
	// x0, y0, x1, y1 each. Empty: only the marks inside tell.
	Edge []float32 `json:"-"`
	// Counts is how many of the Drawn test releases of each input the event
	// held so far.
	Counts  [2]int64 `json:"counts"`
	Drawn   int64    `json:"drawn"`   // test releases of each input so far
	Goal    int64    `json:"goal"`    // of so many
	Epsilon float64  `json:"epsilon"` // what the claim allows an event as rare as this one
	Delta   float64  `json:"delta"`
	Verdict Verdict  `json:"verdict,omitempty"` // empty while the run goes on
}

// Verdict is how a run ended, as package audit names it.
type Verdict string

// The verdicts; the empty one says that the run goes on.
const (
	Violation    Verdict = "violation found"
	NoViolation  Verdict = "no violation found"
	Inconclusive Verdict = "inconclusive"
)

// Form is how releases are drawn.
type Form string

// The forms.
const (
	Line   Form = "line"   // one number a release: two histograms
	Plane  Form = "plane"  // two numbers a release: two clouds
	Stream Form = "stream" // a number at each step: two bundles of curves
	Bars   Form = "bars"   // a word a release, as its index among Words: pairs of bars
)

// Axis is one axis of a show.
type Axis struct {
	Label lang.Message `json:"label"` // "position x¹": symbol last
	Unit  lang.Message `json:"unit,omitempty"`
	Min   float64      `json:"min"` // what the stage shows of it
	Max   float64      `json:"max"`
}

// Cloud is the releases of one input, in the order in which they were drawn.
type Cloud struct {
	// Data holds Stride numbers for each release: 1 for Line and Bars, 2 for
	// Plane, one for each step of a Stream.
	Data   []float32 `json:"-"`
	Stride int       `json:"stride"`
	// In says for each release whether the deciding event holds it, 1 or 0;
	// empty while none is chosen.
	In []float32 `json:"-"`
}
