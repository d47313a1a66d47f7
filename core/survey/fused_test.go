package survey

import (
	"os/exec"
	"regexp"
	"runtime"
	"strings"
	"testing"
)

// Compiled for arm64, the package holds no instruction that rounds a product
// and a sum as one: its numbers are the same there, on amd64 and in a browser.
func TestNothingFused(t *testing.T) {
	if _, err := exec.LookPath("go"); err != nil || runtime.GOOS == "js" || testing.Short() {
		t.Skip("needs the go command")
	}
	const pkg = "indistinct/core/survey"
	cmd := exec.Command("go", "build", "-gcflags="+pkg+"=-S", pkg)
	cmd.Env = append(cmd.Environ(), "GOARCH=arm64", "GOOS=linux", "CGO_ENABLED=0")
	out, err := cmd.CombinedOutput()
	if err != nil {
		t.Skipf("cannot compile for arm64: %v", err)
	}
	if !strings.Contains(string(out), "TEXT") {
		t.Fatal("no assembly")
	}
	fused := regexp.MustCompile(`\bFN?M(ADD|SUB)[SD]\b`)
	place := regexp.MustCompile(`[\w/]+\.go:\d+`)
	for line := range strings.Lines(string(out)) {
		if fused.MatchString(line) {
			t.Errorf("%s: a product and a sum may be rounded as one; write float64(x*y) + z", place.FindString(line))
		}
	}
}
