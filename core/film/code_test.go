package film_test

import (
	"encoding/binary"
	"fmt"
	"math"
	"math/rand/v2"
	"reflect"
	"strings"
	"testing"

	"indistinct/core/film"
	"indistinct/core/lang"
	"indistinct/core/test/filmtest"
)

// TestNumbersComeBackBitByBit: every float32, also those that Check refuses.
func TestNumbersComeBackBitByBit(t *testing.T) {
	r := rand.New(rand.NewPCG(1, 2))
	f := good()
	l := &f.Views[0].Layers[0]
	l.Data = []float32{0, float32(math.Copysign(0, -1)), 1e-45, -3.4e38, 16777217, float32(math.NaN()),
		float32(math.Inf(-1))}
	for range 20001 {
		l.Data = append(l.Data, math.Float32frombits(r.Uint32()))
	}
	data, err := f.MarshalBinary()
	if err != nil {
		t.Fatal(err)
	}
	var g film.Film
	if err := g.UnmarshalBinary(data); err != nil {
		t.Fatal(err)
	}
	got := g.Views[0].Layers[0].Data
	if len(got) != len(l.Data) {
		t.Fatalf("%d numbers, want %d", len(got), len(l.Data))
	}
	for i := range got {
		if math.Float32bits(got[i]) != math.Float32bits(l.Data[i]) {
			t.Fatalf("number %d: %v, want %v", i, got[i], l.Data[i])
		}
	}
	f.Views[0].Layers[0].Data, g.Views[0].Layers[0].Data = nil, nil
	if !reflect.DeepEqual(*f, g) {
		t.Errorf("%+v came back as %+v", *f, g)
	}
}

func TestShowComesBack(t *testing.T) {
	s := plane()
	data, err := s.MarshalBinary()
	if err != nil {
		t.Fatal(err)
	}
	var g film.Show
	if err := g.UnmarshalBinary(data); err != nil || !reflect.DeepEqual(*s, g) {
		t.Errorf("%+v came back as %+v, %v", *s, g, err)
	}
	// Arrays stand one behind the other but do not share room to grow.
	g.Clouds[0].Data = append(g.Clouds[0].Data, 99)
	if g.Clouds[0].In[0] == 99 {
		t.Error("an array grew into the next")
	}
}

func TestDecodeRefuses(t *testing.T) {
	whole, _ := good().MarshalBinary()
	block := func(head string, numbers int) []byte {
		b := append([]byte("FILM"), binary.LittleEndian.AppendUint32(nil, uint32(len(head)))...)
		return append(append(b, head...), make([]byte, 4*numbers)...)
	}
	for name, data := range map[string][]byte{
		"nothing": nil, "a show": append([]byte("SHOW"), whole[4:]...), "cut": whole[:len(whole)-1],
		"long":            append(whole[:len(whole):len(whole)], 0),
		"cut in the head": whole[:40], "JSON": []byte(`{"steps":1,"views":[]}`),
		"no value":     block(`{"lengths":[]}`, 0)[:9],
		"null":         block(`{"lengths":[],"value":null}`, 0),
		"negative":     block(`{"lengths":[-1,1],"value":{"views":[{"layers":[{},{}]}]}}`, 0),
		"huge":         block(`{"lengths":[9223372036854775807,1],"value":{"views":[{"layers":[{},{}]}]}}`, 0),
		"few lengths":  block(`{"lengths":[1],"value":{"views":[{"layers":[{},{}]}]}}`, 1),
		"many lengths": block(`{"lengths":[0,0,1],"value":{"views":[{"layers":[{},{}]}]}}`, 1),
		"few numbers":  block(`{"lengths":[0,2],"value":{"views":[{"layers":[{},{}]}]}}`, 1),
		"head length":  {'F', 'I', 'L', 'M', 255, 255, 255, 255, '{', '}'},
	} {
		var f film.Film
		if err := f.UnmarshalBinary(data); err == nil {
			t.Errorf("%s was read as %+v", name, f)
		}
	}
}

// FuzzDecode: whatever bytes come, the answer is a film or an error, and what
// was read is written back to what reads the same.
func FuzzDecode(f *testing.F) {
	whole, _ := good().MarshalBinary()
	show, _ := plane().MarshalBinary()
	f.Add(whole)
	f.Add(show)
	f.Add([]byte("FILM\x1d\x00\x00\x00{\"lengths\":[0],\"value\":{\"views\":[{}]}}"))
	f.Fuzz(func(t *testing.T, data []byte) {
		var s film.Show
		if s.UnmarshalBinary(data) == nil {
			again, err := s.MarshalBinary()
			var u film.Show
			if err != nil || u.UnmarshalBinary(again) != nil || fmt.Sprint(s) != fmt.Sprint(u) {
				t.Fatalf("%+v came back as %+v, %v", s, u, err)
			}
		}
		var x film.Film
		if x.UnmarshalBinary(data) == nil {
			again, err := x.MarshalBinary()
			var y film.Film
			if err != nil || y.UnmarshalBinary(again) != nil || fmt.Sprint(x) != fmt.Sprint(y) {
				t.Fatalf("%+v came back as %+v, %v", x, y, err)
			}
		}
	})
}

