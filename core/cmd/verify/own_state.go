package main

import (
	"bytes"
	"context"
	"crypto/sha256"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"slices"
	"syscall"
	"time"

	"indistinct/core/labs/workshop/samples"
	"indistinct/core/lang"
)

// state is a test of two commands as far as it has come, as -state keeps it.
type state struct {
	Audit  [][2]string    `json:"audit"` // flags and values: which test it is
	Series samples.Series `json:"series"`
	// How the releases came to be.
	Starts  [2][]int    `json:"starts"` // of each copy of each command, how many
	Prints  [2][]string `json:"prints"` // of starts, hashes of their first releases
	Died    [2]int      `json:"died"`   // copies that ended with an error and were started again
	Why     [2]string   `json:"why"`    // the last of them did
	Resumed int         `json:"resumed"`
}

// count takes note that copy k of a command is about to be started.
func (s *state) count(in, k int) {
	for len(s.Starts[in]) <= k {
		s.Starts[in] = append(s.Starts[in], 0)
	}
	s.Starts[in][k]++
}

// warnings say what a report should say of its releases.
func (s *state) warnings(failures bool) (out []lang.Message) {
	id := "verify.own.died"
	if failures {
		id = "verify.own.counted"
	}
	for in := range s.Died {
		if n := s.Died[in]; n > 0 {
			out = append(out, lang.Say(id, "flag", flagOf(in), "n", n, "why", s.Why[in]))
		}
	}
	if s.Resumed > 0 {
		out = append(out, lang.Say("verify.own.resumed", "n", s.Resumed))
	}
	for in, prints := range s.Prints {
		seen := map[string]bool{}
		for _, p := range prints {
			seen[p] = true
		}
		if n := len(prints) - len(seen); n > 0 {
			out = append(out, lang.Say("verify.own.repeated", "flag", flagOf(in), "n", n))
		}
	}
	return out
}

// saveEvery is how often the state is saved while releases come.
var saveEvery = time.Second

// keeper keeps a state in a file.
type keeper struct {
	state
	path  string // "": nowhere
	saved time.Time
	took  time.Duration
	why   error  // that the last try to save it failed; nil: it did not
	close func() // gives the file free
}

// stateFile is a state as it is written: whole, or it is refused.
type stateFile struct {
	Version int             `json:"indistinct"`
	SHA256  string          `json:"sha256"` // of the state's bytes
	State   json.RawMessage `json:"state"`
}

// stateVersion is another one where states mean something else.
const stateVersion = 2

// mostState bounds what is read of a state: the releases that choose an event stand in it.
const mostState = 1 << 30

// openState takes up the test that the options ask for, or begins it. Another process that
// has the same file in use is refused, until close.
func openState(o *ownOptions) (k *keeper, err error) {
	k = &keeper{path: o.state, state: state{Audit: o.audit}, close: func() {}}
	if k.path == "" {
		return k, nil
	}
	info, err := os.Stat(k.path)
	if err == nil && !info.Mode().IsRegular() {
		return nil, lang.Errorf("verify.own.state.kind", "file", k.path)
	}
	release, locked := lock(k.path + ".lock")
	if errors.Is(locked, errLocked) {
		return nil, lang.Errorf("verify.own.state.used", "file", k.path)
	}
	if locked != nil {
		return nil, lang.Errorf("verify.own.state.write", "file", k.path, "why", cause(locked))
	}
	k.close = release
	os.Remove(k.path + ".new") // of one that was killed
	defer func() {
		if err != nil {
			release()
		}
	}()
	data, err := readState(k.path)
	if errors.Is(err, fs.ErrNotExist) {
		return k, k.save()
	}
	if err != nil {
		return nil, lang.Errorf("verify.file.read", "file", k.path, "why", cause(err))
	}
	var f stateFile
	var s state
	if json.Unmarshal(data, &f) != nil || f.Version != stateVersion || f.SHA256 != sum(f.State) {
		return nil, lang.Errorf("verify.own.state.damaged", "file", k.path)
	}
	read := json.NewDecoder(bytes.NewReader(f.State))
	read.DisallowUnknownFields() // of another version's events
	if read.Decode(&s) != nil {
		return nil, lang.Errorf("verify.own.state.damaged", "file", k.path)
	}
	was := map[string]string{}
	for _, a := range s.Audit {
		was[a[0]] = a[1]
	}
	for _, a := range o.audit {
		if was[a[0]] != a[1] {
			return nil, lang.Errorf("verify.own.state.other", "file", k.path, "flag", "-"+a[0], "was", clip(was[a[0]]),
				"is", clip(a[1]))
		}
	}
	if !s.whole(o) {
		return nil, lang.Errorf("verify.own.state.damaged", "file", k.path)
	}
	k.state = s
	if begun := s.Series.Taken[0]+s.Series.Taken[1] > 0; begun && !s.Series.Test.Done {
		k.Resumed++
	}
	return k, nil
}

// readState reads a file as far as a state goes.
func readState(path string) ([]byte, error) {
	f, err := os.Open(path)
	if err != nil {
		return nil, err
	}
	defer f.Close()
	return io.ReadAll(io.LimitReader(f, mostState))
}

// whole reports whether a state can be one of these options.
func (s *state) whole(o *ownOptions) bool {
	for in, starts := range s.Starts {
		if len(starts) > mostWorkers || len(starts) > 0 && slices.Min(starts) < 0 || s.Died[in] < 0 {
			return false
		}
	}
	return s.Resumed >= 0 && s.Series.Whole(o.set)
}

// save writes the state beside the file and then in its place: what stands there is
// always whole.
func (k *keeper) save() error {
	if k.path == "" {
		return nil
	}
	began, beside := time.Now(), k.path+".new" // the lock makes it ours
	if k.why = k.write(beside); k.why == nil {
		k.why = os.Rename(beside, k.path)
	}
	if k.why != nil {
		os.Remove(beside)
		return lang.Errorf("verify.own.state.write", "file", k.path, "why", cause(k.why))
	}
	k.saved = time.Now()
	k.took = k.saved.Sub(began)
	return nil
}

// retryFull is how long a disk without room is waited for, before it is tried again.
var retryFull = 5 * time.Second

// saveWaiting saves the state, and waits where the disk is full: a test of days does not end
// by that. say is told so, once.
func (k *keeper) saveWaiting(ctx context.Context, say func(lang.Message)) error {
	for said := false; ; said = true {
		err := k.save()
		if !errors.Is(k.why, syscall.ENOSPC) && !errors.Is(k.why, syscall.EDQUOT) {
			return err
		}
		if !said {
			say(lang.Say("verify.own.state.full", "file", k.path))
		}
		select {
		case <-time.After(retryFull):
		case <-ctx.Done():
			return ctx.Err()
		}
	}
}

// createState is another one in a test.
var createState = func(path string) (*os.File, error) {
	return os.OpenFile(path, os.O_WRONLY|os.O_CREATE|os.O_TRUNC, 0o600)
}

func (k *keeper) write(path string) error {
	data, err := json.Marshal(k.state)
	if err != nil {
		return err
	}
	if data, err = json.Marshal(stateFile{stateVersion, sum(data), data}); err != nil {
		return err
	}
	f, err := createState(path)
	if err != nil {
		return err
	}
	_, err = f.Write(append(data, '\n'))
	return errors.Join(err, f.Sync(), f.Close())
}

func sum(data []byte) string { return fmt.Sprintf("%x", sha256.Sum256(data)) }
