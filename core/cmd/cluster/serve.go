//go:build !js

package cluster

import (
	"cmp"
	"errors"
	"math"
	"net"
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"time"

	"github.com/nats-io/nats-server/v2/server"

	"indistinct/core/lang"
)

// Serving is how a server of this process listens and what it keeps.
type Serving struct {
	Listen        string // host:port; before it may stand user:password@ or token@, which it then asks for
	Store         string // the folder that keeps all; "": memory does
	CA, Cert, Key string // PEM files: with a certificate it speaks TLS, with a CA it asks for clients' certificates
}

// Server is a server of JetStream.
type Server struct {
	URL   string // that reaches it, with what it asks for
	Shown string // the same with words in place of that
	Plain bool   // other machines reach it, and nothing is encrypted
	srv   *server.Server
	hold  *os.File // the store's lock
}

// Serve starts a server, and returns when it is ready.
func Serve(o Serving) (s *Server, err error) {
	u, err := address(o.Listen)
	port := 0
	if err == nil {
		port, err = strconv.Atoi(u.Port())
	}
	if err != nil || port > math.MaxUint16 {
		at := o.Listen[strings.LastIndex(o.Listen, "@")+1:]
		return nil, lang.Errorf("cluster.listen", "got", lang.Clip(at, 60))
	}
	host := cmp.Or(u.Hostname(), "0.0.0.0")
	s = &Server{}
	// By itself JetStream takes a part of what is free when it starts, and no more when there is more.
	set := &server.Options{Host: host, Port: cmp.Or(port, server.RANDOM_PORT), JetStream: true, StoreDir: o.Store,
		JetStreamMaxStore: math.MaxInt64, MaxPayload: 32 << 20, NoSigs: true, NoLog: true, ServerName: "indistinct",
		DisableJetStreamBanner: true}
	scheme, who := "nats://", ""
	if password, two := u.User.Password(); two {
		set.Username, set.Password, who = u.User.Username(), password, "USER:PASSWORD@"
	} else if u.User.Username() != "" {
		set.Authorization, who = u.User.Username(), "TOKEN@"
	}
	ip := net.ParseIP(host)
	local := host == "localhost" || ip != nil && ip.IsLoopback()
	if !local && who == "" && (o.Cert == "" || o.CA == "") {
		return nil, lang.Errorf("cluster.open")
	}
	s.Plain = !local && o.Cert == ""
	if o.Cert != "" {
		scheme = "tls://"
		set.TLS, set.TLSVerify, set.TLSTimeout = true, o.CA != "", 5
		set.TLSConfig, err = server.GenTLSConfig(&server.TLSConfigOpts{CertFile: o.Cert, KeyFile: o.Key, CaFile: o.CA,
			Verify: o.CA != "", Timeout: 5})
	}
	if err == nil {
		err = s.start(o.Store, set)
	}
	if err != nil {
		s.Close()
		return nil, lang.Errorf("cluster.serve", "why", err)
	}
	if ip != nil && ip.IsUnspecified() {
		if host, err = os.Hostname(); err != nil {
			host = "127.0.0.1"
		}
	}
	at := net.JoinHostPort(host, strconv.Itoa(s.srv.Addr().(*net.TCPAddr).Port))
	s.Shown, s.URL = scheme+who+at, scheme+at
	if who != "" {
		s.URL = scheme + u.User.String() + "@" + at
	}
	return s, nil
}

// start starts the server, whose streams are in a folder or in memory.
func (s *Server) start(store string, set *server.Options) (err error) {
	if store == "" { // even then it takes a folder, to begin with
		if set.StoreDir, err = os.MkdirTemp("", "indistinct-cluster-"); err == nil {
			defer os.RemoveAll(set.StoreDir)
		}
	} else if err = os.MkdirAll(store, 0o700); err == nil {
		s.hold, err = os.OpenFile(filepath.Join(store, "lock"), os.O_RDWR|os.O_CREATE, 0o600)
		if err == nil && lock(s.hold) != nil {
			err = lang.Errorf("cluster.locked", "folder", store)
		}
	}
	if err != nil {
		return err
	}
	if s.srv, err = server.NewServer(set); err != nil {
		return err
	}
	if s.srv.Start(); !s.srv.ReadyForConnections(5*time.Second) || !s.srv.JetStreamEnabled() {
		return errors.New("the address is taken, or the folder cannot be written")
	}
	if store != "" {
		return nil
	}
	return s.srv.GlobalAccount().UpdateJetStreamLimits(map[string]server.JetStreamAccountLimits{"": {MaxMemory: -1,
		MaxStreams: -1, MaxConsumers: -1, MaxAckPending: -1, MemoryMaxStreamBytes: -1, StoreMaxStreamBytes: -1}})
}

func (s *Server) Close() {
	if s.srv != nil {
		s.srv.Shutdown()
		s.srv.WaitForShutdown()
	}
	if s.hold != nil {
		s.hold.Close()
	}
}
