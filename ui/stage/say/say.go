// Package say is the vocabulary between the page and the scene in its iframe.
// Messages are plain objects sent with window.postMessage to the page's own
// origin; whoever receives one checks event.origin and ignores what it does not
// know.
package say

import "encoding/json"

// The types of messages that the page sends to the scene.
const (
	Film = "film" // show a film: data, keepTime, of, weigh
	Play = "play" // or pause, where it plays
	Step = "step" // pause and go to the next or previous key frame: by
	Seek = "seek" // go to a time: at
	Look = "look" // how everything looks from now on: theme, language, reduced, scale
	Tab  = "tab"  // by: which view a narrow canvas shows, as an index among Tabs
	// A show is what the stage plays of a run. A newer one of the same run goes
	// on where the last one was; with keepTime false it is another run's.
	Show    = "show"    // data, keepTime, kept, of
	Skip    = "skip"    // go to the show's end, or to where it waits for the run
	Again   = "again"   // play the last show from the beginning
	Back    = "back"    // leave the show for the film
	Picture = "picture" // answer with a PNG of what the stage shows
	Pull    = "pull"    // show how what has a handle is dragged, by Drag messages that say so: handle
)

// The types of messages that the scene sends to the page.
const (
	Ready = "ready" // the scene listens; the page sends theme, motion and film (again)
	// The clock, and names of the views that a narrow canvas shows one at a time, none: all are shown; at
	// most ten times a second and on each change: at, steps, playing, clock, names, tab.
	Time  = "time"
	Drag  = "drag"  // handle, view, x, y, ended
	Pick  = "pick"  // a click on an item (handle) or on empty space (handle ""): handle, view, x, y
	Shown = "shown" // a frame has been drawn of what nothing was drawn of before: of
	Error = "error" // text: one sentence; without of there is no scene, or not yet
	// The show: began to play, says by its badge how the run ended, made way for the film.
	ShowOn   = "show:on"
	ShowDone = "show:done"
	ShowOff  = "show:off"
	// A picture: data (ArrayBuffer); or text, one sentence, where there is none.
	Taken = "taken"
	Round = "round" // the film has come round for the first time, and nothing has been dragged
)

// The field in which a Film or Show message carries its film.Film or
// film.Show: an ArrayBuffer with what MarshalBinary wrote, transferred, not
// copied. A Taken message carries a file in it.
const Data = "data"

// ToScene is a message from the page to the scene, except for the film's data.
type ToScene struct {
	Type     string  `json:"type"`
	KeepTime bool    `json:"keepTime,omitempty"` // Film, Show: keep the clock and whether it runs
	By       int     `json:"by,omitempty"`       // Step: ±1; Tab: from 0
	At       float64 `json:"at,omitempty"`       // Seek: key frames, from 0
	Theme    string  `json:"theme,omitempty"`    // Look: "light", "dark", "projector"
	Language string  `json:"language,omitempty"` // Look: its tag; a film or a show waits for the first one
	Reduced  bool    `json:"reduced,omitempty"`  // Look: motion
	Scale    float64 `json:"scale,omitempty"`    // Look: all is so many times larger, for a room; 0: as it is
	Weigh    bool    `json:"weigh,omitempty"`    // Film: what a verdict rests on is open
	Handle   string  `json:"handle,omitempty"`   // Pull
	// Of is what a Film or Show is of: a name of the page's.
	Of string `json:"of,omitempty"`
	// Kept is of a Show the run that the page kept to hold this one against: how
	// often its event came up in either input, the ε that it proved and its claim. Empty:
	// there is none.
	Kept []float64 `json:"kept,omitempty"`
}

// FromScene is a message from the scene to the page.
type FromScene struct {
	Type    string   `json:"type"`
	At      float64  `json:"at,omitempty"`      // Time: key frames, from 0; fractions lie between
	Steps   int      `json:"steps,omitempty"`   // Time: number of key frames
	Playing bool     `json:"playing,omitempty"` // Time
	Clock   string   `json:"clock,omitempty"`   // Time: caption of the key frame, may be ""
	Handle  string   `json:"handle,omitempty"`  // Drag, Pick
	View    int      `json:"view,omitempty"`    // Drag, Pick: the view whose coordinates x and y are, from 0
	X       float64  `json:"x,omitempty"`       // Drag, Pick: world coordinates
	Y       float64  `json:"y,omitempty"`
	Ended   bool     `json:"ended,omitempty"`  // Drag: also where the browser took it away
	Pulled  bool     `json:"pulled,omitempty"` // Drag: nobody drags, see Pull
	Text    string   `json:"text,omitempty"`   // Error, Taken
	Names   []string `json:"names,omitempty"`  // Time
	Tab     int      `json:"tab,omitempty"`    // Time
	Of      string   `json:"of,omitempty"`     // of whatever type: what the scene shows is of
}

// JSON is a message, ToScene or FromScene, as a text; an empty one where it holds a number that
// JSON has not.
func JSON(m any) string {
	if text, err := json.Marshal(m); err == nil {
		return string(text)
	}
	return "{}"
}
