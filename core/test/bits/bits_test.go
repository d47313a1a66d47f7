// Package bits compares reports of the native command as it is compiled for several
// instruction sets and for WebAssembly.
package bits

import (
	"bytes"
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"slices"
	"strings"
	"testing"

	"indistinct/core/guest"
)

// TestSameBits: the same Spec gives the same Report, bit for bit, on every instruction set.
func TestSameBits(t *testing.T) {
	if testing.Short() {
		t.Skip("./build.sh test all compares")
	}
	dir := t.TempDir()
	exact := []string{"-tags=noasm", "-gcflags=all=-d=fmahash=qn"}
	compile := func(name string, flags []string, env ...string) string {
		path := filepath.Join(dir, name)
		args := slices.Concat([]string{"build"}, flags, []string{"-o", path, "indistinct/core/cmd/verify"})
		cmd := exec.Command("go", args...)
		cmd.Env = append(os.Environ(), env...)
		if out, err := cmd.CombinedOutput(); err != nil {
			t.Fatalf("%v: %s", err, out)
		}
		return path
	}
	native := compile("v1", exact, "GOAMD64=v1")
	// A script tells bad input from a violation by the status.
	bad := exec.Command(native, "-n", "none")
	if bad.Run(); bad.ProcessState.ExitCode() != 2 {
		t.Errorf("verify ends with %v where the input is bad, want 2", bad.ProcessState)
	}
	others := map[string][]string{} // commands by what they are
	processor, _ := os.ReadFile("/proc/cpuinfo")
	features := strings.Fields(string(processor))
	if runtime.GOARCH == "amd64" && slices.Contains(features, "fma") && slices.Contains(features, "avx2") {
		others["with fused multiply-adds"] = []string{compile("v3", exact, "GOAMD64=v3")}
	} else {
		t.Log("Not compared with fused multiply-adds: this processor is not x86-64-v3.")
	}
	root, err := exec.Command("go", "env", "GOROOT").Output()
	if err != nil {
		t.Fatal(err)
	}
	if _, err := exec.LookPath("node"); err == nil {
		// Under node, arguments and environment share 8 KB: little is passed on.
		others["in WebAssembly"] = []string{"env", "-i", "PATH=" + os.Getenv("PATH"), "HOME=" + os.Getenv("HOME"),
			filepath.Join(strings.TrimSpace(string(root)), "lib/wasm/go_js_wasm_exec"),
			compile("verify.wasm", nil, "GOOS=js", "GOARCH=wasm")}
	} else {
		t.Log("Not compared with WebAssembly: node is not installed (the Chromium tests compare too).")
	}
	// report is what verify prints; 1 says that it found a violation.
	report := func(t *testing.T, args ...string) []byte {
		cmd := exec.Command(args[0], args[1:]...)
		var said bytes.Buffer
		cmd.Stderr = &said
		out, err := cmd.Output()
		if status := cmd.ProcessState.ExitCode(); status != 0 && status != 1 || len(out) == 0 {
			t.Fatalf("%q: %v: %s", args, err, said.String())
		}
		return out
	}
	runs := 0
	compare := func(args string) {
		t.Run(args, func(t *testing.T) {
			of := append(strings.Fields("-lab "+args), "-json")
			want := report(t, append([]string{native}, of...)...)
			for what, command := range others {
				runs++
				if !bytes.Equal(report(t, append(command[:len(command):len(command)], of...)...), want) {
					t.Errorf("%s verify -lab %s gives another report", what, args)
				}
			}
		})
	}
	for _, l := range guest.All() {
		name := l.About().Name
		compare(name + " -n 300 -m 600 -seed 1")
		compare(name + " -n 200 -m 400 -r 3 -seed 9007199254740991")
	}
	for _, mech := range []string{"input", "ekf", "laplace", "gauss"} {
		compare("ring -n 200 -m 300 -seed 2 -mech " + mech)
	}
	for _, name := range []string{"ring", "filtering", "lqg", "survey"} {
		compare(name + " -pairs all -n 200 -m 300 -seed 3")
	}
	compare("ring -s 0 -n 200 -m 300")
	compare("ring -s 1 -n 200 -m 300")
	t.Logf("%d reports compared", runs)
}
