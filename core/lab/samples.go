package lab

import (
	"encoding/json"
	"io"
	"strings"

	"indistinct/core/audit"
	"indistinct/core/sheet"
	"indistinct/core/work"
)

// File is a file of the visitor's own. It is read on the visitor's machine, by who
// computes: what travels is its key.
type File struct {
	Name string `json:"name"`
	Size int64  `json:"size"` // bytes
	Key  string `json:"key"`  // by which who computes knows it
	// Open returns a reader of it from its beginning, as often as it is called.
	Open func() (io.Reader, error) `json:"-"`
}

// Sampled is what files of releases hold, and what they show where they were
// tested.
type Sampled struct {
	Read    []string        `json:"read"`              // what was detected, one sentence for each file
	Columns []string        `json:"columns,omitempty"` // of the first file, as they are called
	Verdict audit.Verdict   `json:"verdict,omitempty"` // empty: not tested
	Sheet   *sheet.Sheet    `json:"sheet,omitempty"`
	Bug     string          `json:"bug,omitempty"`    // as of Extras.Bug
	Report  json.RawMessage `json:"report,omitempty"` // hashes and counts, no releases
}

// samplesTask begins the task of testing samples.
const samplesTask = "samples:"

// samplesAsk is what the rest of the task says, in JSON.
type samplesAsk struct {
	Files  []File `json:"files"`
	Column string `json:"column,omitempty"`
	Run    bool   `json:"run"`
}

// SamplesTask is the task of reading samples, and of testing them where run is
// true; its result is a Sampled in JSON.
func SamplesTask(files []File, column string, run bool) string {
	b, err := json.Marshal(samplesAsk{files, column, run})
	if err != nil {
		return samplesTask // text alone: it cannot fail
	}
	return samplesTask + string(b)
}

// samplesJob returns the job of a SamplesTask; ok is false for other tasks.
func samplesJob(l Laboratory, s Spec, task string) (job work.Job, ok bool) {
	rest, ok := strings.CutPrefix(task, samplesTask)
	if !ok {
		return nil, false
	}
	return work.Alone(func(crew work.Crew) (*Sampled, error) {
		var q samplesAsk
		if err := json.Unmarshal([]byte(rest), &q); err != nil || len(q.Files) == 0 || len(q.Files) > 2 {
			return nil, &Problem{Say: "Samples are one file or two."}
		}
		test := l.Services().Test
		if test == nil {
			return nil, &Problem{Say: "The laboratory " + l.About().Title + " tests no samples."}
		}
		return test(s, q.Files, q.Column, q.Run, crew.Step)
	}), true
}
