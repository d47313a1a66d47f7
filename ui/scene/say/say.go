// Package say is the vocabulary between the page and the scene in its iframe.
// Messages are plain objects sent with window.postMessage to the page's own
// origin; whoever receives one checks event.origin and ignores what it does not
// know. Package wire passes these names on to the panel.
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
)

// The types of messages that the scene sends to the page.
const (
	Ready = "ready" // the scene listens; the page sends theme, motion and film (again)
	Time  = "time"  // the clock, at most ten times a second and on each change: at, steps, playing, clock
	Drag  = "drag"  // handle, view, x, y, phase
	Pick  = "pick"  // a click on an item (handle) or on empty space (handle ""): handle, view, x, y
	Shown = "shown" // the first frame of a first film has been drawn
	Error = "error" // text: one sentence
)

// The phases of a drag. A drag that the browser takes away (a touch that turns
// into a scroll) ends like any other, at its last position.
const (
	DragStart = "start"
	DragMove  = "move"
	DragEnd   = "end"
)

// The field in which a Film message carries the film: an ArrayBuffer with
// the UTF-8 JSON of a film.Film, transferred, not copied.
const Data = "data"

// ToScene is a message from the page to the scene, except for the film's data.
type ToScene struct {
	Type     string
	KeepTime bool    // Film: keep the clock and whether it runs
	By       int     // Step: ±1
	At       float64 // Seek: key frames, from 0
	Value    float64 // Speed
	Name     string  // Theme: "light", "dark", "projector"
	Reduced  bool    // Motion
}

// Object returns the message with the fields that its type uses, in a form
// that syscall/js turns into an object.
func (m ToScene) Object() map[string]any {
	o := map[string]any{"type": m.Type}
	switch m.Type {
	case Film:
		o["keepTime"] = m.KeepTime
	case Step:
		o["by"] = m.By
	case Seek:
		o["at"] = m.At
	case Speed:
		o["value"] = m.Value
	case Theme:
		o["name"] = m.Name
	case Motion:
		o["reduced"] = m.Reduced
	}
	return o
}

// FromScene is a message from the scene to the page.
type FromScene struct {
	Type    string
	At      float64 // Time: key frames, from 0; fractions lie between
	Steps   int     // Time: number of key frames
	Playing bool    // Time
	Clock   string  // Time: caption of the key frame, may be ""
	Handle  string  // Drag, Pick
	View    string  // Drag, Pick: name of the view whose coordinates x and y are
	X, Y    float64 // Drag, Pick: world coordinates
	Phase   string  // Drag
	Text    string  // Error
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
	case Error:
		o["text"] = m.Text
	}
	return o
}
