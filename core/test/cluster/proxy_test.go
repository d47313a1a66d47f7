//go:build unix

package cluster

import (
	"math/rand/v2"
	"net"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"time"
)

// proxy passes connections on to a server and cuts them: each after a random number of
// bytes, some after a silence. It stands for a network that drops.
type proxy struct {
	listener net.Listener
	to       string
	most     int64 // bytes that a connection passes at most
	cuts     atomic.Int64
	steady   atomic.Bool   // it cuts no more
	delay    time.Duration // that every byte takes, each way

	mu   sync.Mutex
	rand *rand.Rand
	open map[net.Conn]bool
}

// newProxy listens on a free port of the loopback address until the test ends.
func newProxy(t testing.TB, addr string, most int64) *proxy {
	t.Helper()
	return delayed(t, addr, most, 0)
}

func delayed(t testing.TB, addr string, most int64, delay time.Duration) *proxy {
	t.Helper()
	l, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	_, to, _ := strings.Cut(addr, "://")
	p := &proxy{listener: l, to: to, most: most, delay: delay,
		rand: rand.New(rand.NewPCG(1, 2)), open: map[net.Conn]bool{}}
	var all sync.WaitGroup
	all.Go(func() {
		for {
			conn, err := l.Accept()
			if err != nil {
				return
			}
			all.Go(func() { p.pass(conn) })
		}
	})
	t.Cleanup(func() {
		l.Close()
		p.mu.Lock()
		for c := range p.open {
			c.Close()
		}
		p.mu.Unlock()
		all.Wait()
	})
	return p
}

func (p *proxy) addr() string { return "nats://" + p.listener.Addr().String() }

// pass passes a connection's bytes on until it is over, or cut.
func (p *proxy) pass(client net.Conn) {
	defer client.Close()
	server, err := net.Dial("tcp", p.to)
	if err != nil {
		return
	}
	defer server.Close()
	p.mu.Lock()
	p.open[client], p.open[server] = true, true
	left, silence := p.rand.Int64N(p.most), p.rand.IntN(4) == 0
	pause := time.Duration(p.rand.Int64N(int64(time.Second)))
	p.mu.Unlock()
	defer func() {
		p.mu.Lock()
		delete(p.open, client)
		delete(p.open, server)
		p.mu.Unlock()
	}()
	var budget atomic.Int64
	budget.Store(left)
	var both sync.WaitGroup
	end := func() {
		// At once, with what was not sent yet: as where a cable is pulled.
		client.(*net.TCPConn).SetLinger(0)
		server.(*net.TCPConn).SetLinger(0)
		client.Close()
		server.Close()
	}
	if p.delay > 0 {
		both.Go(func() { defer end(); p.late(server, client) })
		both.Go(func() { defer end(); p.late(client, server) })
		both.Wait()
		return
	}
	forward := func(to, from net.Conn) {
		defer end()
		buffer := make([]byte, 4096)
		for {
			n, err := from.Read(buffer)
			if n > 0 {
				if budget.Add(-int64(n)) < 0 && !p.steady.Load() {
					if p.cuts.Add(1); silence {
						time.Sleep(pause) // nothing is heard, before the line is dead
					}
					return
				}
				if _, err := to.Write(buffer[:n]); err != nil {
					return
				}
			}
			if err != nil {
				return
			}
		}
	}
	both.Go(func() { forward(server, client) })
	both.Go(func() { forward(client, server) })
	both.Wait()
}

// late passes bytes on after the delay, however many are on their way.
func (p *proxy) late(to, from net.Conn) {
	type piece struct {
		due  time.Time
		data []byte
	}
	way := make(chan piece, 1<<16)
	go func() {
		defer close(way)
		for {
			buffer := make([]byte, 32<<10)
			n, err := from.Read(buffer)
			if n > 0 {
				way <- piece{time.Now().Add(p.delay), buffer[:n]}
			}
			if err != nil {
				return
			}
		}
	}()
	for x := range way {
		time.Sleep(time.Until(x.due))
		if _, err := to.Write(x.data); err != nil {
			from.Close()
		}
	}
}
