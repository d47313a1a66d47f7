package film_test

import (
	"math"
	"slices"
	"testing"

	"indistinct/core/film"
	"indistinct/core/lang"
)

// TestLayersOfATable: what is added stands in a view as it was given: once, step by step, gliding or not; what has no
// numbers is left out.
func TestLayersOfATable(t *testing.T) {
	var v film.View
	at := func(k int) []float64 { return []float64{float64(k), 2, 3, 4} }
	v.Add(film.Layer{Kind: film.Dots}, 1, 2)
	v.Jump(3, film.Layer{Kind: film.Dots}, at)
	v.Glide(3, film.Layer{Kind: film.Dots}, at)
	v.Curve(film.Layer{Size: 2}, 0.5, []float64{7, 8, 9})
	v.Cursor(3, 0.5, -1, 4)
	v.Add(film.Layer{Kind: film.Dots})
	v.Jump(3, film.Layer{Kind: film.Dots}, func(int) []float64 { return nil })
	for i, want := range []struct {
		kind         film.Kind
		moving, ease bool
		data         []float32
	}{
		{film.Dots, false, false, []float32{1, 2}},
		{film.Dots, true, false, []float32{0, 2, 3, 4, 1, 2, 3, 4, 2, 2, 3, 4}},
		{film.Dots, true, true, []float32{0, 2, 3, 4, 1, 2, 3, 4, 2, 2, 3, 4}},
		{film.Path, false, false, []float32{0, 7, 0.5, 8, 1, 9}},
		{film.Segments, true, true, []float32{0, -1, 0, 4, 0.5, -1, 0.5, 4, 1, -1, 1, 4}},
	} {
		if i >= len(v.Layers) {
			t.Fatalf("%d layers", len(v.Layers))
		}
		if l := v.Layers[i]; l.Kind != want.kind || l.Moving != want.moving || l.Ease != want.ease ||
			!slices.Equal(l.Data, want.data) {
			t.Errorf("layer %d is %+v, want %+v", i, l, want)
		}
	}
	if len(v.Layers) != 5 {
		t.Errorf("%d layers, want 5", len(v.Layers))
	}
}

// TestCall: a text stands beside each mark of the layer before, in its colour and as it moves.
func TestCall(t *testing.T) {
	var v film.View
	v.Glide(2, film.Layer{Kind: film.Disk, Role: "record"}, func(k int) []float64 {
		return []float64{float64(k), 10, 0.5, float64(k) + 5, 20, 0.25}
	})
	v.Call(lang.Verbatim("here"), 14, 7)
	disks, text := v.Layers[0], v.Layers[1]
	if text.Kind != film.Labels || text.Role != disks.Role || !text.Moving || !text.Ease || text.Size != 14 ||
		!slices.Equal(text.Text, []lang.Message{lang.Verbatim("here")}) ||
		!slices.Equal(text.Data, []float32{0, 10, 7, 5, 20, 7, 1, 10, 7, 6, 20, 7}) {
		t.Errorf("the text is %+v", text)
	}
}

// TestArrow: an arrow is a shaft and two barbs from its tip, of one length, mirrored about the shaft and turned back.
func TestArrow(t *testing.T) {
	for _, c := range [][4]float64{{0, 0, 3, 1}, {2, -1, -4, 5}, {1, 1, 1, 8}} {
		a := film.Arrow(c[0], c[1], c[2], c[3])
		if len(a) != 12 || !slices.Equal(a[:4], c[:]) {
			t.Fatalf("%v: the shaft is %v", c, a)
		}
		dx, dy := c[2]-c[0], c[3]-c[1]
		length := math.Hypot(dx, dy)
		var along, across [2]float64
		for k := range 2 {
			barb := a[4+4*k : 8+4*k]
			if barb[0] != c[2] || barb[1] != c[3] {
				t.Errorf("%v: barb %d begins at (%v, %v)", c, k, barb[0], barb[1])
			}
			bx, by := barb[2]-barb[0], barb[3]-barb[1]
			along[k], across[k] = (bx*dx+by*dy)/length/length, (bx*dy-by*dx)/length/length
		}
		if math.Abs(along[0]-along[1]) > 1e-12 || math.Abs(across[0]+across[1]) > 1e-12 || along[0] > -0.1 ||
			along[0] < -0.4 ||
			math.Abs(across[0]) < 0.05 || math.Abs(across[0]) > -along[0] {
			t.Errorf("%v: barbs go %v along the shaft and %v across, in its lengths", c, along, across)
		}
	}
}

// TestPx: marks are as large as their layer says; of those that say nothing stars are larger than dots, and many dots
// smaller than few. Only ellipses have an angle and two semi-axes.
func TestPx(t *testing.T) {
	few, many := make([]float32, 20), make([]float32, 400)
	said := film.Layer{Kind: film.Dots, Size: 5, Data: many}
	star, dots, cloud := film.Layer{Kind: film.Dots, Shape: film.Star, Data: few}, film.Layer{Kind: film.Dots,
		Data: few},
		film.Layer{Kind: film.Dots, Data: many}
	disk := film.Layer{Kind: film.Disk, Shape: film.Star, Data: many}
	if said.Px(1) != 5 || !(star.Px(1) > dots.Px(1) && dots.Px(1) > cloud.Px(1) && cloud.Px(1) > 0) ||
		disk.Px(1) != 1.5 {
		t.Errorf("sizes: %v said, star %v, dot %v, one of many %v, disk %v", said.Px(1), star.Px(1), dots.Px(1),
			cloud.Px(1), disk.Px(1))
	}
	item := []float32{1, 2, 3, 4, 5}
	for kind, want := range map[film.Kind][3]float32{film.Ellipse: {3, 4, 5}, film.Disk: {3, 3, 0}, film.Ring: {3, 3,
		0}} {
		if a, b, angle := kind.Oval(item[:kind.Stride()]); [3]float32{a, b, angle} != want {
			t.Errorf("%s: %v, %v, %v, want %v", kind, a, b, angle, want)
		}
	}
}
