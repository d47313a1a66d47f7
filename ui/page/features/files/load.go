package files

import (
	"bytes"
	"encoding/json"

	"indistinct/core/lab"
	"indistinct/core/lang"
	"indistinct/ui/page/laboratory"
	"indistinct/ui/page/state"
	"indistinct/ui/page/view"
)

// maxFile is the largest file that is read: a run and its report take a
// hundredth of it, and reading must not hold the page up.
const maxFile = 4 << 20

// open reads a file, unless it is too large.
func (f *Feature) open(e state.Event) {
	name := e.File.Name
	if e.File.Size > maxFile {
		f.M.Notes = []lang.Message{lang.Say("page.file.large", "file", lang.Clip(name, 60),
			"megabytes", float64(e.File.Size)/(1<<20))}
		return
	}
	e.Read(func(data []byte, ok bool) {
		if !ok {
			f.M.Notes = []lang.Message{lang.Say("worker.file", "file", lang.Clip(name, 60))}
			return
		}
		f.Load(name, data)
	})
}

// Load reads a file: a report, a Spec alone, or data of the visitor's own where
// the laboratory in front takes any. A file that is none of these changes
// nothing.
func (f *Feature) Load(name string, data []byte) {
	data = bytes.TrimPrefix(data, []byte("\xef\xbb\xbf"))
	if head := bytes.TrimSpace(data); len(head) == 0 || head[0] != '{' && head[0] != '[' {
		f.read(name, data)
		return
	}
	data, other := splitA(data)
	s, probs := lab.ParseJSON(data, f.M.Find, f.M.Front.About.Name)
	if len(probs) > 0 && !isRun(data) {
		f.M.Notes = []lang.Message{probs[0].Say}
		return
	}
	f.M.Note(probs)
	d := f.M.Laboratory(s.Lab)
	d.Script.FromFile(s)
	d.Restore(s)
	f.M.Front, f.M.Page = d, ""
	if r, err := lab.UnmarshalReport(data, f.M.Find, s.Lab); err == nil && r.Program != "" && len(probs) == 0 {
		d.Result, d.Failed = laboratory.NewResult(r, data, lang.Verbatim(lang.Clip(name, 60))), ""
		f.loadA(d, other)
		f.M.Notes = append(f.M.Notes, lang.Say("page.file.run", "file", lang.Clip(name, 60)))
	} else if len(probs) == 0 {
		f.M.Notes = append(f.M.Notes, lang.Say("page.file.settings", "file", lang.Clip(name, 60)))
	}
	f.M.Place()
	f.M.Loaded()
}

// splitA takes A's report out of a file that holds both: see withA.
func splitA(data []byte) (b, a []byte) {
	var raw map[string]json.RawMessage
	if json.Unmarshal(data, &raw) != nil || raw["compare"] == nil {
		return data, nil
	}
	a = raw["compare"]
	delete(raw, "compare")
	b, _ = json.Marshal(raw) // as it was: it cannot fail
	return b, a
}

// isRun reports whether a file holds settings at all.
func isRun(data []byte) bool {
	var raw, inner map[string]json.RawMessage
	if json.Unmarshal(data, &raw) != nil || raw == nil {
		return false
	}
	spec, ok := raw["spec"]
	return !ok || json.Unmarshal(spec, &inner) == nil && inner != nil
}

// loadA takes A up from a file.
func (f *Feature) loadA(d *laboratory.State, data []byte) {
	d.A = nil
	if data == nil {
		return
	}
	r, err := lab.UnmarshalReport(data, f.M.Find, d.About.Name)
	if err != nil || r.Spec.Lab != d.About.Name || r.Program == "" {
		f.M.Notes = append(f.M.Notes, lang.Say("page.file.a"))
		return
	}
	d.A = &laboratory.Kept{Spec: r.Spec, Result: laboratory.NewResult(r, data, lang.Say("page.file"))}
}

// read takes data that is not JSON.
func (f *Feature) read(name string, data []byte) {
	d := f.M.Front
	read := d.Lab.Extras().Read
	if read == nil {
		f.M.Notes = []lang.Message{lang.Say("page.file.other", "file", lang.Clip(name, 60), "lab", d.About.Title())}
		for _, o := range f.M.Laboratories() {
			if read := o.Lab.Extras().Read; read == nil {
				continue
			} else if _, err := read(o.Spec, data); err == nil {
				f.M.Notes[0] = lang.Say("page.file.elsewhere", "file", lang.Clip(name, 60), "lab", o.About.Title())
				break
			}
		}
		return
	}
	s, err := read(d.Spec, data)
	if err != nil {
		f.M.Notes = []lang.Message{lang.Say("page.file.unread", "file", lang.Clip(name, 60), "why", err)}
		return
	}
	f.M.Notes = []lang.Message{lang.Say("page.file.data", "file", lang.Clip(name, 60))}
	if p := d.Program(); p != nil && s.Text(p.P.Name) != d.Spec.Text(p.P.Name) {
		f.M.Notes[0] = lang.Say("page.file.program", "file", lang.Clip(name, 60))
	}
	d.Script.KeepOwn(s)
	d.Script.FromFile(s)
	if f.M.Page = ""; d.Set(s) {
		d.Script.Edited(true)
		f.M.Loaded()
	}
	f.M.Place()
}

// Loader is the field that opens a file.
type Loader struct{ view.Part }

func (c *Loader) label() lang.Message {
	switch {
	case c.D.ReadsData() && c.D.Program() != nil:
		return lang.Say("page.load.program")
	case c.D.ReadsData():
		return lang.Say("page.load.data")
	}
	return lang.Say("page.load")
}

func (c *Loader) accept() string {
	return view.Either(c.D.ReadsData(), ".json,.csv,.txt,.star,.py,application/json,text/csv,text/plain",
		".json,application/json")
}
