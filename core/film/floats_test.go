package film_test

import (
	"encoding/json"
	"math"
	"math/rand/v2"
	"testing"

	"indistinct/core/film"
)

func TestFloatsComeBackAsTheyWere(t *testing.T) {
	r := rand.New(rand.NewPCG(1, 2))
	f := film.Floats{0, 1, -1, 0.1, -0.25, 1e-30, 3.4e38, -3.4e38, 1e-45, 16777217, 123456.789, 1e6, 999999, float32(math.Copysign(0, -1))}
	for i := 0; i < 20000; i++ {
		if v := math.Float32frombits(r.Uint32()); v-v == 0 {
			f = append(f, v)
		}
		f = append(f, float32(r.NormFloat64()))
	}
	data, err := json.Marshal(f)
	if err != nil {
		t.Fatal(err)
	}
	var g film.Floats
	var plain []float32
	if err := json.Unmarshal(data, &g); err != nil {
		t.Fatal(err)
	}
	if err := json.Unmarshal(data, &plain); err != nil {
		t.Fatal(err)
	}
	if len(g) != len(f) || len(plain) != len(f) {
		t.Fatalf("%d numbers, %d for encoding/json; want %d", len(g), len(plain), len(f))
	}
	for i := range f {
		if g[i] != f[i] || plain[i] != f[i] {
			t.Errorf("number %d: %v, %v for encoding/json; want %v", i, g[i], plain[i], f[i])
		}
	}
}

func TestFloatsRefuse(t *testing.T) {
	for _, s := range []string{`{}`, `"1"`, `[null]`, `["1"]`, `[[1]]`, `[true]`, `3`, `[1e99]`} {
		var f film.Floats
		if err := json.Unmarshal([]byte(s), &f); err == nil {
			t.Errorf("%s was read as %v", s, f)
		}
	}
	if _, err := json.Marshal(film.Floats{float32(math.NaN())}); err == nil {
		t.Error("NaN was written")
	}
	var f film.Floats = []float32{1}
	if err := json.Unmarshal([]byte(`null`), &f); err != nil || f != nil {
		t.Errorf("null: %v, %v", f, err)
	}
}

// FuzzFloats holds the fast reader against encoding/json's own.
func FuzzFloats(f *testing.F) {
	f.Add([]byte(`[1,-2.5, 3e4 ,0.000001,123456789012345678]`))
	f.Add([]byte(`[-0,1E+2,4.9e-324]`))
	f.Fuzz(func(t *testing.T, data []byte) {
		var fast film.Floats
		var slow []float32
		e1, e2 := json.Unmarshal(data, &fast), json.Unmarshal(data, &slow)
		if e1 != nil {
			return // it accepts less: no null among the numbers
		}
		if e2 != nil || len(fast) != len(slow) {
			t.Fatalf("%q: %v, %v for encoding/json (%v)", data, fast, slow, e2)
		}
		for i := range fast {
			// A decimal that lies within half an ulp of float64 from the middle of
			// two float32 may round either way.
			if d := math.Abs(float64(fast[i]) - float64(slow[i])); d > 1.2e-7*math.Abs(float64(slow[i])) {
				t.Fatalf("%q: number %d is %v, %v for encoding/json", data, i, fast[i], slow[i])
			}
		}
	})
}

func BenchmarkReadFilm(b *testing.B) {
	f := good()
	l := film.Layer{Kind: film.Dots, Data: make([]float32, 30000)}
	r := rand.New(rand.NewPCG(1, 2))
	for i := range l.Data {
		l.Data[i] = float32(r.NormFloat64())
	}
	f.Views[0].Layers = append(f.Views[0].Layers, l)
	data, _ := json.Marshal(f)
	b.SetBytes(int64(len(data)))
	for b.Loop() {
		var g film.Film
		if err := json.Unmarshal(data, &g); err != nil {
			b.Fatal(err)
		}
	}
}
