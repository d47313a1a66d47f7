//go:build !js

// Package frame makes what a built site shows before its programs have loaded:
// the page's frame with the default setting and the verdict of its run, computed
// here, in index.html, and a picture of each laboratory's stage in each theme, whose
// names early.js learns. It also writes the pages of the lessons for teachers.
//
// The pictures are site/still/LAB-THEME.png, in other languages than English
// site/still/TAG-LAB-THEME.png; those for phones stand in site/still/narrow, those for previews of links
// in site/lab.
package frame

import (
	"bytes"
	"cmp"
	_ "embed" // the page of a laboratory for previews of links
	"fmt"
	"image"
	"image/color"
	"image/draw"
	"image/png"
	"maps"
	"os"
	"path/filepath"
	"runtime"
	"slices"

	"golang.org/x/sync/errgroup"

	"indistinct/core/guest"
	"indistinct/core/lab"
	"indistinct/core/labs"
	"indistinct/core/texts"
	"indistinct/ui/palette"
	"indistinct/ui/stage/still"
	"indistinct/wasm/site/pack"
)

// stages are the stage on a laptop and, below the folder narrow, on a phone, and how many
// pixels it gets there.
var stages = []struct {
	folder     string
	w, h, dots float64
}{{"", 820, 608, 1}, {"narrow", 390, 260, 1.5}}

// script is what learns from the build which languages and laboratories there are.
const script = "early.js"

// Draw makes all of it in the folder of a site, whose address is url once it is published, or empty.
func Draw(dir, url string) error {
	for _, part := range []func(dir string) error{page, words, names, handout} {
		if err := part(dir); err != nil {
			return err
		}
	}
	return pictures(dir, url)
}

//go:embed card.html
var cardPage string

// card writes a page of its own for a laboratory, with a picture, for those who show previews of links: they
// read nothing behind #. The page leads there. Without url the picture's address is relative, which not all of
// them follow.
func card(dir, url string, of lab.About, look *lab.Look) error {
	img, err := still.Draw(look.Film, still.Options{W: 800, H: 420, DPR: 1.5, Theme: palette.Light,
		Language: texts.English()})
	if err != nil {
		return err
	}
	if err := write(filepath.Join(dir, of.Name+".png"), img); err != nil {
		return err
	}
	data := map[string]any{"URL": url, "Of": of, "Alt": look.Alt}
	return render(filepath.Join(dir, of.Name+".html"), cardPage, plain(texts.English()), data)
}

// names writes into early.js which laboratories have pictures, the one that a
// bare address opens first, with its link, and which parameters no picture shows.
func names(dir string) error {
	all := []string{labs.Home}
	home := guest.All().Find(labs.Home)
	link := home.Params().Defaults(labs.Home).Link(home.Params())
	if err := pack.Fill(dir, script, `/*HOME*/[""]`, []string{link}); err != nil {
		return err
	}
	shows := map[string]bool{} // by the parameter
	for _, l := range guest.All() {
		if name := l.About().Name; name != labs.Home {
			all = append(all, name)
		}
		for _, p := range l.Params() {
			shows[p.Name] = shows[p.Name] || p.Scene
		}
	}
	maps.DeleteFunc(shows, func(_ string, scene bool) bool { return scene })
	if err := pack.Fill(dir, script, `/*UNSEEN*/["eps"]`, slices.Sorted(maps.Keys(shows))); err != nil {
		return err
	}
	return pack.Fill(dir, script, `/*LABS*/["ring"]`, all)
}

// pictures draws the stages, and writes the cards.
func pictures(dir, url string) error {
	cards := filepath.Join(dir, "lab")
	dir = filepath.Join(dir, "still")
	for _, s := range stages {
		if err := os.MkdirAll(filepath.Join(dir, s.folder), 0o755); err != nil {
			return err
		}
	}
	var g errgroup.Group
	g.SetLimit(runtime.GOMAXPROCS(0))
	for _, l := range guest.All() {
		name := l.About().Name
		look, err := lab.LookAt(l, l.Params().Defaults(name), nil)
		if err != nil {
			return fmt.Errorf("The picture of %s could not be computed: %w", name, err)
		}
		g.Go(func() error { return card(cards, url, l.About(), look) })
		for _, l := range texts.All() {
			for _, theme := range []palette.Theme{palette.Light, palette.Dark} {
				for _, s := range stages {
					g.Go(func() error {
						img, err := still.Draw(look.Film, still.Options{W: s.w, H: s.h, DPR: s.dots, Theme: theme,
							Language: l})
						if err != nil {
							return err
						}
						return write(filepath.Join(dir, s.folder, l.Still(name, string(theme), "png")), img)
					})
				}
			}
		}
	}
	return g.Wait()
}

// write writes a picture in 64 colours, a quarter of the bytes.
func write(path string, img *image.NRGBA) error {
	var b bytes.Buffer
	if err := (&png.Encoder{CompressionLevel: png.BestCompression}).Encode(&b, reduce(img)); err != nil {
		return err
	}
	return os.WriteFile(path, b.Bytes(), 0o644)
}

// reduce paints with 64 colours: the sixteen most frequent ones, then those of which no two
// stand for the same sixteenth of each range, so that what is shaded has no hard steps, and
// for the other pixels the nearest.
func reduce(img *image.NRGBA) *image.Paletted {
	count := map[[3]uint8]int{}
	for i := 0; i < len(img.Pix); i += 4 {
		count[[3]uint8(img.Pix[i:i+3])]++
	}
	all := slices.Collect(maps.Keys(count))
	slices.SortFunc(all, func(a, b [3]uint8) int {
		return cmp.Or(count[b]-count[a], slices.Compare(a[:], b[:]))
	})
	out := image.NewPaletted(img.Rect, nil)
	taken := map[[3]uint8]bool{}
	for _, c := range all {
		near := [3]uint8{c[0] >> 4, c[1] >> 4, c[2] >> 4}
		if len(out.Palette) < 64 && (!taken[near] || len(out.Palette) < 16) {
			taken[near] = true
			out.Palette = append(out.Palette, color.NRGBA{c[0], c[1], c[2], 255})
		}
	}
	draw.Draw(out, out.Rect, img, img.Rect.Min, draw.Src)
	return out
}
