//go:build !js

package pack

import (
	"bytes"
	"crypto/sha256"
	"fmt"
	"math/rand/v2"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strings"
	"testing"
)

// unpacking runs public/unpack.js as workers do: it sends each file in pieces of so many
// bytes and prints a line, the sum of what comes or why it does not.
const unpacking = `
const fs = require('fs'), crypto = require('crypto'), [script, ...files] = process.argv.slice(1);
global.DedicatedWorkerGlobalScope = function () {};
for (let i = 0; i < files.length; i += 2) {
  const sum = crypto.createHash('sha256'), packed = new Uint8Array(fs.readFileSync(files[i])), size = +files[i + 1];
  let hear, why = '';
  global.self = {
    addEventListener: (kind, f) => { hear = f; },
    postMessage: (data) => { if (typeof data === 'string') why = data; else sum.update(data); },
  };
  (0, eval)('(() => {' + fs.readFileSync(script, 'utf8') + '})()');
  for (let at = 0; at < packed.length && !why; at += size) hear({ data: packed.slice(at, at + size) });
  if (!why) hear({});
  console.log(why || sum.digest('hex'));
}`

// TestUnpack unpacks in JavaScript what was packed here, and refuses what is damaged.
func TestUnpack(t *testing.T) {
	node, err := exec.LookPath("node")
	if err != nil {
		t.Skip("nothing was unpacked: node is not installed")
	}
	random := rand.New(rand.NewPCG(1, 2))
	noise := make([]byte, 60_000)
	for i := range noise {
		noise[i] = byte(random.Uint32())
	}
	self, err := os.Executable()
	if err != nil {
		t.Fatal(err)
	}
	dir := site(t, map[string]string{"empty.wasm": "", "byte.wasm": "a", "often.wasm": strings.Repeat("a", 300_000),
		"noise.wasm": string(noise), "twice.wasm": strings.Repeat(string(noise), 2),
		"code.wasm": string(read(t, self)[:1<<20])})
	sums := map[string]string{}
	names, err := files(dir)
	if err != nil {
		t.Fatal(err)
	}
	for _, name := range names {
		sums[name] = fmt.Sprintf("%x", sha256.Sum256(read(t, filepath.Join(dir, name))))
	}
	if err := programs(dir); err != nil {
		t.Fatal(err)
	}

	args := []string{"-e", unpacking, "../../../public/unpack.js"}
	var want []string
	for _, name := range names {
		file := filepath.Join(dir, name+".lzma")
		for _, size := range []string{"1", "1000", "1000000"} {
			args, want = append(args, file, size), append(want, sums[name])
		}
	}
	whole := read(t, filepath.Join(dir, "code.wasm.lzma"))
	half := whole[: len(whole)/2 : len(whole)/2]
	for what, damaged := range map[string][]byte{"half": half, "cut": whole[:len(whole)-6], "nothing": nil,
		"few":     whole[:9],
		"garbled": append(half, bytes.Repeat([]byte("x"), len(half))...),
		"page":    []byte("<!doctype html><title>404</title><p>There is no such page.</p>")} {
		file := filepath.Join(dir, what)
		if err := os.WriteFile(file, damaged, 0o600); err != nil {
			t.Fatal(err)
		}
		args, want = append(args, file, "1000"), append(want, "")
	}
	out, err := exec.Command(node, args...).CombinedOutput()
	got := strings.Split(strings.TrimSpace(string(out)), "\n")
	if err != nil || len(got) != len(want) {
		t.Fatalf("%v: %s", err, out)
	}
	sum := regexp.MustCompile("^[0-9a-f]{64}$")
	for i, file := range args[3:] {
		if i%2 > 0 {
			continue
		}
		if want, got := want[i/2], got[i/2]; want != got && want != "" || want == "" && sum.MatchString(got) {
			t.Errorf("%s, in pieces of %s bytes: %s", filepath.Base(file), args[4+i], got)
		}
		why := map[string]string{"nothing": "the file is empty", "few": "the file is not whole"}[filepath.Base(file)]
		if got := got[i/2]; why != "" && got != why {
			t.Errorf("of %s it says %q", filepath.Base(file), got)
		}
	}
}
