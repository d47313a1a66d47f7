//go:build !js

package pack

import (
	"bytes"
	"math/rand/v2"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
)

// TestXz holds what is packed here, by a package that nobody keeps any more, against xz: that
// unpacks it to the same bytes, and packs them hardly smaller.
func TestXz(t *testing.T) {
	xz, err := exec.LookPath("xz")
	if err != nil {
		t.Skip("not compared: xz is not installed")
	}
	random := rand.New(rand.NewPCG(3, 4))
	noise := make([]byte, 70_000)
	for i := range noise {
		noise[i] = byte(random.Uint32())
	}
	self, err := os.Executable()
	if err != nil {
		t.Fatal(err)
	}
	dir := site(t, map[string]string{"empty.wasm": "", "byte.wasm": "a", "often.wasm": strings.Repeat("ab", 200_000),
		"noise.wasm": string(noise), "twice.wasm": strings.Repeat(string(noise), 2),
		"code.wasm": string(read(t, self)[:1<<21])})
	names, err := files(dir)
	if err != nil {
		t.Fatal(err)
	}
	plain := map[string][]byte{}
	for _, name := range names {
		plain[name] = read(t, filepath.Join(dir, name))
	}
	if err := programs(dir); err != nil {
		t.Fatal(err)
	}
	with := func(in []byte, args ...string) []byte {
		cmd := exec.Command(xz, append(args, "--format=lzma", "--stdout")...)
		cmd.Stdin = bytes.NewReader(in)
		out, err := cmd.Output()
		if err != nil {
			t.Fatalf("xz %q: %v", args, err)
		}
		return out
	}
	for name, want := range plain {
		packed := read(t, filepath.Join(dir, name+".lzma"))
		if got := with(packed, "--decompress"); !bytes.Equal(got, want) {
			t.Errorf("%s: xz unpacks %d bytes that are not the %d that were packed", name, len(got), len(want))
		}
		if theirs := with(want, "--compress", "-9e"); len(packed) > len(theirs)*103/100+64 {
			t.Errorf("%s: %d bytes, by xz %d", name, len(packed), len(theirs))
		}
	}
}
