package laboratory

import (
	"encoding/json"
	"math"
	"time"

	"indistinct/core/lab"
	"indistinct/core/lang"
	"indistinct/core/sheet"
	"indistinct/core/work"
	"indistinct/ui/uptime"
	"indistinct/ui/wire"
)

// Task is a computation that was started.
type Task struct {
	Name     string
	Running  bool
	Stopping bool
	Progress wire.Progress
	Fail     lang.Message
	Sheet    *sheet.Sheet
	Of       *lab.Spec     // what it runs, nil for the settings on show
	Spec     lab.Spec      // for which the sheet holds
	Raw      []byte        // Sheet as it came
	Cancel   func()        // ends it, while it runs
	Began    time.Duration // on the clock of package uptime
	Serial   int64         // which start of a task this is
	Built    bool          // it gave what was computed when the site was built

	// Stored is the result at the default setting, computed when the site was built, and StoredRaw
	// that as it came.
	Stored    *sheet.Sheet
	StoredRaw []byte
}

// Begin notes that the task starts, as the page's start of that number; shown are the
// settings on show.
func (t *Task) Begin(shown lab.Spec, serial int64) {
	t.Running, t.Stopping, t.Fail, t.Spec, t.Began, t.Serial = true, false, "", shown, uptime.Now(), serial
	if t.Of != nil {
		t.Spec = *t.Of
	}
	t.Progress = wire.Progress{Phase: lang.Say("work.starting")}
}

// Put reads a sheet in JSON; it reports whether data was one.
func (t *Task) Put(data []byte) bool {
	var s sheet.Sheet
	if json.Unmarshal(data, &s) != nil {
		return false
	}
	t.Sheet, t.Raw = &s, data
	return true
}

// Stop cancels the task if it runs; nil is none.
func (t *Task) Stop() {
	if t != nil && t.Running && !t.Stopping {
		t.Stopping = true
		t.Cancel()
	}
}

// StaleFor reports whether a sheet is from before a change.
func (t *Task) StaleFor(s lab.Spec) bool {
	return t.Sheet != nil && !t.Running && !t.Spec.Equal(s)
}

// Left says how long a computation will still take, as far as it can be told.
func (t *Task) Left(now time.Duration) lang.Message {
	f, gone := t.Progress.Fraction, (now - t.Began).Seconds()
	if !t.Running || gone < 2 || f < 0.02 || f >= 1 {
		return ""
	}
	return work.Left(gone * (1 - f) / f)
}

// Phase is a progress bar's caption.
func (t *Task) Phase() lang.Message {
	switch {
	case t.Stopping:
		return lang.Say("work.stopping")
	case t.Progress.Phase == "":
		return lang.Say("work.working")
	}
	return t.Progress.Phase
}

// Bar is what progress in public/load.js shows of the task, in a language.
func (t *Task) Bar(l *lang.Language) []any {
	f := t.Progress.Fraction
	return []any{t.Serial, f, l.Say(t.Phase()), Percent(l, f), l.Say(t.Left(uptime.Now()))}
}

// Percent is a share for a progress bar.
func Percent(l *lang.Language, f float64) string {
	return l.Text("page.percent", "share", math.Round(100*math.Min(math.Max(f, 0), 1)))
}
