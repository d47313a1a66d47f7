//go:build unix

package cluster

import (
	"bytes"
	"context"
	"fmt"
	"io/fs"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"sync"
	"syscall"
	"testing"
	"time"

	"indistinct/core/test/check"
)

// exact are the flags that the project builds the command with.
var exact = []string{"-trimpath", "-tags=noasm,cluster", "-gcflags=all=-d=fmahash=qn"}

// patience is how long a condition may take to hold, on a machine that does much else.
var patience = 2 * time.Minute

// folder is where the commands are built and the servers keep their state.
var folder string

// askingVariable says that the process of a test is an asking side, and of what.
const askingVariable = "INDISTINCT_ASKING"

func TestMain(m *testing.M) {
	if text := os.Getenv(askingVariable); text != "" {
		if err := askingProcess(text); err != nil {
			fmt.Fprintln(os.Stderr, err)
			os.Exit(1)
		}
		return
	}
	if check.Long() {
		patience *= 10
	}
	var err error
	if folder, err = os.MkdirTemp("", "cluster"); err != nil {
		fmt.Fprintln(os.Stderr, err)
		os.Exit(1)
	}
	status := m.Run()
	os.RemoveAll(folder)
	os.Exit(status)
}

// build compiles the command with more flags into a file of that name.
func build(name string, more ...string) (string, error) {
	file := filepath.Join(folder, name)
	args := append(append([]string{"build", "-o", file}, exact...), append(more, "indistinct/core/cmd/verify")...)
	if out, err := exec.Command("go", args...).CombinedOutput(); err != nil {
		return "", fmt.Errorf("go %s: %w\n%s", strings.Join(args, " "), err, out)
	}
	return file, nil
}

// look looks at the command's files: Go keeps a test's result while none changed that it
// looked at.
func look() error {
	return filepath.WalkDir("../..", func(path string, _ fs.DirEntry, err error) error {
		if err == nil {
			_, err = os.Stat(path)
		}
		return err
	})
}

// built is the command, compiled once.
var built = sync.OnceValues(func() (string, error) {
	if err := look(); err != nil {
		return "", err
	}
	if file := os.Getenv("INDISTINCT_COMMAND"); file != "" { // another one than this tree's
		return file, nil
	}
	return build("verify")
})

// rebuilt is the same command of another build; to save time, the same bytes with one more.
var rebuilt = sync.OnceValues(func() (string, error) {
	if check.Long() {
		return build("other", "-ldflags=-s -w")
	}
	file, err := built()
	if err != nil {
		return "", err
	}
	data, err := os.ReadFile(file)
	if err != nil {
		return "", err
	}
	other := filepath.Join(folder, "other")
	return other, os.WriteFile(other, append(data, 0), 0o700)
})

// command returns the path of the command. Of the short tests only TestWorkers runs it.
func command(t testing.TB, of func() (string, error)) string {
	t.Helper()
	if name, _, _ := strings.Cut(t.Name(), "/"); testing.Short() && name != "TestWorkers" {
		t.Skip("./build.sh test all runs it")
	}
	file, err := of()
	if err != nil {
		t.Fatal(err)
	}
	return file
}

// process is a command that was started. It is killed when its test ends.
type process struct {
	t    testing.TB
	name string
	cmd  *exec.Cmd
	out  bytes.Buffer // standard output; to be read once it has ended
	gone chan struct{}

	mu   sync.Mutex
	errs bytes.Buffer
}

// Write implements io.Writer for standard error.
func (p *process) Write(b []byte) (int, error) {
	p.mu.Lock()
	defer p.mu.Unlock()
	return p.errs.Write(b)
}

// said returns what it has written to standard error.
func (p *process) said() string {
	p.mu.Lock()
	defer p.mu.Unlock()
	return p.errs.String()
}

