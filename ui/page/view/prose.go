package view

import "indistinct/ui/page/teach"

// Prose is a paragraph in which words of the glossary open where they stand.
type Prose struct {
	Class string
	Parts []teach.Part
}
