package state

import "indistinct/ui/page/links"

// PageLink is the address of a page of the laboratory in front, or of another.
func (m *Model) PageLink(d *Laboratory, page string) string {
	return links.JoinLink(d.Spec.Link(d.Table), links.Extra{Page: page})
}
