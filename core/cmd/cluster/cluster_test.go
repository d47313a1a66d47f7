//go:build !js

package cluster

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"math"
	mathrand "math/rand/v2"
	"strconv"
	"strings"
	"sync/atomic"
	"testing"
	"time"

	"github.com/nats-io/nats.go"
	"github.com/nats-io/nats.go/jetstream"

	"indistinct/core/lang"
	"indistinct/core/test/check"
	"indistinct/core/test/labtest"
	"indistinct/core/work"
)

// site is a server with what works for it.
type site struct {
	*testing.T
	url string
}

func newSite(t *testing.T) *site {
	t.Helper()
	s, err := Serve(Serving{Listen: "127.0.0.1:0", Store: t.TempDir()})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(s.Close)
	return &site{t, s.URL}
}

func (s *site) connect(name string) *Cluster {
	s.Helper()
	c, err := Connect(s.Context(), Options{URL: s.url, Build: "test", Name: name, Say: func(lang.Message) {}})
	if err != nil {
		s.Fatal(err)
	}
	s.Cleanup(c.Close)
	return c
}

// worker begins a worker and returns what ends it.
func (s *site) worker(name string, o Working) (leave func()) {
	s.Helper()
	c := s.connect(name)
	ctx, stop := context.WithCancel(context.Background())
	done := make(chan struct{})
	o.Lanes = max(o.Lanes, 1)
	if o.Open == nil {
		o.Open = opened(nil)
	}
	go func() {
		defer close(done)
		if err := c.Work(ctx, o); err != nil && !errors.Is(err, ErrStuck) {
			s.Errorf("the worker %s ended with %v", name, err)
		}
	}()
	leave = func() { stop(); <-done }
	s.Cleanup(leave)
	return leave
}

// summed is the job of these tests.
type summed struct {
	Phases int
	Trials int64
	Seed   uint64
}

func (a summed) job(before func(work.Chunk) error) *labtest.Sum {
	return &labtest.Sum{Phases: a.Phases, Trials: a.Trials, Seed: a.Seed, Before: before}
}

func opened(before func(work.Chunk) error) func(string, []byte) (work.Job, error) {
	return func(_ string, data []byte) (work.Job, error) {
		var a summed
		err := json.Unmarshal(data, &a)
		return a.job(before), err
	}
}

// ask has the job done; hear, if not nil, hears of each part that is taken.
func (s *site) ask(ctx context.Context, c *Cluster, a summed, o Asking, heard func(done int64)) ([]byte, error) {
	s.Helper()
	data, err := json.Marshal(a)
	if err != nil {
		s.Fatal(err)
	}
	if o.Local == nil {
		o.Local = a.job(nil)
	}
	if o.Chunk == 0 {
		o.Chunk = 2 * time.Millisecond
	}
	if o.Check == 0 {
		o.Check = -1
	}
	run, err := c.Ask(ctx, Job{Kind: Plain, Label: "sum", Data: data}, o)
	if err != nil {
		return nil, err
	}
	out, err := work.RunBy(run.Context(), a.job(nil), run, func(p work.Progress) {
		run.Progress(p.Fraction)
		if heard != nil {
			heard(p.Done)
		}
	})
	err = run.failure(err)
	run.Close(err)
	return out, err
}

// want is the result on one machine.
func (s *site) want(a summed) []byte {
	s.Helper()
	out, err := work.Serial(a.job(nil), 0)
	if err != nil {
		s.Fatal(err)
	}
	return out
}

func (s *site) same(a summed, got []byte, err error) {
	s.Helper()
	if err != nil {
		s.Fatal(err)
	}
	if !bytes.Equal(got, s.want(a)) {
		s.Errorf("got %s, want %s", got, s.want(a))
	}
}

// says reports whether an error is the text with that id.
func says(err error, id string) bool { return err != nil && lang.Of(err).ID() == id }

var small = summed{Phases: 3, Trials: 20000, Seed: 7}

