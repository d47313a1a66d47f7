package wire

// This file is the vocabulary between the page and the scene in its iframe.
// Messages are plain objects sent with window.postMessage to the page's own
// origin; whoever receives one checks event.origin and ignores what it does not
// know.

// The types of messages that the page sends to the scene.
const (
	SceneFilm   = "film"   // show a film: data, keepTime
	ScenePlay   = "play"   //
	ScenePause  = "pause"  //
	SceneStep   = "step"   // pause and go to the next or previous key frame: by
	SceneSeek   = "seek"   // go to a time: at
	SceneSpeed  = "speed"  // value: 1 is the film's own rate
	SceneTheme  = "theme"  // name
	SceneMotion = "motion" // reduced
)

// The types of messages that the scene sends to the page.
const (
	SceneReady = "ready" // the scene listens; the page sends theme, motion and film (again)
	SceneTime  = "time"  // the clock, at most ten times a second and on each change: at, steps, playing, clock
	SceneDrag  = "drag"  // handle, view, x, y, phase
	ScenePick  = "pick"  // a click on an item (handle) or on empty space (handle ""): handle, view, x, y
	SceneShown = "shown" // the first frame of a first film has been drawn
	SceneError = "error" // text: one sentence
)

// The phases of a drag. A drag that the browser takes away (a touch that turns
// into a scroll) ends like any other, at its last position.
const (
	DragStart = "start"
	DragMove  = "move"
	DragEnd   = "end"
)

// The field in which a SceneFilm message carries the film: an ArrayBuffer with
// the UTF-8 JSON of a film.Film, transferred, not copied.
const SceneData = "data"

// ToScene is a message from the page to the scene, except for the film's data.
type ToScene struct {
	Type     string
	KeepTime bool    // SceneFilm: keep the clock and whether it runs
	By       int     // SceneStep: ±1
	At       float64 // SceneSeek: key frames, from 0
	Value    float64 // SceneSpeed
	Name     string  // SceneTheme: "light", "dark", "projector"
	Reduced  bool    // SceneMotion
}

// Object returns the message with the fields that its type uses, in a form
// that syscall/js turns into an object.
func (m ToScene) Object() map[string]any {
	o := map[string]any{"type": m.Type}
	switch m.Type {
	case SceneFilm:
		o["keepTime"] = m.KeepTime
	case SceneStep:
		o["by"] = m.By
	case SceneSeek:
		o["at"] = m.At
	case SceneSpeed:
		o["value"] = m.Value
	case SceneTheme:
		o["name"] = m.Name
	case SceneMotion:
		o["reduced"] = m.Reduced
	}
	return o
}

// FromScene is a message from the scene to the page.
type FromScene struct {
	Type    string
	At      float64 // SceneTime: key frames, from 0; fractions lie between
	Steps   int     // SceneTime: number of key frames
	Playing bool    // SceneTime
	Clock   string  // SceneTime: caption of the key frame, may be ""
	Handle  string  // SceneDrag, ScenePick
	View    string  // SceneDrag, ScenePick: name of the view whose coordinates x and y are
	X, Y    float64 // SceneDrag, ScenePick: world coordinates
	Phase   string  // SceneDrag
	Text    string  // SceneError
}

// Object returns the message with the fields that its type uses, in a form
// that syscall/js turns into an object.
func (m FromScene) Object() map[string]any {
	o := map[string]any{"type": m.Type}
	switch m.Type {
	case SceneTime:
		o["at"], o["steps"], o["playing"], o["clock"] = m.At, m.Steps, m.Playing, m.Clock
	case SceneDrag:
		o["handle"], o["view"], o["x"], o["y"], o["phase"] = m.Handle, m.View, m.X, m.Y, m.Phase
	case ScenePick:
		o["handle"], o["view"], o["x"], o["y"] = m.Handle, m.View, m.X, m.Y
	case SceneError:
		o["text"] = m.Text
	}
	return o
}
