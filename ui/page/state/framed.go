package state

import (
	"net/url"

	"indistinct/ui/palette"
)

// sceneTheme is the theme that the scene wears: in a frame on the ground and with
// the accent that the link asks for.
func (m *Model) sceneTheme() string {
	look, err := url.ParseQuery(m.Frame.Look)
	if !m.Frame.Embed || err != nil {
		return m.ThemeShown
	}
	return string(palette.Theme(m.ThemeShown).Dressed(look.Get("bg"), look.Get("accent")))
}
