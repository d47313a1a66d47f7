package files

import (
	"encoding/csv"
	"math"
	"strconv"
	"strings"
	"testing"

	"indistinct/core/film"
	"indistinct/core/lab"
	"indistinct/core/mechanism"
	"indistinct/core/texts"
	"indistinct/ui/page/laboratory"
	"indistinct/ui/page/test/opened"
)

// TestReleasesRoundTrip: the table gives back every release to its last bit, in order, and how far the event
// holds it.
func TestReleasesRoundTrip(t *testing.T) {
	values := []float32{0.1, -2.0 / 3, 1234567.8, 1e-30, 3}
	held := []float32{0, 1, 0.25, 1.0 / 3, 0}
	s := &film.Show{Form: film.Line}
	for k := range s.Clouds {
		s.Names[k] = mechanism.Input(k).Say()
		s.Clouds[k] = film.Cloud{Stride: 1, Data: values, In: held}
	}
	rows, err := csv.NewReader(strings.NewReader(releases(texts.English(), s))).ReadAll()
	if err != nil || len(rows) != 1+2*len(values) {
		t.Fatalf("%d rows, %v", len(rows), err)
	}
	for i, row := range rows[1:] {
		k := i % len(values)
		for j, want := range map[int]float32{1: float32(k + 1), 2: held[k], 3: values[k]} {
			v, err := strconv.ParseFloat(row[j], 32)
			if err != nil || math.Float32bits(float32(v)) != math.Float32bits(want) {
				t.Errorf("row %d, field %d: %s, want %v", i, j, row[j], want)
			}
		}
	}
}

// TestSaveCharts: all charts seen first are saved, each as a file of its own.
func TestSaveCharts(t *testing.T) {
	m, f, s := alone(t, "")
	opened.Run(t, m, s)
	if len(m.Front.FirstSheet().Charts) == 0 {
		t.Fatal("there is no chart")
	}
	if f.SaveCharts(); !strings.HasSuffix(s.File, ".svg") || !strings.Contains(s.Saved, "<svg") {
		t.Errorf("%s is saved", s.File)
	}
}

// TestSavedWithA: run A's report travels in the file, unless it is still to come.
func TestSavedWithA(t *testing.T) {
	m, f, s := alone(t, "")
	opened.Run(t, m, s)
	d := m.Front
	d.A = &laboratory.Kept{Spec: d.Spec.Set(d.Table, "s", 0.25), Result: laboratory.Result{Report: &lab.Report{},
		Raw: []byte(`{"n":1}`)}}
	if f.Save(false); !strings.Contains(s.Saved, `"compare":{"n":1}`) {
		t.Errorf("saved is %s", s.Saved)
	}
	d.A = &laboratory.Kept{Spec: d.A.Spec}
	if f.Save(false); s.Saved != string(d.Raw) {
		t.Errorf("while A is awaited %s is saved", s.Saved)
	}
}