// The result is that of one machine, with one worker and with several, and when a run is
// over nothing is kept of it but that it was.
func TestSame(t *testing.T) {
	s := newSite(t)
	c := s.connect("asker")
	s.worker("w1", Working{})
	got, err := s.ask(t.Context(), c, small, Asking{}, nil)
	s.same(small, got, err)
	s.worker("w2", Working{Lanes: 2})
	s.worker("w3", Working{Commands: true})
	other := summed{2, 30000, 8}
	got, err = s.ask(t.Context(), c, other, Asking{}, nil)
	s.same(other, got, err)
	list, err := c.List(t.Context())
	if err != nil || len(list) != 2 || list[0].State != Finished || list[1].State != Finished {
		t.Errorf("the list is %+v, %v", list, err)
	}
	for _, e := range list {
		keys, err := c.keys.ListKeysFiltered(t.Context(), e.Run+".>")
		if err != nil {
			t.Fatal(err)
		}
		for key := range keys.Keys() {
			if key != stateOf(e.Run) {
				t.Errorf("%s is still there", key)
			}
		}
	}
	if info, err := c.tasks.Info(t.Context()); err != nil || info.State.Msgs != 0 {
		t.Errorf("there are %d tasks left (%v)", info.State.Msgs, err)
	}
}

// Tasks that are given twice, and parts that are stored twice, count once.
func TestTwice(t *testing.T) {
	s := newSite(t)
	c := s.connect("asker")
	var tasks atomic.Int64
	sub, err := c.conn.Subscribe(taskSubject+".test.plain.>", func(m *nats.Msg) { // each once more
		if m.Header.Get("Again") == "" {
			again := nats.NewMsg(m.Subject)
			again.Data = m.Data
			again.Header.Set("Again", "yes")
			tasks.Add(1)
			c.conn.PublishMsg(again)
		}
	})
	if err != nil {
		t.Fatal(err)
	}
	defer sub.Unsubscribe()
	var done atomic.Int64
	count := opened(func(work.Chunk) error { done.Add(1); return nil })
	s.worker("w1", Working{Lanes: 2, Open: count})
	s.worker("w2", Working{Lanes: 2, Open: count})
	got, err := s.ask(t.Context(), c, small, Asking{}, nil)
	s.same(small, got, err)
	if done.Load() <= tasks.Load() || tasks.Load() == 0 {
		t.Errorf("%d chunks were done of %d that were given twice", done.Load(), tasks.Load())
	}
}

// A run that was interrupted goes on where it was, asked for by another program, and does not
// do again what it has.
func TestResume(t *testing.T) {
	s := newSite(t)
	var trials atomic.Int64
	s.worker("w", Working{Open: opened(func(k work.Chunk) error { trials.Add(k.Count); return nil })})
	a := summed{2, 60000, 9}
	ctx, stop := context.WithCancel(t.Context())
	defer stop()
	_, err := s.ask(ctx, s.connect("first"), a, Asking{}, func(done int64) {
		if done > 40000 {
			stop()
		}
	})
	if !errors.Is(err, context.Canceled) {
		t.Fatalf("the interrupted run ended with %v", err)
	}
	c := s.connect("second")
	if _, err = s.ask(t.Context(), c, a, Asking{}, nil); !says(err, "cluster.there") {
		t.Errorf("a run that is there is begun again: %v", err)
	}
	before := trials.Load()
	got, err := s.ask(t.Context(), c, a, Asking{Resume: true}, nil)
	s.same(a, got, err)
	all := int64(a.Phases) * 2 * a.Trials
	if more := trials.Load() - before; before < 40000 || more > all-40000+trials.Load()/10 {
		t.Errorf("%d trials were done before the interrupt and %d after it, of %d", before, more, all)
	}
}

// A cancelled run ends within two seconds on both sides; a computation that does not hear of
// it ends its worker.
func TestCancel(t *testing.T) {
	s := newSite(t)
	c := s.connect("asker")
	hang, begun := make(chan struct{}), make(chan struct{}, 100)
	defer close(hang)
	worker := s.connect("w")
	ended := make(chan error, 1)
	go func() {
		ended <- worker.Work(t.Context(), Working{Lanes: 1, Open: opened(func(work.Chunk) error {
			begun <- struct{}{}
			<-hang
			return nil
		})})
	}()
	asked := make(chan error, 1)
	go func() {
		_, err := s.ask(t.Context(), c, small, Asking{}, nil)
		asked <- err
	}()
	<-begun
	list, err := c.List(t.Context())
	if err != nil || len(list) != 1 || list[0].State != Running || !list[0].Asked {
		t.Fatalf("the list is %+v, %v", list, err)
	}
	if err := c.Cancel(t.Context(), list[0].Run); err != nil {
		t.Fatal(err)
	}
	if err := <-asked; !says(err, "cluster.cancelled") {
		t.Errorf("the asking side ended with %v", err)
	}
	if err := <-ended; !errors.Is(err, ErrStuck) {
		t.Errorf("the worker ended with %v", err)
	}
	if err := c.Cancel(t.Context(), list[0].Run); !says(err, "cluster.over.run") {
		t.Errorf("it can be cancelled twice: %v", err)
	}
	if err := c.Cancel(t.Context(), "0123"); !says(err, "cluster.none.run") {
		t.Errorf("a run that is not there can be cancelled: %v", err)
	}
}

