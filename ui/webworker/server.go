// Package webworker is what a worker of the page's pool does: it keeps the jobs and
// the models, answers the messages of package wire, and runs the jobs of which the
// pool makes it the runner. Package pool is the other end.
package webworker

import (
	"errors"
	"fmt"
	"io"
	"time"

	"indistinct/core/lab"
	"indistinct/core/lang"
	"indistinct/core/script"
	"indistinct/core/sheet"
	"indistinct/core/table"
	"indistinct/core/work"
	"indistinct/ui/wire"
)

// Clock returns the clock of the programs that the server's laboratories run.
func (srv *Server) Clock() script.Clock { return &srv.watch }

// maxModels is the most models that a worker keeps: the Spec on show, the one of a run,
// and a few that a visitor goes back and forth between. It then begins anew.
const maxModels = 4

// Server does what the page's messages ask. It is not safe for concurrent use.
type Server struct {
	find  lab.Finder
	home  string
	jobs  map[int64]*jobState
	open  map[string]lab.Model // by their Spec in JSON
	watch watch
	// Files opens a file of the visitor's by its key; nil where there are none.
	Files func(key string) (io.Reader, error)
}

type jobState struct {
	job       work.Job
	batch     int // the batch that do does
	do        func(work.Chunk) ([]byte, error)
	coroutine *coroutine // where this worker runs the job
}

// NewServer returns a server that knows these laboratories; home is the one of a
// Spec that names none.
func NewServer(find lab.Finder, home string) *Server {
	return &Server{find: find, home: home, jobs: map[int64]*jobState{}, open: map[string]lab.Model{}}
}

// Handle does what one message asks and says its replies, the last of which is
// the answer. It does not panic: a panic in a laboratory becomes one sentence.
func (srv *Server) Handle(head string, blobs [][]byte, say func(reply string, blobs [][]byte)) {
	start := time.Now()
	q, err := wire.ParseRequest(head)
	if err == nil && q.Op == wire.OpForget {
		srv.forget(q.Run)
		return
	}
	var a wire.Reply
	var out [][]byte
	more := func(a wire.Reply, blobs ...[]byte) {
		a.ID, a.More = q.ID, true
		srv.watch.told = a.Code != nil && *a.Code // after other replies no code is known to run
		say(wire.Head(a), blobs)
	}
	srv.watch = watch{tell: func(runs bool) { more(wire.Reply{Code: &runs}) }}
	if err == nil {
		a, out, err = srv.do(q, blobs, more)
	}
	if err != nil {
		a, out = wire.Reply{Fail: lang.Of(err)}, nil
		if p := (*lab.Problem)(nil); errors.As(err, &p) {
			a.Field, a.Line = p.Field, p.Line
		}
	}
	a.ID = q.ID
	a.Millis = float64(time.Since(start).Microseconds()) / 1000
	say(wire.Head(a), out)
}

func (srv *Server) do(q wire.Request, blobs [][]byte, more func(wire.Reply, ...[]byte)) (a wire.Reply, out [][]byte,
	err error) {
	defer func() {
		if r := recover(); r != nil {
			err = lang.Errorf("worker.panic", "why", fmt.Sprint(r))
			clear(srv.open) // a model may have been left half made
			srv.forget(q.Run)
		}
	}()
	if q.Op == wire.OpLook {
		return srv.look(q, blobs)
	}
	j, err := srv.job(q)
	if err != nil {
		return a, nil, err
	}
	switch q.Op {
	case wire.OpRun:
		j.coroutine = startCoroutine(j.job)
		return j.coroutine.resume(more)
	case wire.OpParts:
		parts := make([]work.Part, len(blobs))
		for i := range blobs {
			parts[i] = work.Part{Chunk: q.Chunks[i], Data: blobs[i]}
		}
		j.coroutine.parts, j.coroutine.last = parts, q.Last
		return j.coroutine.resume(more)
	case wire.OpChunk:
		if q.Batch != nil {
			b := *q.Batch
			b.Args = blobs[0]
			if j.do, err = j.job.Prepare(b); err != nil {
				return a, nil, err
			}
			j.batch = q.Index
		}
		if j.do == nil || j.batch != q.Index {
			return a, nil, fmt.Errorf("A worker was asked for a part of batch %d, which it does not know.", q.Index)
		}
		data, err := j.do(q.Chunk)
		return a, [][]byte{data}, err
	}
	return a, nil, fmt.Errorf("A worker was asked for %q, which it does not know.", q.Op)
}

