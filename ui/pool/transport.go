package pool

import "indistinct/core/lang"

// Transport makes workers. In the page it is a set of Web Workers; tests have
// one in memory.
type Transport interface {
	// Spawn starts a worker that runs a binary. Its events arrive one at a time, never during
	// Spawn, Post or Terminate. There is one Ready, or Dead if it cannot start.
	Spawn(binary string, events func(Event)) Worker
	// Blob wraps bytes for Post; Bytes unwraps what arrived.
	Blob(data []byte) Blob
	Bytes(b Blob) []byte
}

// Worker is one worker. It handles messages in the order in which they come.
type Worker interface {
	// Post sends a message. Blobs are copied, so that a chunk can be sent
	// again when its worker dies.
	Post(head string, blobs []Blob)
	// Terminate ends the worker at once. No event follows.
	Terminate()
}

// Blob is bytes that the page need not look into: an ArrayBuffer there.
type Blob = any

// EventKind says what happened to a worker, as public/load.js does.
type EventKind string

const (
	Ready   EventKind = "ready"   // it listens
	Held    EventKind = "held"    // its end, whatever the cause, will be an event from now on
	Message EventKind = "message" // it sent a message: Head, Blobs
	Dead    EventKind = "dead"    // it ended or never started: Why
)

// Event is something that a worker did.
type Event struct {
	Kind  EventKind
	Head  string
	Blobs []Blob
	Why   lang.Message // a few words
	// Scarce, of Dead before Ready, says that the browser could not make one worker more,
	// as where memory is short: it is tried once more with a single one.
	Scarce bool
}