// A worker of another build gets nothing, and the asking side says so.
func TestBuild(t *testing.T) {
	s := newSite(t)
	other, err := Connect(t.Context(), Options{URL: s.url, Build: "another", Say: func(lang.Message) {}})
	if err != nil {
		t.Fatal(err)
	}
	defer other.Close()
	ctx, stop := context.WithCancel(t.Context())
	done := make(chan error, 1)
	go func() {
		done <- other.Work(ctx, Working{Lanes: 1, Open: func(string, []byte) (work.Job, error) {
			t.Error("it got a chunk")
			return nil, errors.New("of another build")
		}})
	}()
	c := s.connect("asker")
	await(t, func() bool { return other.lanes(t.Context(), Plain) > 0 })
	said := make(chan lang.Message, 10)
	c.Say = func(m lang.Message) { said <- m }
	asking := make(chan struct{})
	go func() {
		defer close(asking)
		got, err := s.ask(t.Context(), c, small, Asking{}, nil)
		if err != nil || !bytes.Equal(got, s.want(small)) {
			t.Errorf("got %s, %v", got, err)
		}
	}()
	if m := <-said; m.ID() != "cluster.nobody" {
		t.Errorf("the asking side says %v", m)
	}
	s.worker("w", Working{})
	<-asking
	stop()
	if err := <-done; err != nil {
		t.Error(err)
	}
}

func await(t *testing.T, is func() bool) {
	t.Helper()
	for end := time.Now().Add(10 * time.Second); !is(); time.Sleep(10 * time.Millisecond) {
		if time.Now().After(end) {
			t.Fatal("it does not come to be")
		}
	}
}

// liar answers the tasks of a run with parts of its own making, until ctx ends. A name with a
// place for a number is another one for each part.
func (s *site) liar(ctx context.Context, name string, part func(task) message) {
	s.Helper()
	c := s.connect(name)
	w := &worker{Cluster: c, leave: ctx, queues: map[string]jetstream.Consumer{}}
	from, err := w.queue(Plain)
	if err != nil {
		s.Fatal(err)
	}
	go func() {
		for n := 0; ctx.Err() == nil; n++ {
			once, stop := context.WithTimeout(ctx, time.Second)
			m, err := from.Next(jetstream.FetchContext(once))
			if stop(); err != nil {
				continue
			}
			var k task
			json.Unmarshal(m.Data(), &k)
			h := part(k)
			h.Worker, h.Millis = strings.ReplaceAll(name, "#", strconv.Itoa(n)), 1e-320
			c.write(ctx, k.key(), h, whatever)
			m.Ack()
		}
	}()
}

