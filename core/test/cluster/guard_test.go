//go:build unix

package cluster

import (
	"crypto/ecdsa"
	"crypto/elliptic"
	"crypto/rand"
	"crypto/x509"
	"encoding/hex"
	"encoding/pem"
	"fmt"
	"math/big"
	"net"
	"os"
	"path/filepath"
	"runtime"
	"slices"
	"strings"
	"testing"
	"time"
)

// Neither a server nor a worker listens beyond the loopback address unless told to.
func TestListensOnLoopbackAlone(t *testing.T) {
	t.Parallel()
	if runtime.GOOS != "linux" {
		t.Skip("only Linux tells which addresses a process listens on")
	}
	c := serve(t)
	worker := c.worker()
	args := program(100)
	same(t, c.ask(args), args)
	at := listening(t, c.server)
	if len(at) == 0 {
		t.Error("the server listens nowhere: the test does not see what it looks for")
	}
	for _, a := range append(at, listening(t, worker)...) {
		if !a.IsLoopback() {
			t.Errorf("it listens on %v", a)
		}
	}
}

// listening returns the addresses that a process and those that it has started listen on.
func listening(t *testing.T, p *process) (out []net.IP) {
	t.Helper()
	own := map[string]bool{}
	var links []string
	for _, pid := range p.group() {
		of, err := filepath.Glob(fmt.Sprintf("/proc/%d/fd/*", pid))
		if err != nil || len(of) == 0 {
			t.Fatal("no open files", err)
		}
		links = append(links, of...)
	}
	for _, l := range links {
		if to, err := os.Readlink(l); err == nil {
			if inode, ok := strings.CutPrefix(to, "socket:["); ok {
				own[strings.TrimSuffix(inode, "]")] = true
			}
		}
	}
	for _, table := range []string{"tcp", "tcp6", "udp", "udp6"} {
		data, err := os.ReadFile("/proc/net/" + table)
		if err != nil {
			continue
		}
		for line := range strings.Lines(string(data)) {
			f := strings.Fields(line)
			listens := len(f) > 9 && (f[3] == "0A" || strings.HasPrefix(table, "udp"))
			if !listens || !own[f[9]] {
				continue
			}
			local, _, _ := strings.Cut(f[1], ":")
			ip, err := hex.DecodeString(local)
			if err != nil {
				t.Fatal(err)
			}
			for i := 0; i < len(ip); i += 4 { // words in the order of the machine
				slices.Reverse(ip[i : i+4])
			}
			out = append(out, ip)
		}
	}
	return out
}

// A server with a certificate and a password is joined by those alone who know its authority
// and the password.
func TestTLS(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	certificate(t, dir)
	ca, cert, key := filepath.Join(dir, "cert.pem"), filepath.Join(dir, "cert.pem"), filepath.Join(dir, "key.pem")
	c := &network{t: t, file: command(t, built), store: t.TempDir()}
	c.startServer("me:secret@127.0.0.1:0", "-cert", cert, "-key", key)
	if !strings.HasPrefix(c.addr, "tls://me:secret@") {
		t.Fatalf("the address is %s", c.addr)
	}
	args := program(100)
	for _, wrong := range [][]string{
		{"-cluster", c.addr}, // no authority that it trusts
		{"-cluster", strings.Replace(c.addr, "secret", "guess", 1), "-ca", ca},
	} {
		p := start(t, "stranger", c.file, "", append(slices.Clone(args), wrong...)...)
		if p.wait() != 3 || strings.Count(p.said(), "\n") != 1 || strings.Contains(p.said(), "guess") {
			t.Errorf("%q: status %d, %q", wrong, p.status(), p.said())
		}
	}
	c.more = []string{"-ca", ca}
	c.worker()
	same(t, c.ask(args), args)
}

// certificate writes a certificate of 127.0.0.1, signed by itself, and its key.
func certificate(t *testing.T, dir string) {
	t.Helper()
	key, err := ecdsa.GenerateKey(elliptic.P256(), rand.Reader)
	if err != nil {
		t.Fatal(err)
	}
	about := &x509.Certificate{SerialNumber: big.NewInt(1), NotBefore: time.Now().Add(-time.Hour),
		NotAfter: time.Now().Add(time.Hour), IPAddresses: []net.IP{net.IPv4(127, 0, 0, 1)}, IsCA: true,
		BasicConstraintsValid: true, KeyUsage: x509.KeyUsageCertSign | x509.KeyUsageDigitalSignature}
	cert, err := x509.CreateCertificate(rand.Reader, about, about, &key.PublicKey, key)
	if err != nil {
		t.Fatal(err)
	}
	secret, err := x509.MarshalPKCS8PrivateKey(key)
	if err != nil {
		t.Fatal(err)
	}
	for name, block := range map[string]*pem.Block{"cert.pem": {Type: "CERTIFICATE", Bytes: cert},
		"key.pem": {Type: "PRIVATE KEY", Bytes: secret}} {
		if err := os.WriteFile(filepath.Join(dir, name), pem.EncodeToMemory(block), 0o600); err != nil {
			t.Fatal(err)
		}
	}
}
