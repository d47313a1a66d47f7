package panel

import (
	"time"

	"indistinct/ui/wire"
)

// Host is what the model needs of a browser.
type Host interface {
	// Update calls f while nothing renders, then renders. It may be called
	// from any goroutine, not from within an event.
	Update(f func())
	// After calls f like Update when d has passed, unless stop came first.
	After(d time.Duration, f func()) (stop func())
	// Hash sets the fragment of the address; push makes it a place to come
	// back to.
	Hash(hash string, push bool)
	// Address is the page's address without its fragment.
	Address() string
	// Copy puts text on the clipboard; done is called like Update.
	Copy(text string, done func(ok bool))
	Download(name, mime, data string)
	// Scene sends a message to the scene; film is set for wire.SceneFilm.
	Scene(m wire.ToScene, film []byte)
	// Theme shows a theme and remembers the choice: "", "light", "dark" or
	// "projector"; "" follows the system. It returns what is shown.
	Theme(choice string) (shown string)
	// Random is a fresh number for a new seed.
	Random() uint64
	// Reveal scrolls to an element after the next render, if it is out of sight.
	Reveal(id string)
	// Place tells the document which page and which scene it shows.
	Place(page, title string)
}