// What is no part is refused and asked for again; where that does not help, the worker is
// named. What is well formed and wrong is found by doing chunks again.
func TestGarbage(t *testing.T) {
	for name, part := range map[string]func(task) message{
		"checksum": func(task) message { return message{Form: formPart, Sum: sum([]byte("a")), Data: []byte("b")} },
		"form":     func(task) message { return message{Sum: sum(nil)} },
		"nothing":  func(task) message { return message{} },
	} {
		t.Run(name, func(t *testing.T) {
			s := newSite(t)
			ctx, stop := context.WithCancel(t.Context())
			defer stop()
			s.liar(ctx, "liar", part)
			c := s.connect("asker")
			if _, err := s.ask(t.Context(), c, small, Asking{}, nil); !says(err, "cluster.fault") ||
				!strings.Contains(err.Error(), "liar") {
				t.Fatalf("the run ended with %v", err)
			}
			stop()
			s.worker("w", Working{})
			got, err := s.ask(t.Context(), c, small, Asking{Resume: true}, nil)
			s.same(small, got, err)
		})
	}
	t.Run("once", func(t *testing.T) { // a worker that is wrong now and then does no harm
		s := newSite(t)
		ctx, stop := context.WithCancel(t.Context())
		defer stop()
		before := map[work.Chunk]bool{}
		s.liar(ctx, "liar", func(k task) message {
			if !before[k.Chunk] {
				before[k.Chunk] = true
				return message{Form: formPart}
			}
			do, err := work.Prepare(small.job(nil), work.Batch{Args: []byte{0, 0, 0, 0, 0, 0, 0, 0, 0}})
			if err != nil {
				t.Error(err)
			}
			data, _ := do(k.Chunk)
			return message{Form: formPart, Sum: sum(data), Data: data}
		})
		one := summed{1, 2000, small.Seed}
		got, err := s.ask(t.Context(), s.connect("asker"), one, Asking{}, nil)
		s.same(one, got, err)
	})
	t.Run("wrong", func(t *testing.T) {
		s := newSite(t)
		ctx, stop := context.WithCancel(t.Context())
		defer stop()
		s.liar(ctx, "liar", zeros)
		c := s.connect("asker")
		if _, err := s.ask(t.Context(), c, small, Asking{}, nil); !says(err, "cluster.wrong") ||
			!strings.Contains(err.Error(), "liar") {
			t.Fatalf("the run ended with %v", err)
		}
		stop()
		s.worker("w", Working{})
		got, err := s.ask(t.Context(), c, small, Asking{Resume: true}, nil)
		s.same(small, got, err)
	})
	t.Run("fault", func(t *testing.T) { // of which nothing is true
		s := newSite(t)
		ctx, stop := context.WithCancel(t.Context())
		defer stop()
		s.liar(ctx, "liar", func(task) message { return message{Form: formFault, Sum: sum(nil)} })
		one := summed{1, 2000, 1}
		got, err := s.ask(t.Context(), s.connect("asker"), one, Asking{}, nil)
		s.same(one, got, err)
	})
}

// zeros are a part that reads well and is wrong.
func zeros(task) message {
	data := make([]byte, 8)
	return message{Form: formPart, Sum: sum(data), Data: data}
}

// Of a liar under a new name for each part nothing stays once it was found, though some of its
// parts were taken and none of its other names was ever seen to be wrong.
func TestLiarOfManyNames(t *testing.T) {
	s := newSite(t)
	ctx, stop := context.WithCancel(t.Context())
	defer stop()
	s.worker("w", Working{})
	s.liar(ctx, "liar-#", zeros)
	c := s.connect("asker")
	if _, err := s.ask(t.Context(), c, small, Asking{}, nil); !says(err, "cluster.wrong") {
		t.Fatalf("the run ended with %v", err)
	}
	stop()
	got, err := s.ask(t.Context(), c, small, Asking{Resume: true}, nil)
	s.same(small, got, err)
}

// What is secret in an address is never shown, also where the address is malformed.
func TestShown(t *testing.T) {
	for address, want := range map[string]string{
		"nats://S3CRET@host:4222":                    "nats://host:4222",
		"S3CRET@host:4222":                           "nats://host:4222",
		"tls://me:S3CRET@host:4222":                  "tls://host:4222",
		"nats://S3%CRET@host":                        "?",
		"nats://S3 CRET/S3CRET#S3CRET?S3CRET@host:1": "?",
		"nats://S3CRET@S3CRET@host:1":                "nats://host:1",
		"nats://S3CRET@one:1,tls://S3CRET@two:2":     "?",
		"nats://S3CRET,S3CRET@host:2":                "nats://host:2",
		"S3CRET://S3CRET@host:1":                     "?",
		"host:4222":                                  "nats://host:4222",
		"nats://host:4222/S3CRET":                    "nats://host:4222",
		"nats://S3CRET@ho\x1b[2Jst":                  "?",
		"":                                           "nats://",
	} {
		if got := Shown(address); got != want {
			t.Errorf("%q is shown as %q, want %q", address, got, want)
		}
		if broken := strings.Replace(address, "host", "ho st", 1); broken != address {
			_, err := Connect(t.Context(), Options{URL: broken, Build: "test", Say: func(lang.Message) {}})
			if err == nil || strings.Contains(err.Error(), "S3CRET") {
				t.Errorf("%q: %v", address, err)
			}
		}
	}
}

