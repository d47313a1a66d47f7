//go:build !js

package frame

import (
	"encoding/json"
	"image"
	"image/color"
	"image/png"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"indistinct/core/guest"
	"indistinct/core/lab"
	"indistinct/core/labs"
)

// TestReduce: a picture of few colours stays as it is; of many the sixteen most frequent stay, no two of the
// others stand for the same sixteenth of each range, and every pixel gets the nearest colour that there is.
func TestReduce(t *testing.T) {
	for _, colours := range []int{1, 16, 17, 60, 3000} {
		img := image.NewNRGBA(image.Rect(0, 0, 120, 100))
		frequent := map[color.NRGBA]bool{}
		for i := range 120 * 100 {
			k := i % colours
			if i%2 == 0 {
				k = i / 2 % min(colours, 16) // these come far more often
			}
			c := color.NRGBA{uint8(37 * k), uint8(101 * k), uint8(11*k + k/256), 255}
			if img.SetNRGBA(i%120, i/120, c); k < 16 {
				frequent[c] = true
			}
		}
		out := reduce(img)
		if len(out.Palette) > 64 || len(out.Palette) < min(colours, 16) {
			t.Fatalf("%d colours of %d", len(out.Palette), colours)
		}
		parts := map[[3]uint8]bool{}
		for i, c := range out.Palette {
			c := c.(color.NRGBA)
			part := [3]uint8{c.R >> 4, c.G >> 4, c.B >> 4}
			if i >= 16 && parts[part] || c.A != 255 {
				t.Errorf("colour %d of %d, %v, is near another", i, colours, c)
			}
			parts[part] = true
			if i < 16 && !frequent[c] {
				t.Errorf("colour %d of %d, %v, is not frequent", i, colours, c)
			}
		}
		distance := func(a, b color.NRGBA) (d int) {
			for _, x := range [][2]uint8{{a.R, b.R}, {a.G, b.G}, {a.B, b.B}} {
				d += (int(x[0]) - int(x[1])) * (int(x[0]) - int(x[1]))
			}
			return d
		}
		for i := range 120 * 100 {
			was, is := img.NRGBAAt(i%120, i/120), out.Palette[out.ColorIndexAt(i%120, i/120)].(color.NRGBA)
			for _, c := range out.Palette {
				if distance(was, c.(color.NRGBA)) < distance(was, is) {
					t.Fatalf("of %d colours %v becomes %v, though there is %v", colours, was, is, c)
				}
			}
			if (colours <= 16 || frequent[was]) && was != is {
				t.Fatalf("of %d colours %v becomes %v", colours, was, is)
			}
		}
		path := filepath.Join(t.TempDir(), "a.png")
		if err := write(path, img); err != nil {
			t.Fatal(err)
		}
		f, err := os.Open(path)
		if err != nil {
			t.Fatal(err)
		}
		read, err := png.Decode(f)
		f.Close()
		if p, ok := read.(*image.Paletted); err != nil || !ok || !slices.Equal(p.Pix, out.Pix) {
			t.Errorf("the file of %d colours holds another picture: %v", colours, err)
		}
	}
}

// TestNames: early.js learns of every laboratory, the one of a bare address first, and of the parameters that
// no laboratory's picture shows; a script without the marks is refused.
func TestNames(t *testing.T) {
	dir := t.TempDir()
	path := filepath.Join(dir, "early.js")
	put := func(text string) {
		if err := os.WriteFile(path, []byte(text), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	put(`/*LABS*/["ring"]` + "\n" + `/*UNSEEN*/["eps"]` + "\n" + `/*HOME*/[""]`)
	if err := names(dir); err != nil {
		t.Fatal(err)
	}
	text, _ := os.ReadFile(path)
	lines := strings.Split(string(text), "\n")
	var all, unseen []string
	if json.Unmarshal([]byte(lines[0]), &all) != nil || json.Unmarshal([]byte(lines[1]), &unseen) != nil ||
		!strings.HasPrefix(lines[2], `["#lab=`+labs.Home+"\\u0026v=") {
		t.Fatalf("early.js is %s", text)
	}
	var want []string
	for _, l := range guest.All() {
		want = append(want, l.About().Name)
		for _, p := range l.Params() {
			if p.Scene && slices.Contains(unseen, p.Name) {
				t.Errorf("%s is seen in %s", p.Name, l.About().Name)
			}
		}
	}
	for _, l := range guest.All() {
		for _, p := range l.Params() {
			seen := slices.ContainsFunc(guest.All(), func(l lab.Laboratory) bool {
				q := l.Params().Find(p.Name)
				return q != nil && q.Scene
			})
			if seen == slices.Contains(unseen, p.Name) {
				t.Errorf("%s is seen %v, and said to be unseen", p.Name, seen)
			}
		}
	}
	if all[0] != labs.Home || !slices.IsSorted(unseen) || len(all) != len(want) {
		t.Errorf("the laboratories are %v, unseen %v", all, unseen)
	}
	slices.Sort(all)
	slices.Sort(want)
	if !slices.Equal(all, want) {
		t.Errorf("the laboratories are %v, want %v", all, want)
	}
	for _, text := range []string{"", `/*HOME*/[""] /*LABS*/["ring"]`,
		`/*HOME*/[""] /*UNSEEN*/["eps"] /*UNSEEN*/["eps"] /*LABS*/["ring"]`} {
		put(text)
		if names(dir) == nil {
			t.Errorf("%q was taken", text)
		}
	}
}
