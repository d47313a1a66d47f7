// Package texts holds the words of every language: a folder a language, in it a file a
// room. It is embedded by the native command, by tests and by what builds the site; a
// page fetches the one file that the build makes of a language.
//
// To add a language: copy the folder en, translate the texts, and add its line to lang.Languages.
// The test of this package says what is missing and which places are not those of
// English; a text that is missing is said in English.
package texts

import (
	"embed"
	"io/fs"
	"maps"
	"sync"

	"indistinct/core/lang"
)

//go:embed en de
var files embed.FS

// Read returns a language whole: what it lacks is English.
func Read(tag string) (*lang.Language, error) {
	own, err := folder(tag)
	if err != nil || tag == "en" {
		return own, err
	}
	all := English().Texts()
	maps.Copy(all, own.Texts())
	return lang.New(tag, all)
}

// English returns the texts that all others are translations of.
var English = sync.OnceValue(func() *lang.Language {
	l, err := folder("en")
	if err != nil {
		panic(err) // TestTexts reads it
	}
	return l
})

// All returns every language, whole, in the order of lang.Languages.
func All() (all []*lang.Language) {
	for _, e := range lang.Languages() {
		l, err := Read(e.Tag)
		if err != nil {
			panic(err) // TestTexts reads it
		}
		all = append(all, l)
	}
	return all
}

// folder returns a language as its folder has it.
func folder(tag string) (*lang.Language, error) {
	sub, err := fs.Sub(files, tag)
	if err != nil {
		return nil, err
	}
	return lang.Read(tag, sub)
}
