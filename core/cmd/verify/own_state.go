package main

import (
	"bytes"
	"crypto/sha256"
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"time"

	"indistinct/core/labs/workshop"
	"indistinct/core/lang"
)

// state is a test of two commands as far as it has come, as -state keeps it.
type state struct {
	Audit  [][2]string     `json:"audit"` // flags and values: which test it is
	Series workshop.Series `json:"series"`
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
func (s *state) warnings() (out []lang.Message) {
	for in := range s.Died {
		if n := s.Died[in]; n > 0 {
			out = append(out, lang.Say("verify.own.died", "flag", flagOf(in), "n", n, "why", s.Why[in]))
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
}

// stateFile is a state as it is written: whole, or it is refused.
type stateFile struct {
	Version int             `json:"indistinct"`
	SHA256  string          `json:"sha256"` // of the state's bytes
	State   json.RawMessage `json:"state"`
}

// stateVersion is another one where states mean something else.
const stateVersion = 1

// openState takes up the test that the options ask for, or begins it.
func openState(o *ownOptions) (*keeper, error) {
	k := &keeper{path: o.state, state: state{Audit: o.audit}}
	if k.path == "" {
		return k, nil
	}
	data, err := os.ReadFile(k.path)
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
	k.state = s
	if begun := s.Series.Taken[0]+s.Series.Taken[1] > 0; begun && !s.Series.Done {
		k.Resumed++
	}
	return k, nil
}

// save writes the state beside the file and then in its place: what stands there is
// always whole.
func (k *keeper) save() error {
	if k.path == "" {
		return nil
	}
	began := time.Now()
	err := k.write(k.path + ".new")
	if err == nil {
		err = os.Rename(k.path+".new", k.path)
	}
	if err != nil {
		return lang.Errorf("verify.own.state.write", "file", k.path, "why", cause(err))
	}
	k.saved = time.Now()
	k.took = k.saved.Sub(began)
	return nil
}

// saveSeldom saves the state unless that would take more than a twentieth of the time.
func (k *keeper) saveSeldom() error {
	if time.Since(k.saved) < 20*k.took {
		return nil
	}
	return k.save()
}

func (k *keeper) write(path string) error {
	data, err := json.Marshal(k.state)
	if err != nil {
		return err
	}
	if data, err = json.Marshal(stateFile{stateVersion, sum(data), data}); err != nil {
		return err
	}
	f, err := os.OpenFile(path, os.O_WRONLY|os.O_CREATE|os.O_TRUNC, 0o600)
	if err != nil {
		return err
	}
	_, err = f.Write(append(data, '\n'))
	return errors.Join(err, f.Sync(), f.Close())
}

func sum(data []byte) string { return fmt.Sprintf("%x", sha256.Sum256(data)) }
