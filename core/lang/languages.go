package lang

import "slices"

// Entry is a language in a menu.
type Entry struct {
	Tag  string // BCP 47
	Name string // in itself
}

// Languages are those that there are texts of, English first. To add one: a line here,
// and a folder of its texts in core/texts.
func Languages() []Entry {
	return []Entry{{"en", "English"}, {"de", "Deutsch"}}
}

// The pseudo-languages: English in disguise, and that from right to left. Browsers format
// numbers in no language whose tag has four letters.
const (
	Pseudo   = "qps"
	Mirrored = "qpm"
)

// Known reports whether there is a language with that tag.
func Known(tag string) bool {
	return tag == Pseudo || tag == Mirrored ||
		slices.ContainsFunc(Languages(), func(e Entry) bool { return e.Tag == tag })
}

// File is the file of a site that holds a language's texts, as Load reads it.
func File(tag string) string {
	if tag == Pseudo || tag == Mirrored {
		tag = "en"
	}
	return "texts/" + tag + ".json"
}

// Still is the name of the picture of a laboratory's stage in a theme, below the folder
// still.
func (l *Language) Still(lab, theme string) string {
	name := lab + "-" + theme + ".png"
	if File(l.Tag) != File("en") {
		name = l.Tag + "-" + name
	}
	return name
}

// Load returns a language from the data of its File.
func Load(tag string, data []byte) (*Language, error) {
	if tag != Pseudo && tag != Mirrored {
		return Parse(tag, data)
	}
	l, err := Parse("en", data)
	if err != nil {
		return nil, err
	}
	return l.Pseudo(tag, tag == Mirrored), nil
}
