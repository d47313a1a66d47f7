// Package take writes what a visitor takes away: QR codes, code for a frame, a notebook, a
// citation, releases as CSV, files of two runs, the native command.
package take

import "strings"

// frameHeight is the height of a frame on pages that do not follow its own.
const frameHeight = "560"

// FrameCode is HTML for another page: a frame with what a link shows, and the
// script that gives the frame its height. address is the page's without its
// fragment, link the fragment with its "#", title the laboratory's.
func FrameCode(address, link, title string) string {
	quote := strings.NewReplacer("&", "&amp;", `"`, "&quot;", "<", "&lt;")
	return `<iframe src="` + quote.Replace(address+link) + `" title="Indistinct: ` + quote.Replace(title) +
		`" width="100%" height="` + frameHeight + `" frameborder="0" loading="lazy" data-indistinct></iframe>` + "\n" +
		`<script src="` + quote.Replace(folder(address)) + `embed.js" defer></script>`
}

// folder is the address of the folder that a page stands in.
func folder(address string) string {
	address, _, _ = strings.Cut(address, "?")
	return address[:strings.LastIndex(address, "/")+1]
}

// Citation is the page as BibTeX.
func Citation(address, version, year string) string {
	return "@software{indistinct,\n  title = {Indistinct: A Laboratory for Differential Privacy in Estimation},\n  author = {{The Indistinct authors}},\n" +
		"  year = {" + year + "},\n  version = {" + version + "},\n  license = {MIT},\n  url = {" + address + "}\n}"
}
