package state

import (
	"cmp"
	"slices"

	"indistinct/core/lab"
	"indistinct/core/lang"
	"indistinct/ui/page/laboratory"
	"indistinct/ui/stage/say"
)

// Feature is something that the page can do beside setting, testing and showing: lessons, a
// game, a dialog for sharing. Each is a package under ui/page/features and a line in that
// folder's list; the page knows a feature by this interface alone. What a feature draws it
// says as a view.Draws. A feature embeds Plain and has the methods that it needs.
type Feature interface {
	// Fields are those of a link that are the feature's.
	Fields() []Field
	// Read takes them out of a link that is being opened: its settings are in front.
	Read(x *Extra)
	// Write adds them to a link to the settings in front. A feature that shows others than
	// those in front sets s.
	Write(x *Extra, s *lab.Spec, of Purpose)
	// Pages are the feature's own, beside the laboratories.
	Pages() []Page
	// Hear takes what happens on the page. taken says that it was meant for the feature:
	// nobody else hears it then.
	Hear(e Event) (taken bool)
}

// Plain is a feature of a page that does nothing.
type Plain struct{ M *Model }

func (Plain) Fields() []Field                  { return nil }
func (Plain) Read(*Extra)                      {}
func (Plain) Write(*Extra, *lab.Spec, Purpose) {}
func (Plain) Pages() []Page                    { return nil }
func (Plain) Hear(Event) (taken bool)          { return false }

// Purpose is what a link is for.
type Purpose int

const (
	Address Purpose = iota // of the page itself
	Shared                 // given away by the dialog
	Framed                 // given away for another page
	Joined                 // for the phones of a class
	Whole                  // of the page by itself, where it stands within another one
)

// Page is a page that is no laboratory.
type Page struct {
	Name   string // in links
	Title  func(front *laboratory.State) lang.Message
	Menu   string // the text in the navigation, "" where it does not stand there
	Stored bool   // it shows results that were computed when the site was built
}

// Titled is the title of a page that has one name.
func Titled(id string) func(*laboratory.State) lang.Message {
	return func(*laboratory.State) lang.Message { return lang.Say("page.title", "page", lang.Say(id)) }
}

// Player is a feature that may take a laboratory's stage for something of its own, and with
// it the place of the test.
type Player interface {
	// Plays reports whether it has.
	Plays(d *laboratory.State) bool
	// Film is what it shows, nil while that is still to come; of is whose film that is, for
	// which one that follows keeps the clock unless anew says otherwise.
	Film(d *laboratory.State) (film []byte, of any, anew bool)
}

// Event is something that has happened, or is about to.
type Event struct {
	Kind EventKind
	D    *laboratory.State // whose, nil: the one in front
	// Of Message: what the scene said.
	Scene say.FromScene
	// Of Key: which; of File: the id of the field in which it was chosen.
	Name string
	// Of File: the file, and what reads it as a text; ok is false where the browser cannot.
	File lab.File
	Read func(then func(data []byte, ok bool))
}

// EventKind is what has happened.
type EventKind int

const (
	Started        EventKind = iota // the page listens
	Rendered                        // what had changed is on the page
	Leaving                         // another page or laboratory comes to the front: D
	Replacing                       // other software or a file sets all of the settings
	NewFilm                         // the scene shows a film from its beginning
	Views                           // the scene has told which views it has
	Message                         // another word of the scene
	Testing                         // a test of D is to begin; who takes it runs something before
	Verdict                         // there is a new verdict of D
	Ended                           // a test of D has come to its end
	Key                             // a key was pressed that no field takes
	FullScreenLeft                  // by the browser
	File                            // a file was chosen in a field of a feature's own
	Sharing                         // the dialog for sharing is asked for
)

// Use gives the page its features, in the order in which they read and write links.
func (m *Model) Use(all ...Feature) { m.Features = append(m.Features, all...) }

// Emit tells the features of an event, until one takes it.
func (m *Model) Emit(e Event) (taken bool) {
	e.D = cmp.Or(e.D, m.Front)
	return slices.ContainsFunc(m.Features, func(f Feature) bool { return f.Hear(e) })
}

// player is the feature that has the stage of d, nil if none has.
func (m *Model) player(d *laboratory.State) Player {
	for _, f := range m.Features {
		if p, ok := f.(Player); ok && p.Plays(d) {
			return p
		}
	}
	return nil
}

// Played reports whether a feature has the stage of the laboratory in front.
func (m *Model) Played() bool { return m.player(m.Front) != nil }

func (m *Model) Pages() (all []Page) {
	for _, f := range m.Features {
		all = append(all, f.Pages()...)
	}
	return all
}
