package lab

import (
	"math"
	"slices"
	"strconv"
	"strings"

	"gonum.org/v1/gonum/stat"

	"indistinct/core/lang"
	"indistinct/core/sheet"
)

// Paper is a document that a laboratory repeats, item by item. Its texts are
// <laboratory>.paper.<name>.lead and those of its items.
type Paper struct {
	Name                  string // in addresses: "han-martinez"
	Authors, Title, Venue string // as they are printed, the year with the venue
	Link                  string // the address of its DOI or arXiv number; empty where none was found
	Items                 []Item // in the paper's own order
}

// ID begins the ids of a paper's texts in a laboratory.
func (p *Paper) ID(lab string) string { return lab + ".paper." + p.Name }

// Document leads to the page that the build makes of one of a laboratory's Papers.
type Document struct {
	Name  string   // the Paper's
	Cited string   // authors, title, year
	Tasks []string // the Analyses, but live ones, that repeat its items: anchors on its page
}

// PaperPage is the file of the site, in a language, of the paper of that name.
func PaperPage(name, tag string) string {
	return "paper-" + name + strings.TrimSuffix("."+tag, ".en") + ".html"
}

// Repeats is where, in a language, the item stands that an Analysis repeats; empty if none.
func (a About) Repeats(task, tag string) string {
	for _, d := range a.Documents {
		if slices.Contains(d.Tasks, task) {
			return PaperPage(d.Name, tag) + "#" + task
		}
	}
	return ""
}

// Item is a figure, a table or a statement of a paper. Its texts are <laboratory>.paper.<paper>.<name>,
// the title, .claim, what the paper says there, and where there is more to say .why: why ours is the
// same or differs.
type Item struct {
	Name string
	// Task names the Analysis that repeats it; empty: it is a setting to be opened.
	Task string
	// Set are the settings, on top of the laboratory's defaults, at which it is opened.
	Set     map[string]string
	Printed []Printed
}

// Printed is a number that a paper prints.
type Printed struct {
	Of    string // the quantity, <laboratory>.paper.of.<of>
	At    string // the setting, as it is written everywhere: "s̄ = 0.944"; or the id of a text
	Value string // as it is printed
}

// PaperItem returns an item of one of a laboratory's papers; nil where none has the name.
func PaperItem(l Laboratory, name string) *Item {
	for _, p := range l.Papers() {
		for i := range p.Items {
			if p.Items[i].Name == name {
				return &p.Items[i]
			}
		}
	}
	return nil
}

// Beside adds to an experiment's sheet the table of what the paper prints for an item beside ours,
// in one or more readings of the paper, each named by a message. ours returns what the runs of
// a reading give for a printed number, one value where there is no chance in it; none: that
// reading says nothing of it.
func (i *Item) Beside(s *sheet.Sheet, lab string, readings []lang.Message,
	ours func(reading int, p Printed) []float64) {
	columns := []any{"what", "paper"}
	for _, r := range readings {
		columns = append(columns, r, "verdict")
	}
	t := s.Table("printed", "lab.paper.printed.", "", columns...)
	for _, p := range i.Printed {
		row := []sheet.Cell{p.Cell()}
		for r := range readings {
			cell, verdict := p.Against(ours(r, p))
			row = append(row, cell, sheet.Words(verdict))
		}
		t.Add(sheet.Words(p.Say(lab)), row...)
	}
}

// Say names the number in a laboratory: "E_correct, s = 0.8".
func (p Printed) Say(lab string) lang.Message {
	of := lang.Say(lab + ".paper.of." + p.Of)
	if p.At == "" {
		return of
	}
	return lang.Say("lab.paper.printed.at", "of", of, "at", p.Setting(lab))
}

// Setting names where the number is printed for.
func (p Printed) Setting(lab string) lang.Message {
	symbol, value, _ := strings.Cut(p.At, " = ")
	if v, err := strconv.ParseFloat(value, 64); err == nil {
		return lang.Say("lab.paper.setting", "symbol", symbol, "value", v)
	}
	if strings.HasPrefix(p.At, lab+".") {
		return lang.Say(p.At)
	}
	return lang.Verbatim(p.At)
}

// Number is the printed number, and half a unit of its last digit.
func (p Printed) Number() (value, half float64) {
	value, _ = strconv.ParseFloat(p.Value, 64) // a test of package labs reads all
	return value, 0.5 * math.Pow(10, -float64(p.decimals()))
}

func (p Printed) decimals() int {
	_, digits, _ := strings.Cut(p.Value, ".")
	return len(digits)
}

// Cell shows the number with the digits that are printed.
func (p Printed) Cell() sheet.Cell {
	value, _ := p.Number()
	return sheet.Cell{Num: new(sheet.Real(value)), Form: "." + strconv.Itoa(p.decimals())}
}

// Against returns what runs give, mean ± standard deviation, and how that stands to what is printed: without
// chance the same to the printed digits or not; else within 2 sd√(1 + 1/runs) of the mean, where another
// run might lie as well, or so many sd off. Without runs it says that nothing can be held against it.
func (p Printed) Against(runs []float64) (ours sheet.Cell, verdict lang.Message) {
	if len(runs) == 0 {
		return sheet.Words(lang.Verbatim("–")), lang.Say("lab.paper.none")
	}
	value, half := p.Number()
	mean, sd := runs[0], 0.0
	if len(runs) > 1 {
		mean, sd = stat.MeanStdDev(runs, nil)
	}
	ours = sheet.Number(mean, 5)
	if sd > 0 {
		ours = sheet.Spread(mean, sd, 3)
	}
	switch off := math.Abs(mean - value); {
	case sd == 0 && off <= half*(1+1e-9):
		return ours, lang.Say("lab.paper.same")
	case sd > 0 && off <= 2*sd*math.Sqrt(1+1/float64(len(runs))):
		return ours, lang.Say("lab.paper.within")
	case sd > 0 && !math.IsInf(off, 0):
		return ours, lang.Say("lab.paper.off.by", "times", off/sd)
	}
	return ours, lang.Say("lab.paper.off")
}

// A Source says where the value of a setting comes from: <param>.from says where it is
// printed, how it follows, or why it was chosen.
type Source string

// The sources.
const (
	FromPaper  Source = "printed"
	FromFollow Source = "follows"
	FromUs     Source = "chosen"
)

// From says of the parameters of a table where their values come from, those of a source each.
func (t Table) From(source Source, params ...string) Table {
	for _, name := range params {
		t.Find(name).From = source
	}
	return t
}

// Origin says where the value of a parameter comes from; empty where nothing is said.
func (p *Param) Origin() lang.Message {
	if p.From == "" {
		return ""
	}
	return lang.Say("lab.from."+string(p.From), "how", p.Say("from"))
}
