package starlark

import (
	"errors"
	"fmt"
	"math"
	"slices"
	"strings"
	"testing"

	"go.starlark.net/starlark"

	"indistinct/core/lang"
	"indistinct/core/rng"
	"indistinct/core/test/english"
)

// TestLibrary: each function of each module, with up to three arguments of every kind, returns
// a value or one sentence, makes no more than the limits allow, and never panics.
func TestLibrary(t *testing.T) {
	r := &run{program: &program{arrays: true}}
	d := r.builtins()
	s := rng.New(rng.Key{Seed: 1})
	r.clock = unwatched{}
	r.thread = &starlark.Thread{Name: "test", OnMaxSteps: func(t *starlark.Thread) {
		if t.SetMaxExecutionSteps(mostSteps); t.Steps >= mostSteps {
			t.Cancel(tooLong)
		}
	}}
	of := func(v starlark.Value) starlark.Value { return r.toArray(v) }
	list := func(x ...starlark.Value) *starlark.List { return starlark.NewList(x) }
	one, two, half := starlark.MakeInt(1), starlark.MakeInt(2), starlark.Float(0.5)
	values := []starlark.Value{nil, starlark.None, one, starlark.MakeInt(-1), starlark.MakeInt(1 << 40), half,
		starlark.Float(math.NaN()), starlark.Float(math.Inf(1)), starlark.True, starlark.String("a"), list(),
		list(one, two), list(half, starlark.String("b")), of(list(one, two)), of(list()),
		of(list(list(one, two), list(two, one))),
		of(list(list(half, two, one))), starlark.Tuple{two, one}, d["sum"], starlark.NewDict(0), all{}}
	ran := 0
	for name, m := range r.known {
		for attr, v := range m.Members {
			if name == keywords || name == ".deep" {
				continue
			}
			f, ok := v.(starlark.Callable)
			if m, ok := v.(*module); v == nil || ok && m == nil {
				t.Errorf("%s.%s is nothing", name, attr)
			}
			if !ok {
				continue
			}
			for i, a := range values {
				for j, b := range values {
					for _, third := range []starlark.Value{nil, one} {
						if b == nil && third != nil || a == nil && j+len(attr) > 0 && b != nil {
							continue
						}
						none := func(v starlark.Value) bool { return v == nil }
						args := slices.DeleteFunc(starlark.Tuple{a, b, third}, none)
						func() {
							defer func() {
								if p := recover(); p != nil {
									t.Errorf("%s.%s(%v) panics: %v", name, attr, args, p)
								}
							}()
							r.restart(&s)
							_, err := starlark.Call(r.thread, f, args, nil)
							r.thread.Uncancel()
							ran++
							if err == nil {
								return
							}
							var ours *lang.Error
							said := ""
							if errors.As(err, &ours) {
								said = english.Say(ours.Message)
							} else {
								said = english.Say(sentence(err.Error()))
							}
							if said == "" || strings.Contains(said, "⟨") ||
								strings.Contains(said, "cannot be done here") {
								t.Errorf("%s.%s(%v): %q of %v", name, attr, args, said, err)
							}
						}()
						if t.Failed() && testing.Short() {
							t.FailNow()
						}
					}
				}
				_ = i
			}
		}
	}
	t.Log(fmt.Sprint(ran, " calls"))
}
