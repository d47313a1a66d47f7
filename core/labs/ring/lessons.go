package ring

import (
	"fmt"
	"math"

	"indistinct/core/lab"
	"indistinct/core/sheet"
)

// Lessons are the laboratory's guided paths. Every number in an answer comes
// from the run.
func (Lab) Lessons() []lab.Lesson { return []lab.Lesson{giveAway(), threeMoves(), notPrivate()} }

// proven says what a run proves against what is claimed.
func proven(r *lab.Report) string {
	return fmt.Sprintf("%s releases of each input prove ε ≥ %s; the claim is %s.", sheet.Group(r.M), r.Proven(),
		sheet.Format(r.Spec.Float("eps"), 3))
}

// millimetres is a run's error.
func millimetres(r *lab.Report) string { return sheet.Format(1000*float64(r.ECorrect), 3) + " mm" }

func giveAway() lab.Lesson {
	return lab.Lesson{
		Name: "give-away", Title: "What does a release give away?", Minutes: 6,
		Lead: "Published positions carry a trace of where each sensor stands.",
		Steps: []lab.LessonStep{
			{Title: "A ring that watches", Point: "stage", Set: map[string]string{},
				Text: "Ten sensors watch a moving target. Its estimated position is published, step by step: the blue " +
					"dots. One sensor is to stay hidden. The orange star is where it stands in the neighbour; the " +
					"orange dots are what would then have been published."},
			{Title: "Two clouds", Point: "stage", Set: map[string]string{"d": "5"},
				Text: "Now the neighbour's sensor stands farther away, and the clouds part. Whoever sees one dot can " +
					"often say which cloud it is from. That is the leak.",
				Ask: &lab.Question{Text: fmt.Sprintf("The claim is ε = 2: nothing that can be seen is more than %s times likelier for one "+
					"cloud than for the other. What will the test say?", sheet.Format(math.Exp(2), 2)),
					Options: []string{"Violation found", "No violation found"},
					Right: func(r *lab.Report) (int, string) {
						if r.Found() {
							return 0, "A violation: " + proven(r)
						}
						return 1, "None found: " + proven(r)
					}}},
			{Title: "Bring them together", Point: "stage", Set: map[string]string{"d": "5"},
				Text: "The slider, the entropy factor s, stays at 0.8. Drag the orange star towards the hidden sensor until a test " +
					"finds no violation. The number beside it says how often the best adversary is right.",
				Task: &lab.Task{Text: "Find a place for the neighbour's sensor at which no violation is found, with s = 0.8.",
					Check: func(r *lab.Report) (bool, string) {
						switch {
						case r.Spec.Float("s") != 0.8:
							return false, "Put s back to 0.8: here only the orange star is to move."
						case r.Found():
							return false, proven(r) + " Move the orange star nearer."
						}
						away, _ := r.Fact("displacement")
						return true, fmt.Sprintf("With the sensor moved by %s mm the two look alike to this test.",
							sheet.Format(1000*away, 3))
					}}},
			{Title: "Without noise", Point: "s", Set: map[string]string{"d": "0.01", "s": "1"},
				Text: "At s = 1 the estimate itself is published. The neighbour's sensor is a fraction of a millimetre away.",
				Ask: &lab.Question{Text: "Is that too little to be seen?",
					Options: []string{"Yes: the dots all but coincide", "No: any difference shows"},
					Right: func(r *lab.Report) (int, string) {
						if r.Found() {
							return 1, "Without noise nothing hides in anything: " + proven(r)
						}
						return 0, proven(r)
					}}},
		},
	}
}

