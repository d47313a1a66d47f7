package num

import (
	"os/exec"
	"regexp"
	"runtime"
	"strings"
	"testing"
)

// TestNothingFused compiles for arm64, where the compiler fuses x*y + z if it
// may, and looks for such instructions: each is a place where that platform
// would round once and amd64 twice. The packages listed promise to have none.
func TestNothingFused(t *testing.T) {
	if _, err := exec.LookPath("go"); err != nil || runtime.GOOS == "js" || testing.Short() {
		t.Skip("needs the go command")
	}
	fused := regexp.MustCompile(`\bFN?M(ADD|SUB)[SD]\b`)
	place := regexp.MustCompile(`[\w/]+\.go:\d+`)
	for _, pkg := range []string{"indistinct/core/num", "indistinct/core/rng", "indistinct/core/privacy"} {
		cmd := exec.Command("go", "build", "-gcflags="+pkg+"=-S", pkg)
		cmd.Env = append(cmd.Environ(), "GOARCH=arm64", "GOOS=linux", "CGO_ENABLED=0")
		out, err := cmd.CombinedOutput()
		if err != nil {
			t.Skipf("cannot compile %s for arm64: %v", pkg, err)
		}
		if !strings.Contains(string(out), "TEXT") {
			t.Fatalf("no assembly of %s", pkg)
		}
		for line := range strings.Lines(string(out)) {
			if fused.MatchString(line) {
				t.Errorf("%s: a product and a sum may be rounded as one; write float64(x*y) + z", place.FindString(line))
			}
		}
	}
}
