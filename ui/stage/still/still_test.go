package still

import (
	"image/color"
	"image/png"
	"os"
	"testing"

	"indistinct/core/film"
	"indistinct/core/sheet"
	"indistinct/ui/palette"
	"indistinct/ui/stage/mesh"
)

func disk() *film.Film {
	return &film.Film{Steps: 1, Rate: 1, Alt: "a disk", Views: []film.View{{
		Name: "plane", Place: film.Main, Box: [4]float64{-2, -1, 2, 1}, Equal: true,
		Layers: []film.Layer{{Kind: film.Disk, Role: sheet.Leak, Data: []float32{0, 0, 0.5}}},
	}}}
}

// The disk of radius ½ covers π/4 of the plane's 8 square units, and its middle
// has its colour.
func TestDiskKeepsItsArea(t *testing.T) {
	for _, theme := range palette.Themes() {
		for _, dpr := range []float64{1, 2} {
			img, err := Draw(disk(), Options{W: 800, H: 400, DPR: dpr, Theme: theme})
			if err != nil {
				t.Fatal(err)
			}
			if got := img.Bounds().Dx(); got != int(800*dpr) {
				t.Fatalf("the picture is %d pixels wide", got)
			}
			ground := img.NRGBAAt(2, int(200*dpr))
			middle := img.NRGBAAt(int(400*dpr), int(200*dpr))
			if middle == ground {
				t.Errorf("%s: nothing was drawn", theme)
			}
			left := 0
			for left < img.Bounds().Dx()/2 && near(img.NRGBAAt(left, int(200*dpr)), ground) {
				left++
			}
			right := img.Bounds().Dx() - 1
			for right > 0 && near(img.NRGBAAt(right, int(200*dpr)), ground) {
				right--
			}
			if d := (left + right) / 2; d < int(400*dpr)-3 || d > int(400*dpr)+3 {
				t.Errorf("%s: the disk's middle is at %d of %d", theme, d, img.Bounds().Dx())
			}
		}
	}
}

func near(a, b color.NRGBA) bool {
	d := func(x, y uint8) bool { return int(x)-int(y) < 8 && int(y)-int(x) < 8 }
	return d(a.R, b.R) && d(a.G, b.G) && d(a.B, b.B)
}

// Two triangles that share an edge leave no seam and cover no pixel twice.
func TestSharedEdges(t *testing.T) {
	img, err := Draw(disk(), Options{W: 64, H: 64, DPR: 1, Theme: palette.Light})
	if err != nil {
		t.Fatal(err)
	}
	for i := range img.Pix {
		img.Pix[i] = 0
	}
	v := func(x, y float32) *mesh.Vertex {
		return &mesh.Vertex{DstX: x, DstY: y, ColorR: 1, ColorG: 1, ColorB: 1, ColorA: 0.5}
	}
	a, b, c, d := v(10, 10), v(50, 10), v(50, 50), v(10, 50)
	triangle(img, img.Rect, a, b, c)
	triangle(img, img.Rect, a, c, d)
	for y := 10; y < 50; y++ {
		for x := 10; x < 50; x++ {
			if got := img.NRGBAAt(x, y).R; got < 127 || got > 129 {
				t.Fatalf("pixel (%d, %d) is %d, not half of white", x, y, got)
			}
		}
	}
}

// TestKeep writes a picture for people where a folder is named.
func TestKeep(t *testing.T) {
	dir := os.Getenv("INDISTINCT_SHOTS")
	if dir == "" {
		t.Skip("INDISTINCT_SHOTS names no folder for pictures.")
	}
	img, err := Draw(disk(), Options{W: 800, H: 400, DPR: 2, Theme: palette.Dark})
	if err != nil {
		t.Fatal(err)
	}
	if err := os.MkdirAll(dir, 0o755); err != nil {
		t.Fatal(err)
	}
	f, err := os.Create(dir + "/still.png")
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	if err := png.Encode(f, img); err != nil {
		t.Fatal(err)
	}
}
