package audit

import (
	"context"
	"encoding/json"
	"fmt"
	"math"
	"testing"

	"indistinct/core/lang"
	"indistinct/core/mechanism"
	"indistinct/core/privacy"
	"indistinct/core/test/check"
	"indistinct/core/test/oracle"
	"indistinct/core/work"
)

// several is a mechanism with several pairs of inputs.
type several struct {
	mechanism.Mechanism
	on []mechanism.Mechanism
}

func newSeveral(on ...mechanism.Mechanism) several { return several{on[0], on} }

func (s several) Pairs() (names []lang.Message) {
	for i := range s.on {
		names = append(names, lang.Verbatim(fmt.Sprintf("pair %d", i)))
	}
	return names
}

func (s several) On(pair int) (mechanism.Mechanism, error) { return s.on[pair], nil }

func searchSettings(seed uint64) Settings {
	return Settings{Seed: seed, Epsilon: 1, Alpha: 0.2, Select: 1, Beta: 0.3, Gamma: 0.01, Grid: 2, N: 200, M: 400,
		Learn: true}
}

// A search among pairs that are all alike chooses the one that chance favours
// most: tested on the same releases it would look worse than it is. On fresh ones
// its bound is above the exact ε in at most α of audits. What is allowed is what
// a rate of α exceeds with probability below 10⁻⁷: 15 of 20. On the releases of the search nearly
// all would be.
func TestSearchSound(t *testing.T) {
	check.Full(t)
	seeds := 20
	if check.Long() {
		seeds = 1000
	}
	var alike []mechanism.Mechanism
	for range 12 {
		alike = append(alike, must(oracle.NewLaplace(1, 1)))
	}
	wrong, chosen := 0, map[int]bool{}
	for seed := range uint64(seeds) {
		set := searchSettings(seed)
		set.Brief = true
		r, err := Run(newSeveral(alike...), set)
		if err != nil {
			t.Fatal(err)
		}
		if float64(r.Strong.Epsilon) > 1 {
			wrong++
		}
		chosen[r.Pair] = true
	}
	if wrong > check.Most(seeds, 0.2) || len(chosen) < 4 {
		t.Errorf("%d of %d bounds above the exact ε; pairs %v were chosen", wrong, seeds, chosen)
	}
	t.Logf("%d of %d bounds above the exact ε, α = 0.2", wrong, seeds)
}

// Everything in the report is of the pair that the search chose, and nothing of
// it depends on who drew.
func TestSearchReport(t *testing.T) {
	weak, strong := must(oracle.NewLaplace(1, 0.5)), must(oracle.NewLaplace(1, 3))
	m := newSeveral(weak, weak, strong, weak, weak)
	set := searchSettings(7)
	set.M = 4000
	j, err := NewJob(m, set)
	if err != nil {
		t.Fatal(err)
	}
	var first []byte
	for _, workers := range []int{1, 3} {
		data, err := work.Run(context.Background(), j, workers, nil)
		if err != nil {
			t.Fatal(err)
		}
		if first == nil {
			first = data
		} else if string(first) != string(data) {
			t.Error("another report with three workers")
		}
	}
	var r Report
	if err := json.Unmarshal(first, &r); err != nil {
		t.Fatal(err)
	}
	if r.Pair != 2 || len(r.Tried) != 5 || r.Tried[4].Name != "pair 4" || r.Untried != 0 {
		t.Errorf("pair %d of %+v", r.Pair, r.Tried)
	}
	if e, c := float64(*r.ExactPure), float64(*r.Claimed); e != 3 || c != 3 || !(r.Strong.Epsilon > 2) {
		t.Errorf("exact ε %v, claimed %v, proven %v: the tested pair has ε = 3", e, c, r.Strong.Epsilon)
	}
}

// So many pairs are tried and no more, and the report says so; how many releases
// each takes is bounded too.
func TestSearchLimit(t *testing.T) {
	var many []mechanism.Mechanism
	for range mostPairs + 5 {
		many = append(many, must(oracle.NewLaplace(1, 1)))
	}
	r, err := Run(newSeveral(many...), searchSettings(3))
	if err != nil {
		t.Fatal(err)
	}
	if len(r.Tried) != mostPairs || r.Untried != 5 {
		t.Errorf("%d tried, %d not", len(r.Tried), r.Untried)
	}
	for _, x := range r.Tried {
		if x.Releases < pairLook {
			t.Errorf("%s had %d releases", x.Name, x.Releases)
		}
	}
}

// inParts is a mechanism whose exact profile takes long.
type inParts struct{ *mechanism.Additive }

func (p inParts) Fork() mechanism.Mechanism { return p }

func (p inParts) ProfileParts() int { return 3 }

func (p inParts) ProfilePart(i int) []float64 { return []float64{p.Profile().Pure() / 3} }

func (p inParts) JoinProfile(parts [][]float64) privacy.Profile {
	sum := 0.0
	for _, part := range parts {
		sum += part[0]
	}
	return privacy.LaplaceProfile{Shift: sum}
}

// The exact ε in a report is that of the pair it tested, also where the profile is
// computed in parts.
func TestExactOfTheTestedPair(t *testing.T) {
	var on []mechanism.Mechanism
	for _, eps := range []float64{0.1, 3, 0.5} {
		on = append(on, inParts{must(oracle.NewLaplace(1, eps)).(*mechanism.Additive)})
	}
	r, err := Run(newSeveral(on...), searchSettings(1))
	if err != nil {
		t.Fatal(err)
	}
	if r.Pair != 1 || r.ExactPure == nil || math.Abs(float64(*r.ExactPure)-3) > 1e-9 {
		t.Errorf("of pair %d the exact ε is said to be %v", r.Pair, *r.ExactPure)
	}
}

// worded is a mechanism whose releases might hold words.
type worded struct{ mechanism.Mechanism }

func (w worded) Words() []string { return nil }

func (w worded) Fork() mechanism.Mechanism { return worded{w.Mechanism.Fork()} }

// On releases that might hold words two events are tested at once too: 80 audits of
// Laplace noise prove .667 on average where releases are numbers, .663 here, and .645
// with single events; the most that 10,000 releases can show is .671.
func TestRulesAreOpposed(t *testing.T) {
	mean, opposed := 0.0, 0
	const seeds = 30
	for seed := range uint64(seeds) {
		set := Settings{Seed: seed, Epsilon: 0.1, Alpha: 0.05, Select: 1, Beta: 0.3, Gamma: 0.01, Grid: 2, N: 1000,
			M: 9000, Learn: true, Brief: true}
		r, err := Run(worded{must(oracle.NewLaplace(1, 0.7))}, set)
		if err != nil {
			t.Fatal(err)
		}
		mean += float64(r.Strong.Epsilon) / seeds
		if r.Strong.Event.Opposite != nil {
			opposed++
		}
	}
	if mean < 0.655 || opposed < seeds/2 {
		t.Errorf("mean bound %.4f; %d of %d rest on two events", mean, opposed, seeds)
	}
	t.Logf("mean bound %.4f; %d of %d rest on two events", mean, opposed, seeds)
}
