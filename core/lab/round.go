package lab

import (
	"fmt"
	"strconv"
	"strings"

	"indistinct/core/lab/teach"
	"indistinct/core/work"
)

// draw opens a Spec and draws a round of its game.
func draw(l Laboratory, s Spec, seed uint64, round int, heard func(left int)) (*teach.Round, error) {
	if probs := Validate(l, s); len(probs) > 0 {
		return nil, &probs[0]
	}
	if round < 1 || round > 1000 {
		return nil, &Problem{"", fmt.Sprintf("There is no round %d: rounds are numbered from 1 to 1000.", round)}
	}
	m, err := l.Open(s)
	if err != nil {
		return nil, err
	}
	play := m.Extras().Round
	if play == nil {
		return nil, &Problem{"", fmt.Sprintf("The laboratory %s has no game.", l.About().Title)}
	}
	r, err := play(seed, round, heard)
	if err == nil && len(r.Film.Views) > 0 {
		r.View = r.Film.Views[0].Name
	}
	return r, err
}

const gameTask = "game"

// GameTask is the task, for Start, of one round of a game; its result is a
// Play in JSON.
func GameTask(seed uint64, round int) string {
	return gameTask + ":" + strconv.FormatUint(seed, 10) + ":" + strconv.Itoa(round)
}

// playJob returns the job of a GameTask; ok is false for other tasks.
func playJob(l Laboratory, s Spec, task string) (job work.Job, ok bool) {
	part := strings.Split(task, ":")
	if len(part) != 3 || part[0] != gameTask {
		return nil, false
	}
	seed, err := strconv.ParseUint(part[1], 10, 64)
	round, err2 := strconv.Atoi(part[2])
	if err != nil || err2 != nil {
		return nil, false
	}
	return work.Alone(func(crew work.Crew) (*teach.Play, error) {
		heard := func(left int) { crew.Step("drawing a round", 1, float64(left)) }
		heard(1)
		r, err := draw(l, s, seed, round, heard)
		if err != nil {
			return nil, err
		}
		data, err := r.Film.MarshalBinary()
		return &teach.Play{Round: *r, Film: data}, err
	}), true
}
