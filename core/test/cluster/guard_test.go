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

// commands are an audit of two commands, of uniform numbers that differ by a shift: each
// copy counts on from a seed of its own.
func commands(m int) []string {
	line := func(shift string) string {
		return `awk -v s="$INDISTINCT_WORKER" 'BEGIN { srand(s % 1000003); while (1) print rand() + ` + shift + ` }'`
	}
	return []string{"-a", line("0"), "-b", line("0.5"), "-eps", "0.1", "-n", "200", "-m", fmt.Sprint(m), "-bits=false",
		"-json"}
}

// Commands run only on workers that were told that they may.
func TestCommandsAreRefused(t *testing.T) {
	t.Parallel()
	c := serve(t)
	mark := filepath.Join(t.TempDir(), "ran")
	worker := c.worker()
	c.joined(t, 1)
	args := commands(300)
	args[1] = "touch " + mark + "; " + args[1]
	run := c.ask(args)
	until(t, "the refusal", func() bool { return strings.Contains(run.said()+worker.said(), "-allow-commands") })
	if _, err := os.Stat(mark); err == nil {
		t.Fatal("a worker ran a command that it was not allowed to run")
	}
	if worker.ended() {
		t.Errorf("the worker has ended: status %d", worker.status())
	}
	if run.wait() != 3 || run.out.Len() > 0 {
		t.Errorf("the asking side: status %d, %q", run.status(), run.out.String())
	}
	c.worker("-allow-commands")
	c.joined(t, 2)
	status, out, errs := c.tell(args...)
	if status != 1 || !strings.Contains(out, `"verdict"`) {
		t.Errorf("allowed: status %d, %s%s", status, out, errs)
	}
	if _, err := os.Stat(mark); err != nil {
		t.Error("nobody ran the command")
	}
}

// A report of commands on a cluster says that it cannot be repeated; one of a laboratory
// does not.
func TestCommandsAreNotReproducible(t *testing.T) {
	t.Parallel()
	c := serve(t)
	c.worker("-allow-commands", "-workers", "2")
	c.worker("-allow-commands")
	c.joined(t, 3)
	args := commands(500)
	args = slices.DeleteFunc(args, func(a string) bool { return a == "-json" })
	status, out, errs := c.tell(args...)
	if status != 1 || !strings.Contains(out, "nobody can repeat") || strings.Contains(out, "very releases") {
		t.Errorf("status %d, %s%s", status, out, errs)
	}
}

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

// The releases that a killed worker was drawing are drawn anew by another: as many are counted
// as were asked for, and the report says what became of the others.
func TestCommandsAreKilled(t *testing.T) {
	t.Parallel()
	c := serve(t)
	worker := c.worker("-allow-commands")
	c.joined(t, 1)
	parts := c.parts(t)
	const line = "i=0; while :; do i=$((i+1)); [ $i = 20 ] && sleep 2; echo "
	args := []string{"-a", line + "$$; done", "-b", line + "-$$; done", "-eps", "0.1", "-n", "70", "-m", "100",
		"-bits=false"}
	run := c.ask(args)
	// A copy's twentieth release takes two seconds: then the last that is stored is a claim.
	at, since := 0, time.Now()
	until(t, "a worker is at a long release", func() bool {
		if n := parts(); n != at {
			at, since = n, time.Now()
		}
		return run.ended() || at > 4 && time.Since(since) > time.Second/2
	})
	worker.kill()
	c.worker("-allow-commands", "-workers", "2")
	if run.wait() > 1 || strings.Count(run.out.String(), "  170\n") != 2 ||
		!strings.Contains(run.out.String(), "drawn anew") {
		t.Errorf("status %d: %s", run.status(), run.out.String())
	}
}

// A machine on which a command fails, as where a program is missing, does no more of the run; the
// others do it, and where it fails on all of them the run ends.
func TestCommandFailsOnOneMachine(t *testing.T) {
	t.Parallel()
	c := serve(t)
	args := commands(500)
	for _, i := range []int{1, 3} {
		args[i] = `[ "$BROKEN" = yes ] && exit 127; ` + args[i]
	}
	broken := func() {
		start(t, "broken worker", "/usr/bin/env", "", "BROKEN=yes", c.file, "worker", "-cluster", c.addr,
			"-workers", "1", "-allow-commands")
	}
	broken()
	c.joined(t, 1)
	if status, _, errs := c.tell(args...); status != 3 || !strings.Contains(errs, "127") {
		t.Errorf("on the broken one alone: status %d, %s", status, errs)
	}
	c.worker("-allow-commands")
	c.joined(t, 2)
	if status, out, errs := c.tell(args...); status != 1 || !strings.Contains(out, `"verdict"`) {
		t.Errorf("status %d, %s%s", status, out, errs)
	}
}
