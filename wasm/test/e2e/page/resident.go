//go:build unix && !js

package page

import (
	"fmt"
	"os"
	"slices"
	"strconv"
	"strings"
	"syscall"
	"time"

	"github.com/chromedp/cdproto/cdp"
	"github.com/chromedp/cdproto/systeminfo"
	"github.com/chromedp/chromedp"
)

// Resident is the memory, in bytes, of the process that did most, which holds the
// programs of the page, its workers and its scene; 0 where there is no /proc.
func (p *Page) Resident() float64 {
	p.t.Helper()
	most, bytes := 0.0, 0.0
	for _, one := range p.renderers() {
		pages, err := os.ReadFile(fmt.Sprintf("/proc/%d/statm", one.ID))
		if f := strings.Fields(string(pages)); err == nil && one.CPUTime > most && len(f) > 1 {
			most = one.CPUTime
			n, _ := strconv.ParseFloat(f[1], 64)
			bytes = n * float64(os.Getpagesize())
		}
	}
	return bytes
}

// renderers are the browser's processes that hold pages.
func (p *Page) renderers() []*systeminfo.ProcessInfo {
	p.t.Helper()
	got, err := chromedp.CallBrowser(p.Context(), systeminfo.GetProcessInfo, cdp.Empty{})
	if err != nil {
		p.t.Fatal(err)
	}
	return slices.DeleteFunc(got.ProcessInfo, func(one *systeminfo.ProcessInfo) bool { return one.Type != "renderer" })
}

// Stop has all pages of the browser stand still for a time, as a machine that sleeps does; the
// browser is to be the test's own.
func (p *Page) Stop(d time.Duration) {
	p.t.Helper()
	stopped := p.renderers()
	signal := func(s os.Signal) {
		for _, one := range stopped {
			if process, err := os.FindProcess(int(one.ID)); err != nil || process.Signal(s) != nil {
				p.t.Errorf("process %d cannot be sent a signal", one.ID)
			}
		}
	}
	signal(syscall.SIGSTOP)
	defer signal(syscall.SIGCONT)
	time.Sleep(d)
}
