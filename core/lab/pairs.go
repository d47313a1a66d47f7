package lab

import (
	"sync"

	"indistinct/core/lang"
	"indistinct/core/mechanism"
)

// The values of the parameter of SearchParam.
const (
	pairGiven = "this"
	pairsAll  = "all"
)

// SearchParam is the parameter, beside those of TestTable, of laboratories whose
// Models know several pairs. Their help says which.
func SearchParam() Param {
	return Param{Name: "pairs", Kind: Choice, Text: pairGiven, Group: "test", Rerun: true, Scene: true,
		Choices: []string{pairGiven, pairsAll}}
}

// Searches reports whether a Spec asks for the search.
func (s Spec) Searches() bool { return s.Has("pairs") && s.Text("pairs") == pairsAll }

// Pairs names the candidates of a Model among which a Spec asks for the search; nil where it asks
// for none, or where candidates is.
func Pairs[C any](s Spec, candidates func() []C, name func(c C) lang.Message) (names []lang.Message) {
	if candidates == nil || !s.Searches() {
		return nil
	}
	for _, c := range candidates() {
		names = append(names, name(c))
	}
	return names
}

// searched is a Model of several pairs as a mechanism.Paired. Each pair's model is made once,
// when it is asked for.
type searched struct {
	mechanism.Mechanism // on the first
	names               []lang.Message
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

func (s *searched) Pairs() []lang.Message { return s.names }

func (s *searched) On(pair int) (mechanism.Mechanism, error) {
	m, err := s.model(pair)
	if err != nil {
		return nil, err
	}
	return m.Mechanism(), nil
}

// Members implements mechanism.Grouped, as far as the Model's mechanism does.
func (s *searched) Members(pair int) int {
	if g, ok := s.Mechanism.(mechanism.Grouped); ok {
		return g.Members(pair)
	}
	return 0
}

func (s *searched) model(pair int) (Model, error) {
	if pair < 0 || pair >= len(s.models) {
		return nil, lang.Errorf("lab.none.pair", "pair", pair, "n", len(s.models))
	}
	return s.models[pair]()
}

// testedModel is the model on the pair that a report is about.
func testedModel(m Model, r *Report) (on Model, pair lang.Message, err error) {
	if r == nil || len(r.Tried) < 2 {
		return m, pair, nil
	}
	s := newSearched(m)
	if s == nil {
		return m, pair, nil
	}
	if on, err = s.model(r.Pair); err != nil {
		return nil, pair, err
	}
	return on, s.names[r.Pair], nil
}