func threeMoves() lab.Lesson {
	const most = 0.013 // m
	return lab.Lesson{
		Name: "three-moves", Title: "Make it private in three moves", Minutes: 8,
		Lead: "More noise hides the sensor and costs accuracy: find a setting that does both jobs.",
		Steps: []lab.LessonStep{
			{Title: "Where we start", Point: "run", Set: map[string]string{},
				Text: "The slider is the entropy factor s: the smaller it is, the more the published position is left to " +
					"chance. At s = 0.8 it is right within millimetres. Run the test.",
				Ask: &lab.Question{Text: fmt.Sprintf("The claim: nothing that is seen is more than %s times likelier with the sensor here than there "+
					"(that is ε = 2). Does it hold?", sheet.Format(math.Exp(2), 2)),
					Options: []string{"It is violated", "No violation is found"},
					Right: func(r *lab.Report) (int, string) {
						if r.Found() {
							return 0, proven(r) + " The published positions err by " + millimetres(r) + "."
						}
						return 1, proven(r)
					}}},
			{Title: "As private as can be", Point: "s", Set: map[string]string{"s": "0"},
				Text: "At s = 0 the position is drawn anywhere in the set that the estimator believes in. Run the test and look at the error.",
				Ask: &lab.Question{Text: "What do the releases say of the hidden sensor now?",
					Options: []string{"Nothing at all", "Less, but something"},
					Right: func(r *lab.Report) (int, string) {
						return 0, "Nothing: the dots spread in the same way wherever it stands. The error is " +
							millimetres(r) + "."
					}}},
			{Title: "Both at once", Point: "s", Set: map[string]string{},
				Text: "Now find the middle: the claim must stand up to the test, and the published position must still be useful.",
				Task: &lab.Task{Text: fmt.Sprintf("Find an s at which no violation is found and the error stays below "+
					"%s mm, with d = 1.", sheet.Format(1000*most, 3)),
					Check: func(r *lab.Report) (bool, string) {
						e := float64(r.ECorrect)
						switch {
						case r.Spec.Float("d") != 1 || r.Spec.Float("eps") != 2:
							return false, "Keep d = 1 and the claim ε = 2: only s is to move."
						case r.Found():
							return false, proven(r) + " Less s hides more."
						case !(e < most):
							return false, fmt.Sprintf("The error is %s. More s is more accurate.", millimetres(r))
						}
						return true, fmt.Sprintf("At s = %s no violation is found and the error is %s.",
							sheet.Format(r.Spec.Float("s"), 3), millimetres(r))
					}}},
			{Title: "What was not shown", Point: "verdict",
				Text: "“No violation found” speaks of one record and one neighbour, one claim and so many releases. It is no " +
					"proof of privacy. The next lesson shows why."},
		},
	}
}

func notPrivate() lab.Lesson {
	few := map[string]string{"s": "0.6", "n": "50", "m": "50"}
	return lab.Lesson{
		Name: "not-private", Title: "Why “no violation found” is not “private”", Minutes: 6,
		Lead: "A test that sees little finds little.",
		Steps: []lab.LessonStep{
			{Title: "A small sample", Point: "run", Set: few,
				Text: "Fifty releases choose the event and fifty test it. Run the test.",
				Ask: &lab.Question{Text: "No violation is found. What follows?",
					Options: []string{"The mechanism keeps ε = 2", "Nothing yet: fifty releases cannot show much"},
					Right: func(r *lab.Report) (int, string) {
						if r.ExactPure != nil {
							return 1, fmt.Sprintf("%s The exact ε of these two inputs is %s.", proven(r),
								sheet.Format(float64(*r.ExactPure), 3))
						}
						return 1, proven(r)
					}}},
			{Title: "Look longer", Point: "m", Set: few,
				Text: "The mechanism stays as it is. Raise the numbers of releases, n and m, until the test sees what is there.",
				Task: &lab.Task{Text: "Find the violation at s = 0.6 by drawing more releases.",
					Check: func(r *lab.Report) (bool, string) {
						switch {
						case r.Spec.Float("s") != 0.6 || r.Spec.Float("eps") != 2:
							return false, "Keep s = 0.6 and the claim ε = 2: only n and m are to change."
						case !r.Found():
							return false, proven(r) + " Draw more: some thousands."
						}
						return true, "The same mechanism, seen longer: " + proven(r)
					}}},
			{Title: "Where the paper's rule does not look", Point: "verdict",
				Set: map[string]string{"d": "10", "eps": "1", "m": "1000"},
				Text: "The paper's test draws ellipses round most of the record's releases and counts only what falls inside. Here " +
					"what falls outside is counted too, as one more event.",
				Ask: &lab.Question{Text: "Where do the neighbour's releases fall?",
					Options: []string{"Mostly inside the ellipses", "Mostly outside"},
					Right: func(r *lab.Report) (int, string) {
						say := fmt.Sprintf("%d of %d fall outside. Without them the paper's rule sees no ε above %s (ε_c), with them %s.", r.Escape.C2, r.Escape.N, sheet.Format(float64(r.EpsilonC), 2), sheet.Format(float64(r.EscapeC), 3))
						if 2*r.Escape.C2 > r.Escape.N {
							return 1, say
						}
						return 0, say
					}}},
			{Title: "One pair", Point: "stage", Set: map[string]string{},
				Text: "A test looks at one record and one neighbour. Differential privacy speaks of all pairs: of every " +
					"sensor, at every place. A test can refute such a promise; only a proof can establish it."},
		},
	}
}
