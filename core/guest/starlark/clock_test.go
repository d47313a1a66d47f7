package starlark

import (
	"testing"

	"indistinct/core/rng"
	"indistinct/core/script"
)

// counting is a clock that counts what it hears, and how deep pieces of code lie in another.
type counting struct{ begun, gone, depth int }

func (c *counting) Begin() { c.begun++; c.depth++ }
func (c *counting) Goes()  { c.gone++ }
func (c *counting) End()   { c.depth-- }

// TestClock: a clock hears that code goes on after each thousand steps, so that who waits for
// it can tell many steps from one that does not end; and of the end of what failed, too.
func TestClock(t *testing.T) {
	for body, fails := range map[string]bool{"return x": false, "return x / 0": true} {
		c := &counting{}
		p, err := Interpreter{}.Watched(func() script.Clock { return c }).Compile(
			"pairs = [(1, 2)]\ndef release(x):\n    for i in range(10000):\n        x += 1\n    " + body + "\n")
		if err != nil {
			t.Fatal(err)
		}
		if c.begun == 0 || c.depth != 0 {
			t.Errorf("compiling was heard of as %+v", *c)
		}
		*c = counting{}
		s := rng.New(rng.Key{})
		if _, err := p.Fork().Release(0, 0, &s, make([]float64, 1)); (err != nil) != fails {
			t.Errorf("%s: %v", body, err)
		}
		if c.begun < 1 || c.gone < 20 || c.depth != 0 {
			t.Errorf("%s: a release of more than 20,000 steps was heard of as %+v", body, *c)
		}
	}
}