// start starts a command in a folder ("": this one).
func start(t testing.TB, name, file, dir string, args ...string) *process {
	t.Helper()
	p := &process{t: t, name: name, cmd: exec.Command(file, args...), gone: make(chan struct{})}
	p.cmd.Dir, p.cmd.Stdout, p.cmd.Stderr = dir, &p.out, p
	p.cmd.Env = append(os.Environ(), "LC_ALL=C")
	p.cmd.SysProcAttr = &syscall.SysProcAttr{Setpgid: true}
	p.cmd.WaitDelay = 5 * time.Second
	if err := p.cmd.Start(); err != nil {
		t.Fatal(err)
	}
	go func() {
		p.cmd.Wait()
		close(p.gone)
	}()
	t.Cleanup(func() {
		p.kill()
		syscall.Kill(-p.cmd.Process.Pid, syscall.SIGKILL) // what a script has started
		if t.Failed() {
			t.Logf("%s (status %d) said:\n%s", p.name, p.status(), p.said())
		}
	})
	return p
}

// signal sends a signal to it and to what it has started; a process that has ended hears of none.
func (p *process) signal(s syscall.Signal) {
	if !p.ended() {
		syscall.Kill(-p.cmd.Process.Pid, s)
	}
}

// group are a process and those that it has started, where the system tells.
func (p *process) group() (out []int) {
	files, _ := filepath.Glob("/proc/[0-9]*/stat")
	for _, file := range files {
		data, _ := os.ReadFile(file)
		_, rest, _ := strings.Cut(string(data), ") ")
		if f := strings.Fields(rest); len(f) > 2 && f[2] == fmt.Sprint(p.cmd.Process.Pid) {
			pid, _ := strconv.Atoi(filepath.Base(filepath.Dir(file)))
			out = append(out, pid)
		}
	}
	slices.Sort(out)
	return out
}

// kill ends it as kill -9 does.
func (p *process) kill() {
	p.signal(syscall.SIGKILL)
	<-p.gone
}

// ended reports whether it has ended.
func (p *process) ended() bool {
	select {
	case <-p.gone:
		return true
	default:
		return false
	}
}

// wait waits until it has ended and returns its exit status.
func (p *process) wait() int {
	p.t.Helper()
	until(p.t, p.name+" ends", p.ended)
	return p.status()
}

// status is the exit status of a process that has ended; −1: a signal.
func (p *process) status() int { return p.cmd.ProcessState.ExitCode() }

// until waits for a condition, which it looks at again and again.
func until(t testing.TB, what string, holds func() bool) {
	t.Helper()
	end := time.Now().Add(patience)
	for !holds() {
		if time.Now().After(end) {
			t.Fatalf("in %v it did not come about: %s", patience, what)
		}
		time.Sleep(5 * time.Millisecond)
	}
}

// network is a server with what joins it.
type network struct {
	t      testing.TB
	file   string
	addr   string // of the server: nats://127.0.0.1:…
	store  string
	more   []string // further flags of all commands that join
	server *process
}

// address finds the server's address in what it says, with words in place of the password.
var address = regexp.MustCompile(`(nats|tls)://[^\s']*127\.0\.0\.1:\d+`)

// serve starts a server on a free port of the loopback address.
func serve(t testing.TB, more ...string) *network {
	t.Helper()
	store, err := os.MkdirTemp(folder, "store")
	if err != nil {
		t.Fatal(err)
	}
	c := &network{t: t, file: command(t, built), store: store}
	c.startServer("127.0.0.1:0", more...)
	return c
}

func (c *network) startServer(listen string, more ...string) {
	c.t.Helper()
	c.server = start(c.t, "server", c.file, "", append([]string{"worker", "-serve", "-workers", "0", "-listen", listen,
		"-store", c.store}, more...)...)
	c.ready()
}

