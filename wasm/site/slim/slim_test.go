package slim

import (
	"bytes"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
)

// program builds testdata/hello for the browser.
func program(t *testing.T) []byte {
	t.Helper()
	out := filepath.Join(t.TempDir(), "hello.wasm")
	cmd := exec.Command("go", "build", "-trimpath", "-ldflags=-s -w", "-buildvcs=false", "-o", out, "./testdata/hello")
	cmd.Env = append(os.Environ(), "GOOS=js", "GOARCH=wasm")
	if said, err := cmd.CombinedOutput(); err != nil {
		t.Fatalf("%v\n%s", err, said)
	}
	data, err := os.ReadFile(out)
	if err != nil {
		t.Fatal(err)
	}
	return data
}

func TestSlim(t *testing.T) {
	before := program(t)
	after, err := slim(before)
	if err != nil {
		t.Fatal(err)
	}
	b, a := image(t, before), image(t, after)
	gone := 0
	for i := range b {
		if i >= len(a) || a[i] != b[i] {
			gone++
		}
	}
	if gone < len(b)/20 || len(after) > len(before)*3/4 {
		t.Errorf("%d of %d bytes of data went, and %d of the file's %d are left", gone, len(b), len(after), len(before))
	}
	if again, err := slim(after); err == nil && !bytes.Equal(again, after) {
		t.Error("a second pass changed the file")
	}

	node, err := exec.LookPath("node")
	if err != nil {
		t.Skip("the programs were not run: node is not installed")
	}
	said1, trace1 := run(t, node, before)
	said2, trace2 := run(t, node, after)
	if said1 != said2 || !strings.Contains(said1, "ab1method") {
		t.Errorf("the program says\n%s\nbefore and\n%s\nafter", said1, said2)
	}
	if !strings.Contains(trace1, "nil pointer") || !strings.Contains(trace2, "nil pointer") {
		t.Errorf("the panic is not in both traces:\n%s\n%s", trace1, trace2)
	}
}

func image(t *testing.T, wasm []byte) []byte {
	t.Helper()
	r := reader{b: wasm, at: 8}
	for !r.bad {
		id := r.byte()
		body := r.bytes(r.uint())
		if id == dataSection {
			mem, err := load(body)
			if err != nil {
				t.Fatal(err)
			}
			return mem
		}
	}
	t.Fatal("there is no data section")
	return nil
}

func run(t *testing.T, node string, wasm []byte) (out, trace string) {
	t.Helper()
	name := filepath.Join(t.TempDir(), "x.wasm")
	if err := os.WriteFile(name, wasm, 0o644); err != nil {
		t.Fatal(err)
	}
	root, err := exec.Command("go", "env", "GOROOT").Output() // a trimmed binary does not know it
	if err != nil {
		t.Fatal(err)
	}
	cmd := exec.Command(node, "--stack-size=8192", filepath.Join(strings.TrimSpace(string(root)),
		"lib/wasm/wasm_exec_node.js"), name)
	cmd.Env = []string{"PATH=" + os.Getenv("PATH")}
	var o, e bytes.Buffer
	cmd.Stdout, cmd.Stderr = &o, &e
	cmd.Run() // it ends with a panic
	return o.String(), e.String()
}

func TestSlimRefuses(t *testing.T) {
	good := []byte("\x00asm\x01\x00\x00\x00")
	for _, c := range []struct{ name, file string }{
		{"nothing", ""},
		{"not wasm", "#!/bin/sh\n"},
		{"no data", string(good)},
		{"cut off", string(good) + "\x0b\x7f"},
		{"no tables", string(good) + "\x0b\x08\x01\x00\x41\x00\x0b\x02hi"},
		{"passive data", string(good) + "\x0b\x05\x01\x01\x02hi"},
	} {
		if _, err := slim([]byte(c.file)); err == nil {
			t.Errorf("%s was taken", c.name)
		}
	}
}

func FuzzSlim(f *testing.F) {
	f.Add([]byte("\x00asm\x01\x00\x00\x00\x0b\x08\x01\x00\x41\x00\x0b\x02hi"))
	f.Fuzz(func(t *testing.T, data []byte) { slim(data) })
}

func TestSegments(t *testing.T) {
	mem := make([]byte, 5000)
	mem[3], mem[40], mem[77], mem[4000], mem[4098] = 1, 2, 3, 4, 5
	got, err := load(store(mem))
	if err != nil || !bytes.Equal(got, mem[:4099]) {
		t.Fatal("memory is not the same after storing and loading", err)
	}
}