func (srv *Server) job(q wire.Request) (*jobState, error) {
	j := srv.jobs[q.Run]
	if j == nil {
		l, s, err := srv.spec(q.Spec)
		if err != nil {
			return nil, err
		}
		job, err := lab.Start(l, s, q.Task)
		if err != nil {
			return nil, err
		}
		j = &jobState{job: job}
		srv.jobs[q.Run] = j
	}
	return j, nil
}

func (srv *Server) forget(run int64) {
	if j := srv.jobs[run]; j != nil && j.coroutine != nil {
		j.coroutine.stop()
	}
	delete(srv.jobs, run)
}

func (srv *Server) look(q wire.Request, blobs [][]byte) (a wire.Reply, out [][]byte, err error) {
	l, s, err := srv.spec(q.Spec)
	if err != nil {
		return a, nil, err
	}
	var r *lab.Report
	if len(blobs) > 0 {
		if r, err = lab.UnmarshalReport(blobs[0], srv.find, srv.home); err != nil {
			return a, nil, err
		}
	}
	look, err := lab.LookAt(l, s, r)
	if err != nil {
		return a, nil, err
	}
	f, err := look.Film.MarshalBinary()
	if err != nil {
		return a, nil, err
	}
	rest, err := sheet.Pack("LOOK", look, func(do func(*[]sheet.Real)) {
		sheet.EachArray(look.Sheets, func(list *[]sheet.Real) {
			do(list)
			*list = nil // the block has it
		})
	})
	return a, [][]byte{f, rest}, err
}

// spec reads a Spec and returns its laboratory, whose Open remembers models.
func (srv *Server) spec(data []byte) (lab.Laboratory, lab.Spec, error) {
	s, probs := lab.ParseJSON(data, srv.find, srv.home)
	if len(probs) > 0 {
		return nil, s, &probs[0]
	}
	return &caching{srv.find(s.Lab), srv}, s, nil
}

// caching is a laboratory whose models outlive a request: looking at a
// Spec and then running it prepares it once.
type caching struct {
	lab.Laboratory
	srv *Server
}

// Services are the laboratory's own, whose Test reads the visitor's files here.
func (r *caching) Services() lab.Services {
	x := r.Laboratory.(lab.Opener).Services()
	if test := x.Test; test != nil {
		x.Test = func(s lab.Spec, files []lab.File, ask table.Ask, run bool,
			step func(string, float64, float64)) (*lab.Sampled, error) {
			for i, f := range files {
				files[i].Open = func() (io.Reader, error) { return r.srv.file(f) }
			}
			return test(s, files, ask, run, step)
		}
	}
	return x
}

func (srv *Server) file(f lab.File) (io.Reader, error) {
	if srv.Files != nil {
		if r, err := srv.Files(f.Key); err == nil {
			return r, nil
		}
	}
	return nil, fileError(f.Name)
}

// fileError is said where the browser does not give a file.
func fileError(name string) error { return lang.Errorf("worker.file", "file", lang.Clip(name, 60)) }

// Open returns the model that is there already, or makes it.
func (r *caching) Open(s lab.Spec) (lab.Model, error) {
	srv := r.srv
	key, err := s.MarshalJSON()
	if err != nil {
		return nil, err
	}
	if m := srv.open[string(key)]; m != nil {
		return m, nil
	}
	m, err := lab.Open(r.Laboratory, s)
	srv.watch.count = 0 // that the opening's code has ended is told at once
	srv.watch.Goes()
	if err != nil {
		return nil, err
	}
	if len(srv.open) == maxModels {
		clear(srv.open)
	}
	srv.open[string(key)] = m
	return m, nil
}