// ready waits until the server has said its address.
func (c *network) ready() {
	c.t.Helper()
	until(c.t, "the server says its address", func() bool {
		c.addr = address.FindString(c.server.said())
		if c.server.ended() {
			c.t.Fatalf("the server has ended: %s", c.server.said())
		}
		return c.addr != ""
	})
	if strings.Contains(c.server.said(), "secret") {
		c.t.Errorf("the server says its password: %s", c.server.said())
	}
	c.addr = strings.NewReplacer("TOKEN@", "secret@", "USER:PASSWORD@", "me:secret@").Replace(c.addr)
}

// restart kills the server and starts it again at the same address.
func (c *network) restart() {
	c.t.Helper()
	c.server.kill()
	_, listen, _ := strings.Cut(c.addr, "://")
	c.startServer(listen)
}

// through returns the same cluster at another address: that of a proxy.
func (c *network) through(addr string) *network {
	d := *c
	d.addr = addr
	return &d
}

// worker starts a worker.
func (c *network) worker(more ...string) *process {
	c.t.Helper()
	args := append([]string{"worker", "-cluster", c.addr, "-workers", "1"}, c.more...)
	return start(c.t, "worker", c.file, "", append(args, more...)...)
}

// on returns the network for a subtest.
func (c *network) on(t testing.TB) *network {
	d := *c
	d.t = t
	return &d
}

// ask starts a run on the cluster, with further flags.
func (c *network) ask(args []string, more ...string) *process {
	c.t.Helper()
	return c.askIn("", args, more...)
}

// askIn starts a run from a folder.
func (c *network) askIn(dir string, args []string, more ...string) *process {
	c.t.Helper()
	all := append(append(slices.Clone(args), "-cluster", c.addr), append(slices.Clone(c.more), more...)...)
	return start(c.t, "asking side", c.file, dir, all...)
}

// tell runs the command to its end and returns what it wrote.
func (c *network) tell(args ...string) (status int, out, errs string) {
	c.t.Helper()
	p := c.ask(args)
	status = p.wait()
	return status, p.out.String(), p.said()
}

// same fails the test unless a run on the cluster gives what it gives on one machine.
func (c *network) same(args []string, more ...string) {
	c.t.Helper()
	same(c.t, c.ask(args, more...), args)
}

// same fails the test unless a run has ended with the status and the bytes of the same
// run on one machine.
func same(t testing.TB, p *process, args []string) {
	t.Helper()
	status := p.wait()
	want := alone(t, args)
	out := checked.ReplaceAllString(p.out.String(), "")
	if status != want.status || out != want.out || strings.HasPrefix(out, "{") == (out == p.out.String()) {
		t.Errorf("status %d and %d bytes on the cluster, %d and %d alone\n%s", status, p.out.Len(), want.status,
			len(want.out), difference(out, want.out))
	}
}

// checked is the field that says what of a run was computed a second time: only a cluster has it.
var checked = regexp.MustCompile(`,\n  "checked": \{"id":"cluster.checked",[^\n]*`)

// difference shows where two texts begin to differ.
func difference(got, want string) string {
	k := 0
	for k < min(len(got), len(want)) && got[k] == want[k] {
		k++
	}
	around := func(s string) string { return s[max(0, min(k-60, len(s))):min(len(s), k+60)] }
	return fmt.Sprintf("at byte %d: %q, want %q", k, around(got), around(want))
}

type result struct {
	status int
	out    string
}

var (
	results   = map[string]result{}
	resultsMu sync.Mutex
)

// alone returns what a run gives on one machine without a cluster.
func alone(t testing.TB, args []string) result {
	t.Helper()
	resultsMu.Lock()
	defer resultsMu.Unlock()
	key := strings.Join(args, "\x00")
	r, ok := results[key]
	if !ok {
		ctx, cancel := context.WithTimeout(context.Background(), 2*patience)
		defer cancel()
		cmd := exec.CommandContext(ctx, command(t, built), args...)
		out, err := cmd.Output()
		if r = (result{cmd.ProcessState.ExitCode(), string(out)}); r.status > 1 || r.out == "" {
			t.Fatalf("alone: %v", err)
		}
		results[key] = r
	}
	return r
}
