package lab

import (
	"fmt"
	"sync"

	"indistinct/core/mechanism"
)

// The values of the parameter of SearchParam.
const (
	pairGiven = "this"
	pairsAll  = "all"
)

// SearchParam is the parameter, beside those of TestTable, of laboratories whose
// Models know several pairs. What describes the pairs in words: "every sensor as the
// starred one, moved either way".
func SearchParam(what string) Param {
	return Param{Name: "pairs", Label: "Pair of inputs", Kind: Choice, Text: pairGiven, Group: "Test", Rerun: true,
		Scene:   true,
		Choices: []Option{{Value: pairGiven, Label: "this one"}, {Value: pairsAll, Label: "search all"}},
		Help: "A promise holds for all adjacent inputs; a test looks at one pair of them. Search all tries " + what +
			", on releases of their own, and tests the pair that promises most on fresh ones. The report lists all that was tried."}
}

// SearchText is the reference's words on the search.
const SearchText = "The search draws from every pair, keeps at most the third of them that may still be worth most, and draws again, until one is left. " +
	"What counts is the bound that a pair's best event promises for as many releases as the test will have. " +
	"The releases of the search are never seen again: the bound rests on fresh ones of the pair that is tested, so that a search costs nothing in confidence, however many pairs it tries. " +
	"It proves nothing of the pairs that it left, and of pairs that so few releases cannot rank, chance picks one. The report lists all that was tried."

// SearchSection is a laboratory's section of the reference on the search; pairs
// says in a sentence or two which pairs it tries.
func SearchSection(pairs, see string, set map[string]string) Section {
	return Section{Title: "The search for the worst pair", See: see, Set: set, Text: []string{
		"A promise holds for all adjacent inputs; a test looks at one pair of them. Under More settings, “Pair of inputs: search all” looks for the one that can be told apart best. " + pairs,
		SearchText,
	}}
}

// Searches reports whether a Spec asks for the search.
func (s Spec) Searches() bool { return s.Has("pairs") && s.Text("pairs") == pairsAll }

// searched is a Model of several pairs as a mechanism.Paired. Each pair's model is made once,
// when it is asked for.
type searched struct {
	mechanism.Mechanism // on the first
	names               []string
	models              []func() (Model, error)
}

// newSearched returns nil for a Model without a search.
func newSearched(m Model) *searched {
	x := m.Extras()
	if len(x.Pairs) < 2 {
		return nil
	}
	out := &searched{Mechanism: m.Mechanism(), names: x.Pairs}
	for i := range x.Pairs {
		out.models = append(out.models, sync.OnceValues(func() (Model, error) { return x.On(i) }))
	}
	return out
}

// audited returns what an audit of a Model is of: the Model's mechanism or, where the
// worst pair is looked for, all pairs, which search is then.
func audited(m Model) (mech mechanism.Mechanism, search *searched) {
	if search = newSearched(m); search != nil {
		return search, search
	}
	return m.Mechanism(), nil
}

// Pairs implements mechanism.Paired.
func (s *searched) Pairs() []string { return s.names }

// On implements mechanism.Paired.
func (s *searched) On(pair int) (mechanism.Mechanism, error) {
	m, err := s.model(pair)
	if err != nil {
		return nil, err
	}
	return m.Mechanism(), nil
}

func (s *searched) model(pair int) (Model, error) {
	if pair < 0 || pair >= len(s.models) {
		return nil, fmt.Errorf("There is no pair %d: the laboratory knows %d.", pair, len(s.models))
	}
	return s.models[pair]()
}

// testedModel is the model on the pair that a report is about.
func testedModel(m Model, r *Report) (Model, string, error) {
	if r == nil || len(r.Tried) < 2 {
		return m, "", nil
	}
	s := newSearched(m)
	if s == nil {
		return m, "", nil
	}
	on, err := s.model(r.Pair)
	if err != nil {
		return nil, "", err
	}
	return on, s.names[r.Pair], nil
}