// A token may be of any signs, as a URL has them: as it is given to the server, it is given to those who join.
func TestOddTokens(t *testing.T) {
	for _, who := range []string{"to%2Fken", "to%23ken", "%2541", "two%20words", "a%40b", "me:to%2Fk:en", "%C3%BC",
		"a+b&c", "a,b", "me:a,b%40c,"} {
		s, err := Serve(Serving{Listen: who + "@127.0.0.1:0", Store: t.TempDir()})
		if err != nil {
			t.Fatal(who, err)
		}
		_, at, _ := strings.Cut(s.Shown, "@")
		for _, address := range []string{s.URL, "nats://" + who + "@" + at} {
			c, err := Connect(t.Context(), Options{URL: address, Build: "test", Say: func(lang.Message) {}})
			if err != nil {
				t.Errorf("%q: %v", address, err)
				continue
			}
			c.Close()
		}
		if c, err := Connect(t.Context(), Options{URL: at, Build: "test", Say: func(lang.Message) {}}); err == nil {
			t.Errorf("%q: one joins without it", who)
			c.Close()
		}
		s.Close()
	}
}

// Beyond the loopback address a server asks for something.
func TestOpen(t *testing.T) {
	for _, listen := range []string{"0.0.0.0:0", ":0", "[::]:0", "@0.0.0.0:0", "nats://0.0.0.0:0"} {
		if s, err := Serve(Serving{Listen: listen, Store: t.TempDir()}); !says(err, "cluster.open") {
			t.Errorf("%s: %v", listen, err)
			s.Close()
		}
	}
	s, err := Serve(Serving{Listen: "token@0.0.0.0:0", Store: t.TempDir()})
	if err != nil || !s.Plain || strings.Contains(s.Shown, "token") {
		t.Fatal(s, err)
	}
	s.Close()
}

// What is forged or malformed holds up nobody: no lane of a worker, no asking side and no list; and
// nothing of it steers a terminal.
func TestForged(t *testing.T) {
	s := newSite(t)
	c := s.connect("asker")
	ctx := t.Context()
	const run = "0123456789"
	job, _ := json.Marshal(Job{Kind: Plain, Data: []byte("{}")})
	head, _ := json.Marshal(work.Batch{Kind: "sum", Inputs: 2, Trials: 100})
	publish := func(subject, text string) {
		t.Helper()
		if _, err := c.js.Publish(ctx, subject, []byte(text)); err != nil {
			t.Fatal(err)
		}
	}
	for _, x := range [][3]string{{run, "job", string(job)}, {run, "1-00000000", "5"},
		{run, "2-00000000", string(head)}, {run, "3-00000000", `{"inputs":2,"trials":-1}`}, {"abcdefabcd", "job", "5"},
		{"abcdefabce", "job", "7"}} {
		if _, err := c.write(ctx, aboutOf(x[0], x[1]), json.RawMessage(x[2]), whatever); err != nil {
			t.Fatal(err)
		}
	}
	tasks := []string{"{{{", `{"run":"abcdefabce","batch":"1-00000000","chunk":{"count":1}}`,
		`{"run":"abcdefabcf","batch":"1-00000000","chunk":{"count":1}}`,
		`{"run":"` + run + `","batch":"3-00000000","chunk":{"count":1}}`,
		`{"run":"*","batch":"1-00000000","chunk":{"count":1}}`,
		`{"run":"../../x","batch":"1-00000000","chunk":{"count":1}}`,
		`{"run":"` + run + `","batch":"a.b","chunk":{"count":1}}`,
		`{"run":"` + run + `","batch":"1-00000000","chunk":{"count":1}}`,
		`{"run":"abcdefabcd","batch":"1-00000000","chunk":{"count":1}}`,
		`{"run":"ffffffffff","batch":"1-00000000","chunk":{"count":1}}`}
	for _, chunk := range []string{`"count":100000000000`, `"count":-5`, `"count":9223372036854775807,"first":9`,
		`"input":-1,"count":1`, `"input":2,"count":1`, `"first":100,"count":1`, `"first":-1,"count":1`} {
		tasks = append(tasks, `{"run":"`+run+`","batch":"2-00000000","chunk":{`+chunk+`}}`)
	}
	for _, text := range tasks {
		publish(taskSubject+".test.plain."+run, text)
	}
	publish(subject(stateOf(run)), `{"state":"running","fraction":1e300,"label":"\u001b[2J`+
		strings.Repeat("x", 90000)+`"}`)
	publish(subject(stateOf("\x1b[2J")), `{"state":"running"}`)
	publish(subject(stateOf("aaaaaaaaaa")), "{{{")
	publish(subject(aboutOf(run, "4-00000000")), "{{{")
	s.worker("w", Working{Open: opened(func(k work.Chunk) error {
		if k.Count > 20000 {
			t.Errorf("the chunk %v is done", k)
		}
		return nil
	})})
	one := summed{1, 2000, 5}
	got, err := s.ask(ctx, c, one, Asking{}, nil)
	s.same(one, got, err)
	list, err := c.List(ctx)
	if err != nil || len(list) != 2 {
		t.Fatalf("the list is %v, %v", list, err)
	}
	if e := list[0]; e.Fraction != 1 || len([]rune(e.Label)) > 61 || strings.Contains(e.Label, "\x1b") {
		t.Errorf("it shows %+v", e)
	}
	if err := c.Cancel(ctx, strings.Repeat("a", 5000)); !says(err, "cluster.none.run") {
		t.Error(err)
	}
	await(t, func() bool { info, err := c.tasks.Info(ctx); return err == nil && info.State.Msgs == 0 })
}

