package wire

import (
	"encoding/json"

	"indistinct/core/lang"
	"indistinct/core/work"
)

// Op is what the page asks of a worker.
type Op string

// The operations. Every request but Forget gets exactly one last Reply; replies
// with More may come before.
const (
	// OpLook opens a Spec. The reply's blobs: its film; a lab.Look in JSON; the
	// numbers of the look's sheets, which are not in that. Blobs: the Report, if
	// there is one.
	OpLook Op = "look"
	// OpRun opens a job and begins its Run, which goes on until it asks for a
	// batch (Batch; blob: its Args) or has its result (Done; blob). On the way it
	// may reply Step and Show (with a blob each).
	OpRun Op = "run"
	// OpParts hands the job the parts of the batch that it asked for, a blob for
	// each of Chunks. After the Last of them Run goes on as from OpRun; before,
	// the reply is empty.
	OpParts Op = "parts"
	// OpChunk does Chunk of the batch with this Index. The reply's blob is the part.
	// Blobs: the batch's Args with Batch, the first time that it is this worker's.
	OpChunk Op = "chunk"
	// OpForget drops what the worker keeps of a run.
	OpForget Op = "forget"
)

// Request is the head of a message from the page to a worker; bytes travel
// beside it as blobs. A worker keeps one job and one batch for each run, so
// that the Spec and the batch's Args are sent once.
type Request struct {
	ID     int64           `json:"id"`
	Op     Op              `json:"op"`
	Run    int64           `json:"run,omitempty"`
	Spec   json.RawMessage `json:"spec,omitempty"`
	Task   string          `json:"task,omitempty"`
	Index  int             `json:"index,omitempty"` // of the batch, among those of the run
	Batch  *work.Batch     `json:"batch,omitempty"`
	Chunk  work.Chunk      `json:"chunk,omitzero"`
	Chunks []work.Chunk    `json:"chunks,omitempty"`
	Last   bool            `json:"last,omitempty"`
}

// Reply is the head of a message from a worker to the page.
type Reply struct {
	ID    int64        `json:"id"`
	More  bool         `json:"more,omitempty"`  // another reply to this request follows
	Fail  lang.Message `json:"fail,omitempty"`  // one sentence; the rest is then empty
	Field string       `json:"field,omitempty"` // the parameter that Fail blames
	Line  int          `json:"line,omitempty"`  // of the program that Fail blames
	Step  *work.Batch  `json:"step,omitempty"`  // what the job does by itself, as of one trial
	Show  work.Kind    `json:"show,omitempty"`
	Batch *work.Batch  `json:"batch,omitempty"`
	Done  bool         `json:"done,omitempty"`
	// Code says whether code of a visitor's program, one step of which may never end, runs or
	// goes on from now. Nothing else is said then.
	Code   *bool   `json:"code,omitempty"`
	Millis float64 `json:"ms,omitempty"` // how long the worker took
}

// Head encodes a Request or a Reply.
func Head(v any) string {
	b, err := json.Marshal(v)
	if err != nil { // a Spec that is not JSON
		b, _ = json.Marshal(Reply{Fail: lang.Say("wire.encode", "why", err)})
	}
	return string(b)
}

// ParseRequest reads what Head wrote.
func ParseRequest(head string) (Request, error) { return parse[Request](head, "wire.request") }

func ParseReply(head string) (Reply, error) { return parse[Reply](head, "wire.reply") }

func parse[T any](head, fail string) (v T, err error) {
	if err = json.Unmarshal([]byte(head), &v); err != nil {
		err = lang.Errorf(fail, "why", err)
	}
	return v, err
}
