package webworker

import (
	"encoding/json"
	"errors"
	"io"
	"reflect"
	"strings"
	"testing"
	"testing/synctest"

	"indistinct/core/guest"
	"indistinct/core/lab"
	"indistinct/core/lang"
	"indistinct/core/table"
	"indistinct/core/test/english"
	"indistinct/core/test/labtest"
	"indistinct/core/work"
	"indistinct/ui/wire"
)

func TestWithoutTheLaboratory(t *testing.T) {
	srv := NewServer((&labtest.Lab{}).Find, "coin")
	s := json.RawMessage(`{"lab": "dice"}`)
	for _, q := range []wire.Request{{ID: 1, Op: wire.OpLook, Spec: s}, {ID: 2, Op: wire.OpRun, Run: 1, Spec: s,
		Task: "sum"}} {
		var reply string
		srv.Handle(wire.Head(q), nil, func(head string, _ [][]byte) { reply = head })
		a, err := wire.ParseReply(reply)
		if want := "There is no laboratory “dice”."; err != nil || english.Say(a.Fail) != want || a.ID != q.ID {
			t.Errorf("%s: %v, %+v; want %q", q.Op, err, a, want)
		}
	}
}

// What a laboratory can do besides, it can do in a worker too, which keeps its models.
func TestRememberingHidesNothing(t *testing.T) {
	srv := NewServer(guest.All().Find, "ring")
	for _, l := range guest.All() {
		data, err := l.Params().Defaults(l.About().Name).MarshalJSON()
		if err != nil {
			t.Fatal(err)
		}
		kept, _, err := srv.spec(data)
		if err != nil {
			t.Fatal(err)
		}
		for _, c := range [][2]any{{kept.Extras(), l.Extras()}, {kept.(lab.Opener).Services(),
			l.(lab.Opener).Services()}} {
			has, want := reflect.ValueOf(c[0]), reflect.ValueOf(c[1])
			for i := range want.NumField() {
				if has.Field(i).IsZero() != want.Field(i).IsZero() {
					t.Errorf("%s: %s is %v in a worker", l.About().Name, want.Type().Field(i).Name, has.Field(i))
				}
			}
		}
	}
}

// A worker reads the visitor's files by their keys; of one that the browser does not give
// it says so in a sentence.
func TestFiles(t *testing.T) {
	srv := NewServer(guest.All().Find, "ring")
	srv.Files = func(key string) (io.Reader, error) {
		if key != "1" {
			return nil, errors.New("no such file")
		}
		return strings.NewReader("1.5\n2.5\n"), nil
	}
	s := json.RawMessage(`{"lab": "workshop"}`)
	for key, want := range map[string]string{"1": `"id":"read.said"`,
		"2": english.Say(lang.Say("worker.file", "file", "a.csv"))} {
		task := lab.SamplesTask([]lab.File{{Name: "a.csv", Size: 8, Key: key}}, table.Ask{}, false)
		said := ""
		srv.Handle(wire.Head(wire.Request{ID: 1, Op: wire.OpRun, Run: int64(len(key + want)), Spec: s, Task: task}),
			nil, func(head string, blobs [][]byte) {
				a, err := wire.ParseReply(head)
				if err != nil {
					t.Fatal(err)
				}
				if said += english.Say(a.Fail); a.Done {
					said += string(blobs[0])
				}
			})
		if !strings.Contains(said, want) {
			t.Errorf("file %s: %s", key, said)
		}
	}
}

// A worker tells when code of a program runs, before it does, and when it has ended: at once
// where few pieces run and after an opening, else now and then. For a look at many pairs it does
// not send thousands of messages.
func TestCodeIsTold(t *testing.T) {
	for _, pairs := range []string{"(0, 1)", strings.Repeat("(0, 1), ", 64)} {
		synctest.Test(t, func(t *testing.T) { // in which no time passes
			srv := NewServer(nil, "")
			labs := guest.Labs(srv.Clock)
			srv.find, srv.home = labs.Find, "workshop"
			code, _ := json.Marshal("pairs = [" + pairs + "]\ndef release(x):\n    return x + laplace(1)\n")
			runs, words, last, args := false, 0, wire.Reply{}, [][]byte{}
			handle := func(q wire.Request) {
				q.ID, q.Spec = 1, json.RawMessage(`{"lab":"workshop","code":`+string(code)+`}`)
				runs, words = false, 0
				srv.Handle(wire.Head(q), args, func(head string, blobs [][]byte) {
					a, err := wire.ParseReply(head)
					args = blobs
					if last = a; err != nil || a.Fail != "" {
						t.Fatalf("%v, %s", err, english.Say(a.Fail))
					}
					if a.Code != nil {
						if words++; words <= atOnce && *a.Code == runs {
							t.Errorf("word %d is told twice", words)
						}
						runs = *a.Code
					}
				})
			}
			handle(wire.Request{Op: wire.OpRun, Run: 1, Task: lab.Audit})
			if runs || words < 4 || words > 30 || last.Batch == nil {
				t.Errorf("a run's opening is told by %d words, runs %v, %+v", words, runs, last)
			}
			handle(wire.Request{Op: wire.OpChunk, Run: 1, Batch: last.Batch, Chunk: work.Chunk{Count: 50}})
			if words > 11 {
				t.Errorf("a chunk is told by %d words", words)
			}
			args = nil // which would be a report
			handle(wire.Request{Op: wire.OpLook})
			if words < 2 || words > 30 {
				t.Errorf("a look is told by %d words", words)
			}
			srv.Handle(wire.Head(wire.Request{Op: wire.OpForget, Run: 1}), nil, nil)
		})
	}
}

func FuzzServer(f *testing.F) {
	f.Add(`{"id":1,"op":"look","spec":{"lab":"coin","s":0.5}}`, []byte{})
	f.Add(`{"id":2,"op":"run","run":1,"spec":{"lab":"coin"},"task":"sum"}`, []byte{})
	f.Add(`{"id":3,"op":"chunk","run":1,"spec":{"lab":"coin"},"task":"sum","batch":{"inputs":2},"chunk":{"count":3}}`, []byte{1, 2, 3, 4, 5, 6, 7, 8, 9})
	f.Add(`{"id":4,"op":"parts","run":1,"chunks":[{"count":3}]}`, []byte{1, 2})
	f.Add(`{`, []byte{})
	f.Fuzz(func(t *testing.T, head string, blob []byte) {
		if q, err := wire.ParseRequest(head); err == nil && (q.Chunk.Count > 1000 || q.Chunk.Count < 0) {
			return // as much work as it asks for
		}
		l := &labtest.Lab{}
		srv := NewServer(l.Find, "coin")
		answers := 0
		srv.Handle(head, [][]byte{blob}, func(reply string, _ [][]byte) {
			a, err := wire.ParseReply(reply)
			if err != nil {
				t.Error(err)
			}
			if !a.More {
				answers++
			}
		})
		if q, err := wire.ParseRequest(head); answers != 1 && (err != nil || q.Op != wire.OpForget) {
			t.Errorf("%d answers", answers)
		}
	})
}
