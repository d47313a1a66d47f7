package wire

import (
	"indistinct/core/fmt"
	"indistinct/core/json"
	"indistinct/core/work"
)

// Op is what the page asks of a worker.
type Op string

// The operations. Every request but Forget gets exactly one Reply.
const (
	// OpLook opens a Spec and returns its facts and live sheets in Look, its
	// film in the reply's blob. Blobs: the Report, if there is one.
	OpLook Op = "look"
	// OpPlan opens a job and plans its first phase.
	OpPlan Op = "plan"
	// OpDo computes Chunk. The reply's blob is the part. Blobs: the state, the
	// first time that this worker hears of it.
	OpDo Op = "do"
	// OpMerge merges a phase and plans the next one. The reply's first blob is
	// the next state; a second one is what the job can show by now. Blobs: the
	// state, where new to the worker, then one for each of Chunks.
	OpMerge Op = "merge"
	// OpForget drops what the worker keeps of a run.
	OpForget Op = "forget"
)

// Request is the head of a message from the page to a worker; bytes travel
// beside it as blobs. A worker keeps one job and one state for each run, so
// that the Spec and the state are sent once.
type Request struct {
	ID     int64           `json:"id"`
	Op     Op              `json:"op"`
	Run    int64           `json:"run,omitempty"`
	Spec   json.RawMessage `json:"spec,omitempty"`
	Task   string          `json:"task,omitempty"`
	Phase  int             `json:"phase,omitempty"` // counts the states of a run; 0 is the nil state
	State  bool            `json:"state,omitempty"` // the first blob is the state
	Report bool            `json:"report,omitempty"`
	Chunk  work.Chunk      `json:"chunk,omitzero"`
	Chunks []work.Chunk    `json:"chunks,omitempty"`
}

// Reply is the head of a message from a worker to the page.
type Reply struct {
	ID     int64           `json:"id"`
	Fail   string          `json:"fail,omitempty"` // one sentence; the rest is then empty
	Look   json.RawMessage `json:"look,omitempty"`
	Next   *work.Phase     `json:"next,omitempty"` // what a state leads into; nil when the job is finished
	Output bool            `json:"output,omitempty"`
	Millis float64         `json:"ms,omitempty"` // how long the worker took
}

// Head encodes a Request or a Reply.
func Head(v any) string {
	b, err := json.Marshal(v)
	if err != nil { // a Spec that is not JSON
		b, _ = json.Marshal(Reply{Fail: "A message could not be encoded: " + err.Error() + "."})
	}
	return string(b)
}

// ParseRequest reads what Head wrote.
func ParseRequest(head string) (Request, error) {
	var q Request
	if err := json.Unmarshal([]byte(head), &q); err != nil {
		return q, fmt.Errorf("The worker could not read a message: %w.", err)
	}
	return q, nil
}

// ParseReply reads what Head wrote.
func ParseReply(head string) (Reply, error) {
	var r Reply
	if err := json.Unmarshal([]byte(head), &r); err != nil {
		return r, fmt.Errorf("The page could not read a worker's message: %w.", err)
	}
	return r, nil
}