// A chunk at which workers are lost is given up in a sentence that names it, and is not done by the
// asking side, which it would end too; later it is tried again.
func TestDeadly(t *testing.T) {
	s := newSite(t)
	c := s.connect("asker")
	w := &worker{Cluster: s.connect("lost"), leave: t.Context(), queues: map[string]jetstream.Consumer{}}
	from, err := w.queue(Plain)
	if err != nil {
		t.Fatal(err)
	}
	go func() { // as if three workers had come and gone
		for times := uint64(0); times < mostLost; {
			m, err := from.Next(jetstream.FetchMaxWait(5 * time.Second))
			if err != nil {
				return
			}
			meta, _ := m.Metadata()
			times = meta.NumDelivered
			m.Nak()
		}
		s.worker("w", Working{})
	}()
	asked := summed{1, 2000, 3}
	_, err = s.ask(t.Context(), c, asked, Asking{}, nil)
	if !says(err, "cluster.fault") && !says(err, "cluster.deadly") || !strings.Contains(err.Error(), `"first":`) {
		t.Fatalf("the run ended with %v", err)
	}
	got, err := s.ask(t.Context(), c, asked, Asking{Resume: true}, nil)
	s.same(asked, got, err)
}

// Parts that were stored before a run is taken up again are checked as all others are.
func TestStoredLies(t *testing.T) {
	s := newSite(t)
	lying, stop := context.WithCancel(t.Context())
	defer stop()
	s.liar(lying, "liar", zeros)
	c := s.connect("asker")
	ctx, interrupt := context.WithCancel(t.Context())
	defer interrupt()
	_, err := s.ask(ctx, c, small, Asking{Check: 1e-12}, func(done int64) { // a check is a rare thing
		if done > 1000 {
			interrupt()
		}
	})
	if !errors.Is(err, context.Canceled) {
		t.Fatalf("the run ended with %v", err)
	}
	stop()
	s.worker("w", Working{})
	if _, err = s.ask(t.Context(), c, small, Asking{Resume: true}, nil); !says(err, "cluster.wrong") {
		t.Fatalf("stored lies are taken: %v", err)
	}
	got, err := s.ask(t.Context(), c, small, Asking{Resume: true}, nil)
	s.same(small, got, err)
}

// What may have got past the checks, computed by hand: −ln 0.001 = 6.9078 over the rates, the least first.
func TestPast(t *testing.T) {
	all := math.Inf(1)
	for _, x := range []struct {
		rates map[float64]int64
		past  int64
	}{{nil, 0}, {map[float64]int64{all: 9}, 0}, {map[float64]int64{0: 7}, 7}, {map[float64]int64{0.125: 400}, 55},
		{map[float64]int64{0.125: 3, all: 30}, 3}, {map[float64]int64{0.5: 100, 0.1: 5, 0: 2}, 2 + 5 + 12},
		{map[float64]int64{1e-300: 20}, 20}, {map[float64]int64{0.01: 100000}, 690}} {
		if got := (&Run{rates: x.rates}).Past(); got != x.past {
			t.Errorf("%v: %d, want %d", x.rates, got, x.past)
		}
	}
}

