package starlark

import (
	"strings"
	"testing"

	"indistinct/core/mechanism"
	"indistinct/core/rng"
)

// TestComparesAsPython: what Python 3 makes of these, line for line.
func TestComparesAsPython(t *testing.T) {
	for want, list := range map[string]string{
		"False": `nan < 0; nan <= 0.0; nan > 10; nan >= 10.0; nan == 0; nan == nan; 0 < nan; 0.0 <= nan; 10 > nan; 10.0 >= nan
			nan < nan; nan <= nan; nan > inf; nan >= -inf; inf < nan; -inf < nan; one < nan; one > nan; nan > one; big < nan
			nan >= big; nan == 'a'; True == nan
			one > 1.5; one == 1.5; big < 1e10; inf < one; not nan != nan; nan > 0 or nan < 0`,
		"True": `nan != nan; nan != 0; 0 != nan; nan != one; big != nan; nan != 'a'
			not nan < 0; not nan > 10; not nan == nan; one < 1.5; one == 1.0; one <= inf; big > 1e10; 1 < 2 and 2 > 1
			max(1, nan) == 1; min(1, nan) == 1; str(max(nan, 1)) == 'nan'; str(min(nan, 1)) == 'nan'
			str(min(max(nan, 0.0), 10.0)) == 'nan'; max(0.0, min(nan, 10.0)) == 0.0; min([3, nan, 1]) == 1
			max([3, nan, 1]) == 3; str(max([nan, 3, 1])) == 'nan'; max([1, 2, 3], key=lambda v: nan if v == 2 else v) == 3
			str(sorted([3, nan, 1])) == '[3, nan, 1]'; str(sorted([nan, 3, 1])) == '[nan, 1, 3]'
			str(sorted([2, 1, nan])) == '[1, 2, nan]'; str(sorted([1, nan, 3], reverse=True)) == '[1, nan, 3]'
			sorted([3, 1, 2], key=lambda v: -v) == [3, 2, 1]; sorted([3, 1, 2], reverse=True) == [3, 2, 1]
			[v for v in [1, nan, 12] if v > 10] == [12]; sorted([(2, 1), (1, 2)])[0] == (1, 2); 'a' < 'b'; one != 'a'`,
	} {
		for _, text := range strings.FieldsFunc(list, func(r rune) bool { return r == ';' || r == '\n' }) {
			p, err := Interpreter{}.Compile("nan, other, big, one = float('nan'), float('nan'), 10000000000 * 10000000000, 1\n" +
				"pairs = [(0, 1)]\ndef release(x):\n    return " + strings.TrimSpace(text) + "\n")
			if err != nil {
				t.Errorf("%s: %v", text, err)
				continue
			}
			s, out := rng.New(rng.Key{Seed: 1}), make([]float64, 1)
			if _, err = p.Fork().Release(0, mechanism.Record, &s, out); err != nil {
				t.Errorf("%s: %v", text, err)
			} else if got := mechanism.CellText(out[0], p.Words()); got != want {
				t.Errorf("%s is %s", text, got)
			}
		}
	}
}

// BenchmarkPrograms releases of programs that compute, that compare and that sort.
func BenchmarkPrograms(b *testing.B) {
	for name, body := range map[string]string{
		"arithmetic": "    s = 0.0\n    for i in range(300):\n        s = s * 0.5 + i * 1.5 - s / 3\n    return s\n",
		"constants":  "    s = 0.0\n    for i in range(300):\n        s += 1.5\n        if s < 0.0:\n            s = 0.0\n    return s\n",
		"compare":    "    s = 0.0\n    t = 100.0\n    for i in range(300):\n        s += 1.5\n        if s > t:\n            s = 0.0\n    return s\n",
		"whole":      "    s = 0\n    for i in range(300):\n        if i != s:\n            s = i\n    return s\n",
		"mixed":      "    s = 0.0\n    for i in range(300):\n        if s < i:\n            s = s + 1.5\n    return s\n",
		"clamp":      "    s = 0.0\n    for i in range(300):\n        s = min(max(s + 1.0, 0.0), 10.0)\n    return s\n",
		"max":        "    a = [laplace(1) for i in range(20)]\n    best = 0.0\n    for v in a:\n        if v > best:\n            best = v\n    return best\n",
		"sorted":     "    return sorted([laplace(1) for i in range(50)])[25]\n",
	} {
		b.Run(name, func(b *testing.B) {
			p, err := Interpreter{}.Compile("pairs = [(0, 1)]\ndef release(x):\n" + body)
			if err != nil {
				b.Fatal(err)
			}
			r, out, i := p.Fork(), make([]float64, 10), uint64(0)
			for b.Loop() {
				s := rng.New(rng.Key{Seed: 1, Trial: i})
				if _, err := r.Release(0, mechanism.Record, &s, out); err != nil {
					b.Fatal(err)
				}
				i++
			}
		})
	}
}
