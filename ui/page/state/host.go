package state

import (
	"time"

	"indistinct/ui/stage/say"
)

// Host is what the model needs of a browser.
type Host interface {
	// Update calls f while nothing renders, then renders. It may be called
	// from any goroutine, not from within an event.
	Update(f func())
	// After calls f like Update when d has passed, unless stop came first.
	After(d time.Duration, f func()) (stop func())
	// Aside calls f like Update, without a render.
	Aside(f func())
	// Hash sets the fragment of the address; push makes it a place to come
	// back to.
	Hash(hash string, push bool)
	// Address is the page's address without its fragment.
	Address() string
	// Copy puts text on the clipboard; done is called like Update.
	Copy(text string, done func(ok bool))
	// Scene sends a message to the scene; film is set for say.Film and, with
	// a show, for say.Show.
	Scene(m say.ToScene, film []byte)
	// Theme shows a theme and remembers the choice: "", "light", "dark" or
	// "projector"; "" follows the system. It returns what is shown.
	Theme(choice string) (shown string)
	// Random is a fresh number for a new seed.
	Random() uint64
	// Reveal brings the verdict, the stage, the top or a lesson's step with what it points at
	// into sight after the next render; the one never costs the other.
	Reveal(id string)
	// Focus moves the focus to an element after the next render, in sight.
	Focus(id string)
	// Present fills the screen with the page, where the browser allows it, or
	// gives the screen back; it returns how much larger the scene should draw.
	Present(on bool) (scale float64)
	// Remember keeps a text on this machine under a key, where the browser lets
	// it; Recall returns it, or "".
	Remember(key, text string)
	Recall(key string) string
	// Fetch reads a file of the site's own; done is called like Update, with nil if
	// there is none.
	Fetch(name string, done func(data []byte))
	// HasSheet reports whether the system has a dialog of its own for sharing.
	HasSheet() bool
	// Tool calls a function of public/load.js or of a feature's own script, by its name in
	// window.indistinct, if it is there. heard, unless nil, is called like Update with each
	// text that the script says later.
	Tool(name string, heard func(said []string), args ...any)
	// Version is which build of the page this is, and the year it is of.
	Version() (version, year string)
}

// alarm is what ends the wait for a call that After makes; nil where none is awaited.
type alarm func()

func (a *alarm) stop() {
	if *a != nil {
		(*a)()
		*a = nil
	}
}

// Silent is a Host that shows nothing and where nothing comes later.
type Silent struct{}

func (Silent) Update(f func())                           { f() }
func (Silent) Aside(f func())                            { f() }
func (Silent) After(time.Duration, func()) (stop func()) { return func() {} }
func (Silent) Hash(string, bool)                         {}
func (Silent) Address() string                           { return "" }
func (Silent) Copy(string, func(bool))                   {}
func (Silent) Scene(say.ToScene, []byte)                 {}
func (Silent) Theme(string) string                       { return "light" }
func (Silent) Random() uint64                            { return 0 }
func (Silent) Reveal(string)                             {}
func (Silent) Focus(string)                              {}
func (Silent) Present(bool) float64                      { return 1 }
func (Silent) Remember(string, string)                   {}
func (Silent) Recall(string) string                      { return "" }
func (Silent) Fetch(string, func([]byte))                {}
func (Silent) Tool(string, func([]string), ...any)       {}
func (Silent) HasSheet() bool                            { return false }
func (Silent) Version() (version, year string)           { return "", "" }
