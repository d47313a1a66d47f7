// Package say is the vocabulary between the page and the scene in its iframe.
// Messages are plain objects sent with window.postMessage to the page's own
// origin; whoever receives one checks event.origin and ignores what it does not
// know.
package say

// The types of messages that the page sends to the scene.
const (
	Film   = "film"   // show a film: data, keepTime
	Play   = "play"   //
	Pause  = "pause"  //
	Step   = "step"   // pause and go to the next or previous key frame: by
	Seek   = "seek"   // go to a time: at
	Speed  = "speed"  // value: 1 is the film's own rate
	Theme  = "theme"  // name
	Motion = "motion" // reduced
	// The language, by its tag: name. A film or a show waits for the first one.
	Language = "language"
	Scale    = "scale"  // value: everything so many times larger, for a room; 1 is the default
	Legend   = "legend" // open or close the legend
	Tab      = "tab"    // by: which view a narrow canvas shows, as an index among Tabs
	// A show is what the stage plays of a run. A newer one of the same run goes
	// on where the last one was; with keepTime false it is another run's.
	Show  = "show"  // data, keepTime, kept
	Skip  = "skip"  // go to the show's end, or to where it waits for the run
	Again = "again" // play the last show from the beginning
	Back  = "back"  // leave the show for the film
	// Draw a show once from its beginning to its end, below the film, so that nobody
	// sees it: data.
	WarmUp  = "warm"
	Picture = "picture" // answer with a PNG of what the stage shows
)

// The types of messages that the scene sends to the page.
const (
	Ready = "ready" // the scene listens; the page sends theme, motion and film (again)
	Time  = "time"  // the clock, at most ten times a second and on each change: at, steps, playing, clock
	Drag  = "drag"  // handle, view, x, y, phase
	Pick  = "pick"  // a click on an item (handle) or on empty space (handle ""): handle, view, x, y
	Shown = "shown" // the first frame of a first film has been drawn
	Error = "error" // text: one sentence
	// The show: began to play, came to its end, made way for the film.
	ShowOn   = "show:on"
	ShowDone = "show:done"
	ShowOff  = "show:off"
	// Its counters begin to fill, to shares x and y; the bracket of the claim stands, and
	// what becomes of it: phase, a film.Verdict.
	ShowCounts = "show:counts"
	ShowClaim  = "show:claim"
	Tabs       = "tabs" // names of the views that a narrow canvas shows one at a time, tab; none: all are shown
	// A picture: data (ArrayBuffer); or text, one sentence, where there is none.
	Taken = "taken"
)

// The phases of a drag. A drag that the browser takes away (a touch that turns
// into a scroll) ends like any other, at its last position.
const (
	DragStart = "start"
	DragMove  = "move"
	DragEnd   = "end"
)

// The field in which a Film or Show message carries its film.Film or
// film.Show: an ArrayBuffer with what MarshalBinary wrote, transferred, not
// copied. A Taken message carries a file in it.
const Data = "data"

// ToScene is a message from the page to the scene, except for the film's data.
type ToScene struct {
	Type     string
	KeepTime bool    // Film, Show: keep the clock and whether it runs
	By       int     // Step: ±1; Tab: from 0
	At       float64 // Seek: key frames, from 0
	Value    float64 // Speed, Scale
	Name     string  // Theme: "light", "dark", "projector"; Language: "de"
	Reduced  bool    // Motion
	// Kept is of a Show the run that the page kept to hold this one against: how
	// often its event came up in either input, the ε that it proved and its claim. Empty:
	// there is none.
	Kept []float64
}

// Object returns the message with the fields that its type uses, in a form
// that syscall/js turns into an object.
func (m ToScene) Object() map[string]any {
	o := map[string]any{"type": m.Type}
	switch m.Type {
	case Film, Show:
		o["keepTime"] = m.KeepTime
		if len(m.Kept) > 0 {
			kept := make([]any, len(m.Kept))
			for i, v := range m.Kept {
				kept[i] = v
			}
			o["kept"] = kept
		}
	case Step, Tab:
		o["by"] = m.By
	case Seek:
		o["at"] = m.At
	case Speed, Scale:
		o["value"] = m.Value
	case Theme, Language:
		o["name"] = m.Name
	case Motion:
		o["reduced"] = m.Reduced
	}
	return o
}

// FromScene is a message from the scene to the page.
type FromScene struct {
	Type    string
	At      float64  // Time: key frames, from 0; fractions lie between
	Steps   int      // Time: number of key frames
	Playing bool     // Time
	Clock   string   // Time: caption of the key frame, may be ""
	Handle  string   // Drag, Pick
	View    int      // Drag, Pick: the view whose coordinates x and y are, from 0
	X, Y    float64  // Drag, Pick: world coordinates; ShowCounts
	Phase   string   // Drag, ShowClaim
	Text    string   // Error, Taken
	Names   []string // Tabs
	Tab     int      // Tabs
}

// Object returns the message with the fields that its type uses, in a form
// that syscall/js turns into an object.
func (m FromScene) Object() map[string]any {
	o := map[string]any{"type": m.Type}
	switch m.Type {
	case Time:
		o["at"], o["steps"], o["playing"], o["clock"] = m.At, m.Steps, m.Playing, m.Clock
	case Drag:
		o["handle"], o["view"], o["x"], o["y"], o["phase"] = m.Handle, m.View, m.X, m.Y, m.Phase
	case Pick:
		o["handle"], o["view"], o["x"], o["y"] = m.Handle, m.View, m.X, m.Y
	case Error, Taken:
		o["text"] = m.Text
	case ShowCounts:
		o["x"], o["y"] = m.X, m.Y
	case ShowClaim:
		o["phase"] = m.Phase
	case Tabs:
		names := make([]any, len(m.Names))
		for i, n := range m.Names {
			names[i] = n
		}
		o["names"], o["tab"] = names, m.Tab
	}
	return o
}
