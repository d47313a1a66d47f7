package lab

import (
	"encoding/json"
	"strconv"
	"strings"

	"indistinct/core/lab/game"
	"indistinct/core/lang"
	"indistinct/core/table"
	"indistinct/core/work"
)

const gameTask = "game"

// GameTask is the task, for Start, of one round of a game; its result is a
// Play in JSON.
func GameTask(seed uint64, round int) string {
	return gameTask + ":" + strconv.FormatUint(seed, 10) + ":" + strconv.Itoa(round)
}

// playJob returns the job of a GameTask for a Spec that is valid; nil for other tasks.
func playJob(l Laboratory, s Spec, task string) work.Job {
	part := strings.Split(task, ":")
	if len(part) != 3 || part[0] != gameTask {
		return nil
	}
	seed, err := strconv.ParseUint(part[1], 10, 64)
	round, err2 := strconv.Atoi(part[2])
	if err != nil || err2 != nil {
		return nil
	}
	return work.Alone(func(crew work.Crew) (*game.Play, error) {
		heard := func(left int) { crew.Step("work.round", 1, float64(left)) }
		heard(1)
		if round < 1 || round > 1000 {
			return nil, &Problem{Say: lang.Say("lab.none.round", "round", round)}
		}
		m, err := Open(l, s)
		if err != nil {
			return nil, err
		}
		play := m.Extras().Round
		if play == nil {
			return nil, &Problem{Say: lang.Say("lab.none.game", "lab", l.About().Title())}
		}
		r, err := play(seed, round, heard)
		if err != nil {
			return nil, err
		}
		data, err := r.Film.MarshalBinary()
		return &game.Play{Round: *r, Film: data}, err
	})
}

// samplesTask begins the task of testing samples.
const samplesTask = "samples:"

// samplesAsk is what the rest of the task says, in JSON.
type samplesAsk struct {
	Files []File    `json:"files"`
	Ask   table.Ask `json:"ask,omitzero"`
	Run   bool      `json:"run"`
}

// SamplesTask is the task of reading samples, and of testing them where run is
// true; its result is a Sampled in JSON.
func SamplesTask(files []File, ask table.Ask, run bool) string {
	b, _ := json.Marshal(samplesAsk{files, ask, run}) // text alone: it cannot fail
	return samplesTask + string(b)
}

// ReadsFiles reports whether a task reads the visitor's files.
func ReadsFiles(task string) bool { return strings.HasPrefix(task, samplesTask) }

// samplesJob returns the job of a SamplesTask; nil for other tasks.
func samplesJob(l Laboratory, s Spec, task string) work.Job {
	rest, ok := strings.CutPrefix(task, samplesTask)
	if !ok {
		return nil
	}
	return work.Alone(func(crew work.Crew) (*Sampled, error) {
		var q samplesAsk
		if err := json.Unmarshal([]byte(rest), &q); err != nil || len(q.Files) == 0 || len(q.Files) > 2 {
			return nil, &Problem{Say: lang.Say("lab.samples.files")}
		}
		test := l.(Opener).Services().Test
		if test == nil {
			return nil, &Problem{Say: lang.Say("lab.samples.none", "lab", l.About().Title())}
		}
		return test(s, q.Files, q.Ask, q.Run, crew.Step)
	})
}
