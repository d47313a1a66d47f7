//go:build !js

package page

import (
	"fmt"
	"os"
	"strconv"
	"strings"

	"github.com/chromedp/cdproto/cdp"
	"github.com/chromedp/cdproto/systeminfo"
	"github.com/chromedp/chromedp"
)

// Resident is the memory, in bytes, of the process that did most, which holds the
// programs of the page, its workers and its scene; 0 where there is no /proc.
func (p *Page) Resident() float64 {
	p.t.Helper()
	got, err := chromedp.CallBrowser(p.Context(), systeminfo.GetProcessInfo, cdp.Empty{})
	if err != nil {
		p.t.Fatal(err)
	}
	most, bytes := 0.0, 0.0
	for _, one := range got.ProcessInfo {
		pages, err := os.ReadFile(fmt.Sprintf("/proc/%d/statm", one.ID))
		if f := strings.Fields(string(pages)); err == nil && one.Type == "renderer" && one.CPUTime > most &&
			len(f) > 1 {
			most = one.CPUTime
			n, _ := strconv.ParseFloat(f[1], 64)
			bytes = n * float64(os.Getpagesize())
		}
	}
	return bytes
}
