package ring

import (
	"fmt"

	"indistinct/core/lang"

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
		Name: "give-away", Minutes: 6,
		Steps: []lab.LessonStep{
			{Point: "stage", Set: map[string]string{}},
			{Point: "stage", Set: map[string]string{"d": "5"},
				Ask: &lab.Question{
					Options: 2,
					Right: func(r *lab.Report) (int, lang.Message) {
						if r.Found() {
							return 0, lang.Verbatim("A violation: " + proven(r))
						}
						return 1, lang.Verbatim("None found: " + proven(r))
					}}},
			{Point: "stage", Set: map[string]string{"d": "5"},
				Task: &lab.Task{
					Check: func(r *lab.Report) (bool, lang.Message) {
						switch {
						case r.Spec.Float("s") != 0.8:
							return false, "Put s back to 0.8: here only the orange star is to move."
						case r.Found():
							return false, lang.Verbatim(proven(r) + " Move the orange star nearer.")
						}
						away, _ := r.Fact("displacement")
						return true, lang.Verbatim(fmt.Sprintf("With the sensor moved by %s mm the two look alike to this test.",
							sheet.Format(1000*away, 3)))
					}}},
			{Point: "s", Set: map[string]string{"d": "0.01", "s": "1"},
				Ask: &lab.Question{
					Options: 2,
					Right: func(r *lab.Report) (int, lang.Message) {
						if r.Found() {
							return 1, lang.Verbatim("Without noise nothing hides in anything: " + proven(r))
						}
						return 0, lang.Verbatim(proven(r))
					}}},
		},
	}
}

func threeMoves() lab.Lesson {
	const most = 0.013 // m
	return lab.Lesson{
		Name: "three-moves", Minutes: 8,
		Steps: []lab.LessonStep{
			{Point: "run", Set: map[string]string{},
				Ask: &lab.Question{
					Options: 2,
					Right: func(r *lab.Report) (int, lang.Message) {
						if r.Found() {
							return 0, lang.Verbatim(proven(r) + " The published positions err by " + millimetres(r) + ".")
						}
						return 1, lang.Verbatim(proven(r))
					}}},
			{Point: "s", Set: map[string]string{"s": "0"},
				Ask: &lab.Question{
					Options: 2,
					Right: func(r *lab.Report) (int, lang.Message) {
						return 0, lang.Verbatim("Nothing: the dots spread in the same way wherever it stands. The error is " +
							millimetres(r) + ".")
					}}},
			{Point: "s", Set: map[string]string{},
				Task: &lab.Task{
					Check: func(r *lab.Report) (bool, lang.Message) {
						e := float64(r.ECorrect)
						switch {
						case r.Spec.Float("d") != 1 || r.Spec.Float("eps") != 2:
							return false, "Keep d = 1 and the claim ε = 2: only s is to move."
						case r.Found():
							return false, lang.Verbatim(proven(r) + " Less s hides more.")
						case !(e < most):
							return false, lang.Verbatim(fmt.Sprintf("The error is %s. More s is more accurate.", millimetres(r)))
						}
						return true, lang.Verbatim(fmt.Sprintf("At s = %s no violation is found and the error is %s.",
							sheet.Format(r.Spec.Float("s"), 3), millimetres(r)))
					}}},
			{Point: "verdict"},
		},
	}
}

func notPrivate() lab.Lesson {
	few := map[string]string{"s": "0.6", "n": "50", "m": "50"}
	return lab.Lesson{
		Name: "not-private", Minutes: 6,
		Steps: []lab.LessonStep{
			{Point: "run", Set: few,
				Ask: &lab.Question{
					Options: 2,
					Right: func(r *lab.Report) (int, lang.Message) {
						if r.ExactPure != nil {
							return 1, lang.Verbatim(fmt.Sprintf("%s The exact ε of these two inputs is %s.", proven(r),
								sheet.Format(float64(*r.ExactPure), 3)))
						}
						return 1, lang.Verbatim(proven(r))
					}}},
			{Point: "m", Set: few,
				Task: &lab.Task{
					Check: func(r *lab.Report) (bool, lang.Message) {
						switch {
						case r.Spec.Float("s") != 0.6 || r.Spec.Float("eps") != 2:
							return false, "Keep s = 0.6 and the claim ε = 2: only n and m are to change."
						case !r.Found():
							return false, lang.Verbatim(proven(r) + " Draw more: some thousands.")
						}
						return true, lang.Verbatim("The same mechanism, seen longer: " + proven(r))
					}}},
			{Point: "verdict",
				Set: map[string]string{"d": "10", "eps": "1", "m": "1000"},
				Ask: &lab.Question{
					Options: 2,
					Right: func(r *lab.Report) (int, lang.Message) {
						say := fmt.Sprintf("%d of %d fall outside. Without them the paper's rule sees no ε above %s (ε_c), with them %s.", r.Escape.C2, r.Escape.N, sheet.Format(float64(r.EpsilonC), 2), sheet.Format(float64(r.EscapeC), 3))
						if 2*r.Escape.C2 > r.Escape.N {
							return 1, lang.Verbatim(say)
						}
						return 0, lang.Verbatim(say)
					}}},
			{Point: "stage", Set: map[string]string{}},
		},
	}
}
