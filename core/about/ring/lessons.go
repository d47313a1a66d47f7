package ring

import (
	"math"

	"indistinct/core/lab"
	"indistinct/core/lang"
	"indistinct/core/privacy"
)

// Lessons are the laboratory's guided paths. Every number in an answer comes
// from the run.
func (Lab) Lessons() []lab.Lesson { return []lab.Lesson{giveAway(), threeMoves(), notPrivate()} }

// sensor is the film's view of the hidden sensor's surroundings; the first is what is published.
const sensor = 1

// proven says what a run proves against what is claimed.
func proven(r *lab.Report) lang.Message {
	return lang.Say("ring.lesson.proven", "m", r.M, "bound", r.Proven(), "claim", r.Spec.Float("eps"))
}

// answer is what a text says to a step's answer, and then what the run proves.
func answer(id string, r *lab.Report) lang.Message { return lang.Sentences(lang.Say(id), proven(r)) }

// millimetres is a run's error.
func millimetres(r *lab.Report) float64 { return 1000 * float64(r.ECorrect) }

// inaccurate says it.
func inaccurate(r *lab.Report) lang.Message {
	return lang.Say("ring.lesson.three-moves.error", "error", millimetres(r))
}

func giveAway() lab.Lesson {
	const nearest = 0.001 // m: nearer, the two places are one
	return lab.Lesson{
		Name: "give-away", Minutes: 6,
		Steps: []lab.LessonStep{
			{Point: "stage", Set: map[string]string{}},
			{Point: "stage", Set: map[string]string{"d": "5"},
				Ask: lab.IfFound(func(r *lab.Report, found bool) lang.Message {
					if !found {
						return answer("ring.lesson.give-away.2.none", r)
					}
					return answer("ring.lesson.give-away.2.found", r)
				})},
			{Point: "stage", View: sensor, Set: map[string]string{"d": "5"},
				Task: lab.Move("d", "0.1").Until(func(r *lab.Report) lab.Try {
					away := r.Fact("displacement")
					switch {
					case r.Found():
						return lab.Less("d", lang.Sentences(proven(r), lang.Say("ring.lesson.give-away.3.found")))
					case !(away >= nearest):
						return lab.More("d", lang.Say("ring.lesson.give-away.3.near", "away", 1000*away))
					}
					return lab.Solved(lang.Say("ring.lesson.give-away.3.done", "away", 1000*away))
				})},
			{Point: "s", Set: map[string]string{"d": "0.01", "s": "1"},
				Ask: &lab.Question{
					Options: 3, Values: []float64{0.5, 0.75, 1}, Seen: lab.Told,
					Right: func(r *lab.Report) (int, lang.Message) {
						if r.Found() {
							return 2, answer("ring.lesson.give-away.4.found", r)
						}
						return 0, proven(r)
					}}},
		},
	}
}

func threeMoves() lab.Lesson {
	const most = 14 // mm
	return lab.Lesson{
		Name: "three-moves", Minutes: 8,
		Steps: []lab.LessonStep{
			{Point: "run", Set: map[string]string{},
				Ask: lab.IfFound(func(r *lab.Report, found bool) lang.Message {
					if !found {
						return proven(r)
					}
					return lang.Sentences(proven(r), inaccurate(r))
				})},
			{Point: "s", Set: map[string]string{"s": "0"},
				Ask: &lab.Question{Options: 2, Right: func(r *lab.Report) (int, lang.Message) {
					return 0, lang.Sentences(lang.Say("ring.lesson.three-moves.2.nothing"), inaccurate(r))
				}}},
			{Point: "s", Set: map[string]string{},
				Task: lab.Move("s", "0.25").Until(func(r *lab.Report) lab.Try {
					switch {
					case r.Found():
						return lab.Less("s", lang.Sentences(proven(r), lang.Say("ring.lesson.three-moves.3.found")))
					case !(millimetres(r) < most):
						return lab.More("s", lang.Say("ring.lesson.three-moves.3.rough", "error", millimetres(r)))
					}
					return lab.Solved(lang.Say("ring.lesson.three-moves.3.done", "s", r.Spec.Float("s"),
						"error", millimetres(r)))
				})},
			{Point: "verdict"},
		},
	}
}

// hourly returns the exact ε of an hour of positions like the run's, one a second, at the δ of
// its claim, and says it beside that of the run and what adding up would come to. The noise is
// Gaussian: μ grows with the square root of their number.
func hourly(r *lab.Report) (exact float64, say lang.Message) {
	if r.ExactDelta == nil {
		return math.NaN(), proven(r)
	}
	run, delta, times := float64(*r.ExactDelta), float64(r.ExactAt), 3600/float64(r.Steps)
	sigma, _ := privacy.GaussianSigma(delta, run) // NaN where δ or ε is out of range, as what follows
	part, _ := privacy.GaussianEpsilon(delta/times, 1/sigma)
	exact, _ = privacy.GaussianEpsilon(delta, math.Sqrt(times)/sigma)
	return exact, lang.Say("ring.lesson.not-private.hour", "steps", r.Steps, "run", run, "added", times*part,
		"exact", exact, "ratio", exact/run, "delta", delta)
}

func notPrivate() lab.Lesson {
	const most = 10 // ε of an hour
	gauss := map[string]string{"mech": "gauss", "noise": "0.04", "eps": "1", "delta": "1e-5"}
	few := map[string]string{"s": "0.6", "n": "50", "m": "50"}
	return lab.Lesson{
		Name: "not-private", Minutes: 8,
		Steps: []lab.LessonStep{
			{Point: "run", Set: few,
				Ask: &lab.Question{Options: 2, Right: func(r *lab.Report) (int, lang.Message) {
					say := proven(r)
					if r.Found() {
						say = lang.Sentences(say, lang.Say("ring.lesson.not-private.1.found"))
					}
					if r.ExactPure != nil {
						say = lang.Sentences(say, lang.Say("ring.lesson.not-private.1.exact", "eps", *r.ExactPure))
					}
					return 1, say
				}}},
			{Point: "n", Set: few,
				Task: lab.Move("n", "1000", "m", "10000").Until(func(r *lab.Report) lab.Try {
					switch n := r.Spec.Int("n"); {
					case r.Found():
						return lab.Solved(answer("ring.lesson.not-private.2.done", r))
					case n < 500: // the event decides first
						return lab.More("n", lang.Sentences(proven(r),
							lang.Say("ring.lesson.not-private.2.none", "n", n)))
					}
					return lab.More("m", proven(r))
				})},
			{Point: "run",
				Set: map[string]string{"d": "10", "eps": "1", "m": "1000"},
				Ask: &lab.Question{Options: 2, Right: func(r *lab.Report) (int, lang.Message) {
					say := lang.Say("ring.lesson.not-private.3.outside", "outside", r.Escape.C2, "n", r.Escape.N,
						"without", r.EpsilonC, "with", r.EscapeC, "bound", r.Proven())
					if r.EpsilonC > r.Epsilon {
						return 0, say
					}
					return 1, say
				}}},
			{Point: "noise", Set: gauss,
				Ask: &lab.Question{Options: 3, Right: func(r *lab.Report) (int, lang.Message) {
					_, say := hourly(r)
					return 1, say
				}}},
			{Point: "noise",
				Task: lab.Move("noise", "0.2").Until(func(r *lab.Report) lab.Try {
					exact, say := hourly(r)
					if !(exact <= most) {
						return lab.More("noise", say)
					}
					return lab.Solved(lang.Sentences(say, inaccurate(r)))
				})},
			{Point: "stage", Set: map[string]string{}},
		},
	}
}
