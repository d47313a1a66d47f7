//go:build !js

package cluster

import (
	"cmp"
	"context"
	"errors"
	"math"
	"net"
	"os"
	"path/filepath"
	"strconv"
	"sync"
	"time"

	"github.com/nats-io/nats-server/v2/server"

	"indistinct/core/lang"
)

// Serving is how a server of this process listens and what it keeps.
type Serving struct {
	Listen        string // host:port; before it may stand user:password@ or token@, which it then asks for
	Store         string // the folder that keeps all; "": a new one, which goes with the server
	CA, Cert, Key string // PEM files: with a certificate it speaks TLS, with a CA it asks for clients' certificates
}

// Server is a server of JetStream.
type Server struct {
	URL   string // that reaches it, with what it asks for
	Shown string // the same with words in place of that
	Plain bool   // other machines reach it, and nothing is encrypted
	mu    sync.Mutex
	srv   *server.Server
	set   *server.Options
	temp  string
	hold  *os.File // the store's lock
}

// Serve starts a server, and returns when it is ready.
func Serve(ctx context.Context, o Serving) (s *Server, err error) {
	s = &Server{}
	_, who, at := endpoint(o.Listen)
	host, text, err := net.SplitHostPort(at)
	port, perr := strconv.Atoi(text)
	if err != nil || perr != nil || port < 0 || port > 65535 {
		return nil, lang.Errorf("cluster.listen", "got", lang.Clip(at, 60))
	}
	host, port = cmp.Or(host, "0.0.0.0"), cmp.Or(port, server.RANDOM_PORT)
	// By itself JetStream takes a part of what is free when it starts, and no more when there is more.
	set := &server.Options{Host: host, Port: port, JetStream: true, JetStreamMaxStore: math.MaxInt64, StoreDir: o.Store,
		NoSigs: true, NoLog: true, ServerName: "indistinct", DisableJetStreamBanner: true}
	words := ""
	if password, two := who.Password(); two {
		set.Username, set.Password, words = who.Username(), password, "USER:PASSWORD@"
	} else if who.Username() != "" {
		set.Authorization, words = who.Username(), "TOKEN@"
	}
	ip := net.ParseIP(host)
	local := host == "localhost" || ip != nil && ip.IsLoopback()
	if !local && words == "" && (o.Cert == "" || o.CA == "") {
		return nil, lang.Errorf("cluster.open")
	}
	s.Plain = !local && o.Cert == ""
	if o.Cert != "" {
		set.TLSConfig, err = server.GenTLSConfig(&server.TLSConfigOpts{CertFile: o.Cert, KeyFile: o.Key, CaFile: o.CA,
			Verify: o.CA != "", Timeout: 5})
		if err != nil {
			return nil, lang.Errorf("cluster.serve", "why", err)
		}
		set.TLS, set.TLSVerify, set.TLSTimeout = true, o.CA != "", 5
	}
	if o.Store == "" {
		s.temp, err = os.MkdirTemp("", "indistinct-cluster-")
		set.StoreDir = s.temp
	} else {
		err = os.MkdirAll(o.Store, 0o700)
	}
	if err == nil {
		s.hold, err = os.OpenFile(filepath.Join(set.StoreDir, "lock"), os.O_RDWR|os.O_CREATE, 0o600)
	}
	if err == nil && lock(s.hold) != nil {
		err = lang.Errorf("cluster.locked", "folder", set.StoreDir)
	}
	if err == nil { // the server itself says too late and too little
		var l net.Listener
		if l, err = net.Listen("tcp", net.JoinHostPort(host, strconv.Itoa(max(port, 0)))); err == nil {
			l.Close()
			s.set = set
			err = s.start()
		}
	}
	if err != nil {
		s.Close()
		return nil, lang.Errorf("cluster.serve", "why", err)
	}
	real, _ := s.srv.Addr().(*net.TCPAddr)
	set.Port = real.Port
	if ip != nil && ip.IsUnspecified() {
		if host, err = os.Hostname(); err != nil {
			host = "127.0.0.1"
		}
	}
	scheme := "nats://"
	if o.Cert != "" {
		scheme = "tls://"
	}
	at = net.JoinHostPort(host, strconv.Itoa(real.Port))
	s.Shown, s.URL = scheme+words+at, scheme+at
	if words != "" {
		s.URL = scheme + who.String() + "@" + at
	}
	return s, nil
}

func (s *Server) start() (err error) {
	if s.srv, err = server.NewServer(s.set); err != nil {
		return err
	}
	if s.srv.Start(); !s.srv.ReadyForConnections(10 * time.Second) {
		return errors.New("the address is taken, or the folder cannot be written")
	} else if !s.srv.JetStreamEnabled() {
		return errors.New("JetStream does not start")
	}
	return nil
}

// Watch says when the server cannot store, until ctx ends. What
// JetStream has open does not get over that: the server stops and begins anew when there is room.
func (s *Server) Watch(ctx context.Context, say func(lang.Message)) {
	name := filepath.Join(s.set.StoreDir, "room")
	room := make([]byte, 1<<20)
	full := false
	for sleep(ctx, 2*time.Second) == nil {
		err := os.WriteFile(name, room, 0o600)
		os.Remove(name)
		s.mu.Lock()
		switch {
		case ctx.Err() != nil:
		case err != nil && !full:
			full = true
			say(lang.Say("cluster.full", "why", err))
			s.stop()
		case err == nil && (full || !s.srv.JetStreamEnabled()):
			s.stop()
			if s.start() == nil {
				full = false
				say(lang.Say("cluster.room"))
			}
		}
		s.mu.Unlock()
	}
}

func (s *Server) stop() {
	if s.srv != nil {
		s.srv.Shutdown()
		s.srv.WaitForShutdown()
	}
}

// Close stops the server.
func (s *Server) Close() {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.stop()
	if s.temp != "" {
		os.RemoveAll(s.temp)
	}
	if s.hold != nil {
		s.hold.Close()
	}
}
