package workshop

import (
	"encoding/json"
	"strings"

	"indistinct/core/lab"
	"indistinct/core/lang"
)

// Lessons are the laboratory's guided paths.
func (Lab) Lessons() []lab.Lesson {
	return []lab.Lesson{caught(), digitsTell(), remembers()}
}

// asked reports whether a run was of the lesson's inputs, twelve people or thirteen, held to
// an ε.
func asked(r *lab.Report) bool {
	for _, note := range r.Notes {
		var pair struct{ ID, Record, Neighbour string }
		data, err := json.Marshal(note)
		if err == nil && json.Unmarshal(data, &pair) == nil && pair.ID == "workshop.pair" {
			return pair.Record == "12" && pair.Neighbour == "13" && r.Group == 0 && r.Curved == nil
		}
	}
	return false
}

// said is a text of a lesson's step, with the bound that a run proves.
func said(text string, r *lab.Report) lang.Message {
	return lang.Say("workshop.lesson."+text, "bound", r.Proven())
}

// finds asks whether a step's run will find a violation; where the claim is right, one that is
// found is a false alarm.
func finds(step string, right bool) *lab.Question {
	return lab.IfFound(func(r *lab.Report, found bool) lang.Message {
		switch {
		case !found:
			return said(step+".no", r)
		case right:
			return lang.Sentences(said(step+".yes", r), lab.FalseAlarm())
		}
		return said(step+".yes", r)
	})
}

func caught() lab.Lesson {
	// Laplace noise is a law on real numbers: what the last bits give away is the lesson on
	// digits.
	start := map[string]string{"code": programText("lesson_count"), "eps": "1", "bits": "0"}
	less := strings.Replace(start["code"], "(1 /", "(0.3 /", 1)
	other := lab.Other("code", lang.Say("workshop.lesson.caught.pair"))
	const least = 0.3 // the ε that releases prove which still say something of the count
	return lab.Lesson{
		Name: "caught", Minutes: 8,
		Steps: []lab.LessonStep{
			{Set: start, Point: "code"},
			{Set: start, Point: "run", Ask: finds("caught.2", true)},
			{Set: start, Point: "code",
				Task: lab.Move("code", less).Until(func(r *lab.Report) lab.Try {
					switch {
					case !asked(r):
						return other
					case r.Found():
						return lab.Solved(said("caught.3.done", r))
					}
					return lab.Other("code", said("caught.3.more", r))
				})},
			// To be mended: noise that only adds names the smaller count whenever a release lies
			// between the two.
			{Set: map[string]string{"code": programText("lesson_count_wrong"), "eps": "1", "bits": "0"}, Point: "code",
				Task: lab.Move("code", start["code"]).Until(func(r *lab.Report) lab.Try {
					switch {
					case !asked(r):
						return other
					case r.Found():
						return lab.Other("code", said("caught.4.more", r))
					case !(r.Strong.Epsilon >= least):
						return lab.Other("code", said("caught.4.little", r))
					}
					return lab.Solved(said("caught.4.done", r))
				})},
			{Set: preset("sparse_vector_5"), Point: "run",
				Ask: &lab.Question{Options: 2, Right: func(r *lab.Report) (int, lang.Message) {
					if r.Found() {
						return 1, said("caught.5.yes", r)
					}
					return 0, said("caught.5.no", r)
				}}},
			{Point: "stage"},
		},
	}
}

// preset returns the settings of the preset of that name, its program without the first line:
// that says whether the program is right, which a visitor is to predict.
func preset(name string) map[string]string {
	for _, p := range (Lab{}).Presets() {
		if p.Name == name {
			_, p.Set["code"], _ = strings.Cut(p.Set["code"], "\n")
			return p.Set
		}
	}
	return nil
}

func digitsTell() lab.Lesson {
	wrong, right := preset("laplace_inversion"), preset("grid_noise")
	return lab.Lesson{
		Name: "digits", Minutes: 7,
		Steps: []lab.LessonStep{
			{Set: wrong, Point: "stage"},
			{Set: wrong, Point: "run", Ask: finds("digits.2", false)},
			{Set: wrong, Point: "bits",
				Task: lab.Move("bits", "0").Until(func(r *lab.Report) lab.Try {
					switch {
					case r.Bits:
						return lab.Less("bits", lang.Say("workshop.lesson.digits.3.bits"))
					case r.Found():
						return lab.Other("seed", said("digits.3.more", r))
					}
					return lab.Solved(said("digits.3.done", r))
				})},
			{Set: right, Point: "run", Ask: finds("digits.4", true)},
			{Point: "verdict"},
		},
	}
}

// remembers goes from one canary in many runs to many canaries in one.
func remembers() lab.Lesson {
	wrong, right := preset("remembers"), preset("remembers_not")
	return lab.Lesson{
		Name: "remembers", Minutes: 6,
		Steps: []lab.LessonStep{
			{Set: wrong, Point: "stage"},
			{Set: wrong, Point: "run", Ask: finds("remembers.2", false)},
			{Set: right, Point: "run", Ask: finds("remembers.3", true)},
			{Point: "stage"},
			{Point: "stage"},
		},
	}
}
