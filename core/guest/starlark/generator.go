package starlark

import (
	"cmp"
	"slices"

	"go.starlark.net/starlark"

	"indistinct/core/lang"
	"indistinct/core/rng"
)

// generator is one of Python's: it has a state of its own, and so have the modules random and
// numpy.random. Without a seed it draws from the release's stream, as independently of all
// others as fresh randomness is. With a seed it draws from a stream that the seed alone
// determines: the same numbers in each release, and in each generator of that kind with that
// seed. They are not the numbers that NumPy draws from the seed, but follow the same laws.
//
// A seed set outside release would give each process the same noise. Here such a generator
// draws afresh in each release, two of one seed alike, and a warning says so.
type generator struct {
	*module // what it can do
	r       *run
	system  bool // without seeds
	own     seed // with which each release begins
	stream  *rng.Stream
	release int // of which the stream is
}

// generators are the kinds of them, by what they can do.
var generators = []string{"random", "numpy.random", "numpy.random.Generator"}

// seed is what a generator begins with.
type seed struct {
	set, outside bool
	key          rng.Key
}

// draws returns the stream from which the generator draws next.
func (g *generator) draws() *rng.Stream {
	if g.release != g.r.releases {
		g.begin(g.own)
	}
	return g.stream
}

// begin gives the generator the state that a seed gives it.
func (g *generator) begin(s seed) {
	if g.release, g.stream = g.r.releases, g.r.trial; !s.set || g.stream == nil {
		return
	}
	if s.outside {
		for g.r.fresh == 0 {
			g.r.fresh = g.r.trial.Uint64()
		}
		s.key.Trial = g.r.fresh
	}
	stream := rng.New(s.key)
	g.stream = &stream
}

// Attr returns a method, which draws from the generator's stream.
func (g *generator) Attr(name string) (starlark.Value, error) {
	f := g.Members[name]
	if f == nil {
		return nil, &lang.Error{Message: missing(g.Name, name)}
	}
	return g.r.builtin(name, func(c *call) starlark.Value {
		if name == "seed" {
			s := c.seed(g.Name, append(c.args, starlark.None)[0])
			if g.system {
				return starlark.None
			}
			if g.begin(s); c.trial == nil {
				g.own = s
			}
			return starlark.None
		}
		defer func(s *rng.Stream) { c.stream = s }(c.stream)
		c.stream = g.draws()
		return must(starlark.Call(c.thread, f, c.args, c.kw))
	}), nil
}

// generates is a function that returns a new generator with the methods of a module.
func generates(kind string) function {
	return function{"seed?", func(c *call) value {
		if g, ok := c.args[0].(*generator); ok && g.Name == kind {
			return g
		}
		return &generator{module: cmp.Or(c.known["."+kind], c.known[kind]), r: c.run, own: c.seed(kind, c.args[0])}
	}}
}

// seed reads a seed of a kind of generator, None for none.
func (c *call) seed(kind string, v starlark.Value) seed {
	if v == nil || v == starlark.None {
		return seed{}
	}
	i, whole := v.(starlark.Int)
	k, small := i.Int64()
	if kind == "random" && k < 0 { // as Python does
		k = -k
	}
	if !whole || !small || k < 0 || kind == "numpy.random" && k >= 1<<32 {
		fail("guest.seed")
	}
	s := seed{true, c.trial == nil, rng.Key{Seed: uint64(k), Phase: rng.PhaseWorkshopSeeded,
		Input: uint32(slices.Index(generators, kind))}}
	if s.outside {
		c.seeded = cmp.Or(c.seeded, line(c.thread.CallStack()))
	}
	return s
}