func plane() *film.Show {
	return &film.Show{Form: film.Plane, Names: [2]lang.Message{lang.Say("input.record"), lang.Say("input.neighbour")},
		Axes: [2]film.Axis{{Label: said("position x¹"), Unit: said("m"), Min: -1, Max: 2},
			{Label: said("position x²"), Unit: said("m"), Min: -1, Max: 2}},
		Event: said("right of the line"), Edge: []float32{0.5, -1, 0.5, 2}, Counts: [2]int64{9963, 0}, Drawn: 10000,
		Goal: 10000, Epsilon: 1, Verdict: film.Violation,
		Clouds: [2]film.Cloud{{Data: []float32{0, 0, .1, .2}, Stride: 2, In: []float32{1, 1}},
			{Data: []float32{1, 1}, Stride: 2, In: []float32{0}}}}
}

func TestCheckShow(t *testing.T) {
	if err := filmtest.CheckShow(plane()); err != nil {
		t.Fatal(err)
	}
	for name, c := range map[string]struct {
		do   func(s *film.Show)
		want string
	}{
		"form":      {func(s *film.Show) { s.Form = "cube" }, "cube"},
		"name":      {func(s *film.Show) { s.Names[1] = said("") }, "name"},
		"axis":      {func(s *film.Show) { s.Axes[1].Max = -1 }, "axis"},
		"stride":    {func(s *film.Show) { s.Clouds[0].Stride = 3 }, "3 numbers"},
		"length":    {func(s *film.Show) { s.Clouds[0].Data = s.Clouds[0].Data[:3] }, "multiple"},
		"infinite":  {func(s *film.Show) { s.Clouds[1].Data[1] = float32(math.Inf(1)) }, "number 1"},
		"not a bit": {func(s *film.Show) { s.Clouds[1].In[0] = 2 }, "0 or 1"},
		"in":        {func(s *film.Show) { s.Clouds[0].In = s.Clouds[0].In[:1] }, "1 of 2"},
		"edge":      {func(s *film.Show) { s.Edge = s.Edge[:3] }, "edge"},
		"verdict":   {func(s *film.Show) { s.Verdict = "guilty" }, "guilty"},
		"counts":    {func(s *film.Show) { s.Counts[1] = -1 }, "-1"},
		"drawn":     {func(s *film.Show) { s.Counts[0] = 10001 }, "10001"},
		"goal":      {func(s *film.Show) { s.Goal = 9999 }, "9999"},
		"epsilon":   {func(s *film.Show) { s.Epsilon = math.NaN() }, "ε"},
		"delta":     {func(s *film.Show) { s.Delta = 1.5 }, "δ"},
		"words":     {func(s *film.Show) { s.Form = film.Bars }, "word"},
		"long":      {func(s *film.Show) { s.Event = said(strings.Repeat("x", 1000)) }, "letters"},
	} {
		s := plane()
		c.do(s)
		if err := filmtest.CheckShow(s); err == nil || !strings.Contains(err.Error(), c.want) {
			t.Errorf("%s: got %v, want a sentence with %q", name, err, c.want)
		}
	}
	bars := plane()
	bars.Form, bars.Edge, bars.Words = film.Bars, nil, lang.Verbatims([]string{"no", "yes"})
	bars.Clouds = [2]film.Cloud{{Data: []float32{0, 1, 1}, Stride: 1}, {Data: []float32{0}, Stride: 1}}
	if err := filmtest.CheckShow(bars); err != nil {
		t.Error(err)
	}
	bars.Clouds[0].Data[2] = 2
	if filmtest.CheckShow(bars) == nil {
		t.Error("a word that is not there was accepted")
	}
	if filmtest.CheckShow(nil) == nil {
		t.Error("nil passed")
	}
}

func BenchmarkFilm(b *testing.B) {
	f := good()
	l := film.Layer{Kind: film.Dots, Data: make([]float32, 30000)}
	r := rand.New(rand.NewPCG(1, 2))
	for i := range l.Data {
		l.Data[i] = float32(r.NormFloat64())
	}
	f.Views[0].Layers = append(f.Views[0].Layers, l)
	data, _ := f.MarshalBinary()
	b.Run("write", func(b *testing.B) {
		b.SetBytes(int64(len(data)))
		for b.Loop() {
			f.MarshalBinary()
		}
	})
	b.Run("read", func(b *testing.B) {
		b.SetBytes(int64(len(data)))
		for b.Loop() {
			var g film.Film
			if err := g.UnmarshalBinary(data); err != nil {
				b.Fatal(err)
			}
		}
	})
}