// A liar that sends wrong parts however it likes gets more trials past than Past says with the probability
// missed at most: here as often as that says, and no more. Its parts are as large as it likes, and it
// lies in the next one by what went before.
func TestPastHolds(t *testing.T) {
	r := mathrand.New(mathrand.NewPCG(5, 6))
	const runs = 200_000
	for name, size := range map[string]func(i int) int64{
		"all alike":    func(int) int64 { return 20 },
		"small, large": func(i int) int64 { return int64(1 + i%2*300) },
		"growing":      func(i int) int64 { return int64(1 + i*i) },
	} {
		past := 0
		for range runs {
			run, wrong, rate := &Run{rates: map[float64]int64{}}, int64(0), 0.01
			found := false
			for i := 0; i < 60 && !found; i++ {
				n := size(i)
				if wrong > 300 {
					rate = 0.02 // as if others had come
				}
				run.rates[rate] += n
				if i%3 > 0 || wrong < 500 {
					wrong += n
					found = r.ExpFloat64() < rate*float64(n)
				}
			}
			if !found && wrong > run.Past() {
				past++
			}
		}
		if most := check.Most(runs, missed); past > most {
			t.Errorf("%s: in %d of %d runs more got past than is said; at most %d may", name, past, runs, most)
		}
	}
}

// large is a job whose parts are larger than a message may be, of what its args hold.
type large struct{ n int }

func (l large) Run(crew work.Crew) (out []byte, err error) {
	b := work.Batch{Kind: "large", Args: bytes.Repeat([]byte{7}, 3<<20), Trials: 4, Grain: 1}
	err = crew.Do(b, func(parts []work.Part) error {
		for _, p := range parts {
			out = append(out, sum(p.Data)...)
		}
		return nil
	})
	return out, err
}

func (l large) Prepare(b work.Batch) (func(work.Chunk) ([]byte, error), error) {
	return func(k work.Chunk) ([]byte, error) {
		if k.First == 3 && l.n == 0 {
			return nil, lang.Errorf("cluster.address")
		}
		return append(bytes.Repeat([]byte{byte(k.First)}, l.n), b.Args...), nil
	}, nil
}

// What is larger than a message travels all the same; an error of a chunk is the run's.
func TestLarge(t *testing.T) {
	s := newSite(t)
	s.worker("w", Working{Open: func(_ string, data []byte) (work.Job, error) {
		n, err := strconv.Atoi(string(data))
		return large{n}, err
	}})
	c := s.connect("asker")
	for _, n := range []int{5 << 20, 0} {
		run, err := c.Ask(t.Context(), Job{Kind: Plain, Data: []byte(fmt.Sprint(n))}, Asking{Local: large{n}})
		if err != nil {
			t.Fatal(err)
		}
		got, err := work.RunBy(run.Context(), large{n}, run, nil)
		run.Close(err)
		if want, wantErr := work.Serial(large{n}, 0); !bytes.Equal(got, want) && n > 0 ||
			fmt.Sprint(err) != fmt.Sprint(wantErr) {
			t.Errorf("got %s, %v; want %s, %v", got, err, want, wantErr)
		}
	}
}

// Of a chunk of commands the later claim counts, however quick the earlier one is.
func TestClaims(t *testing.T) {
	s := newSite(t)
	c := s.connect("asker")
	run, err := c.Ask(t.Context(), Job{Kind: Commands}, Asking{})
	if err != nil {
		t.Fatal(err)
	}
	defer run.Close(nil)
	part := make(chan work.Part, 1)
	go func() {
		for p := range run.Parts(work.Batch{Kind: Commands, Inputs: 1, Trials: 1, Grain: 1}) {
			part <- p
		}
	}()
	k := s.tasks(c, 1)[0]
	j := &openJob{run: run.ID, ctx: run.ctx}
	w := &worker{Cluster: c}
	var claims [2]uint64
	for i := range claims {
		n := 0
		if claims[i], n, err = w.claim(j, k); err != nil || n != i+1 {
			t.Fatal(n, err)
		}
	}
	for i, claim := range claims { // the first one is ready first
		data := []byte{byte(i)}
		m := message{Form: formPart, Claims: i + 1, Data: data, Sum: sum(data)}
		_, err := c.write(t.Context(), k.key(), m, claim)
		if conflict(err) != (i == 0) {
			t.Errorf("part %d: %v", i, err)
		}
	}
	if p := <-part; !bytes.Equal(p.Data, []byte{1}) || run.Claims != 1 {
		t.Errorf("the part is %v, after %d claims more than one", p, run.Claims)
	}
	if _, _, err := w.claim(j, k); !errors.Is(err, errDone) {
		t.Errorf("a chunk that has a part can be claimed: %v", err)
	}
}

