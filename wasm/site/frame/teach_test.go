//go:build !js

package frame

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"indistinct/core/guest"
	"indistinct/core/lang"
	"indistinct/ui/page/teach"
)

// TestHandout: the page for who gives the lessons has every lesson and step in each language,
// the right option of each question, and no text that is missing; what the example of a task
// does is that it is done.
func TestHandout(t *testing.T) {
	if testing.Short() {
		t.Skip("It runs every lesson.")
	}
	dir := t.TempDir()
	if err := handout(dir); err != nil {
		t.Fatal(err)
	}
	lessons, steps, asks := 0, 0, 0
	for _, l := range guest.All() {
		for _, lesson := range l.Lessons() {
			lessons, steps = lessons+1, steps+len(lesson.Steps)
			for i, s := range lesson.Steps {
				if s.Ask != nil {
					asks++
				}
				if s.Task == nil {
					continue
				}
				way := &taughtStep{LessonStep: s, of: &taught{Lesson: lesson, Lab: l}, Number: i + 1}
				if _, err := way.compute(""); err != nil {
					t.Fatal(err)
				}
				if try := s.Task.Check(way.Reports[0]); !try.Done {
					t.Errorf("the example of %s, step %d, does not do it: %+v", lesson.Name, i+1, try)
				}
			}
		}
	}
	for _, e := range lang.Languages() {
		data, err := os.ReadFile(filepath.Join(dir, teach.Page(e.Tag)))
		if err != nil {
			t.Fatal(err)
		}
		text := string(data)
		for what, want := range map[string]int{"<section ": lessons, "<h3>": steps, "✓": asks, "⟨": 0} {
			if got := strings.Count(text, what); got != want {
				t.Errorf("%s: %q stands %d times on the page, want %d", e.Tag, what, got, want)
			}
		}
	}
}
