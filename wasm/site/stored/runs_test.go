//go:build !js

package stored

import (
	"bytes"
	"compress/gzip"
	"encoding/json"
	"testing"

	"indistinct/core/film"
	"indistinct/core/guest"
	"indistinct/core/lab/repeat"
)

// TestRuns: of what a laboratory opens with there is a report and what the stage plays of it, no
// larger than a phone has at once, however many releases were drawn; the shelf gives the same again.
func TestRuns(t *testing.T) {
	keep := &shelf{t.TempDir()}
	for _, name := range []string{"filtering", "survey"} {
		l := guest.All().Find(name)
		s := repeat.Specs(l)[0]
		if !s.Equal(l.Params().Defaults(name)) {
			t.Errorf("%s: the first run is %s", name, s.Link(l.Params()))
		}
		run, err := stored(t.Context(), keep, l, s)
		if err != nil {
			t.Fatal(err)
		}
		again, err := stored(t.Context(), keep, l, s)
		if err != nil || !bytes.Equal(again.Report, run.Report) || !bytes.Equal(again.Show, run.Show) {
			t.Errorf("%s: the shelf gives another run: %v", name, err)
		}
		report := string(run.Report)
		file, err := packRun(run)
		if err != nil || len(file) > mostRun {
			t.Fatalf("%s: %d bytes, %v", name, len(file), err)
		}
		unpacked, err := gzip.NewReader(bytes.NewReader(file))
		if err != nil {
			t.Fatal(err)
		}
		var got repeat.Run
		if err := json.NewDecoder(unpacked).Decode(&got); err != nil || string(got.Report) != report {
			t.Errorf("%s: the file holds another report: %v", name, err)
		}
		var show film.Show
		if err := show.UnmarshalBinary(got.Show); err != nil || show.Whole() != nil || show.Verdict == "" ||
			len(show.Clouds[0].Data) == 0 {
			t.Errorf("%s: the stage has nothing to play: %v, %q", name, err, show.Verdict)
		}
	}
}