// tasks waits for so many tasks in the queue, and returns them.
func (s *site) tasks(c *Cluster, n uint64) (out []*task) {
	s.Helper()
	await(s.T, func() bool { info, err := c.tasks.Info(s.Context()); return err == nil && info.State.Msgs == n })
	info, err := c.tasks.Info(s.Context())
	if err != nil {
		s.Fatal(err)
	}
	for i := info.State.FirstSeq; i <= info.State.LastSeq; i++ {
		m, err := c.tasks.GetMsg(s.Context(), i)
		if err != nil {
			s.Fatal(err)
		}
		k := &task{}
		json.Unmarshal(m.Data, k)
		out = append(out, k)
	}
	return out
}

// Commands run only where that is allowed: with no such worker the asking side says so.
func TestCommandsRefused(t *testing.T) {
	s := newSite(t)
	c := s.connect("asker")
	s.worker("w", Working{})
	await(t, func() bool { return c.lanes(t.Context(), Plain) > 0 })
	run, err := c.Ask(t.Context(), Job{Kind: Commands}, Asking{})
	if err != nil {
		t.Fatal(err)
	}
	<-run.Context().Done()
	if err := context.Cause(run.Context()); !says(err, "cluster.commands.none") {
		t.Errorf("the run ends with %v", err)
	}
	run.Close(nil)
}

// blocks is a job whose chunks do what it says.
type blocks func()

func (b blocks) Run(work.Crew) ([]byte, error) { return nil, nil }

func (b blocks) Prepare(work.Batch) (func(work.Chunk) ([]byte, error), error) {
	return func(work.Chunk) ([]byte, error) { b(); return nil, nil }, nil
}

// A worker that claims a chunk of commands and hangs is outdated by another one, and what it sends of it at last is not
// taken.
func TestHangs(t *testing.T) {
	s := newSite(t)
	hang, begun := make(chan struct{}), make(chan struct{}, 100)
	s.worker("the one that hangs", Working{Commands: true, Open: func(string, []byte) (work.Job, error) {
		return blocks(func() { begun <- struct{}{}; <-hang }), nil
	}})
	run, err := s.connect("asker").Ask(t.Context(), Job{Kind: Commands, Patience: time.Millisecond}, Asking{})
	if err != nil {
		t.Fatal(err)
	}
	defer run.Close(nil)
	part := make(chan work.Part, 1)
	go func() {
		for p := range run.Parts(work.Batch{Kind: Commands, Inputs: 1, Trials: 1, Grain: 1}) {
			part <- p
		}
	}()
	<-begun
	s.worker("w", Working{Commands: true, Open: func(string, []byte) (work.Job, error) { return large{3}, nil }})
	if p := <-part; !bytes.Equal(p.Data, []byte{0, 0, 0}) || run.Claims == 0 {
		t.Errorf("the part is %q, after %d claims more than one", p.Data, run.Claims)
	}
	close(hang)
}

// A job that is larger than a message travels all the same.
func TestLargeJob(t *testing.T) {
	s := newSite(t)
	want := bytes.Repeat([]byte("<"), 3<<20)
	s.worker("w", Working{Open: func(_ string, data []byte) (work.Job, error) {
		if !bytes.Equal(data, want) {
			t.Errorf("the job has %d bytes", len(data))
		}
		return large{5}, nil
	}})
	run, err := s.connect("asker").Ask(t.Context(), Job{Kind: Plain, Data: want}, Asking{Local: large{5}})
	if err != nil {
		t.Fatal(err)
	}
	_, err = work.RunBy(run.Context(), large{5}, run, nil)
	run.Close(err)
	if err != nil {
		t.Error(err)
	}
}

// How large the parts are is settled on the asking side: a liar that answers at once, whatever it says of
// the time it took, gets no larger ones than others.
func TestSizesAreOurs(t *testing.T) {
	s := newSite(t)
	ctx, stop := context.WithCancel(t.Context())
	defer stop()
	var most atomic.Int64
	s.liar(ctx, "liar", func(k task) message {
		most.Store(max(most.Load(), k.Chunk.Count))
		return zeros(k)
	})
	a := summed{1, 4000, 3}
	slow := a.job(func(k work.Chunk) error { time.Sleep(time.Duration(k.Count) * time.Millisecond); return nil })
	s.ask(t.Context(), s.connect("asker"), a, Asking{Check: 1e-12, Chunk: 50 * time.Millisecond, Local: slow}, nil)
	if n := most.Load(); n == 0 || n > 50 { // a trial takes a millisecond or more
		t.Errorf("the largest part has %d trials", n)
	}
}
