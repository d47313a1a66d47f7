//go:build !js

package page

import (
	"fmt"
	"testing"

	"indistinct/core/guest"
	"indistinct/core/lab"
	"indistinct/core/labs"
)

// Write replaces the program as a person would: select all, type.
func (p *Page) Write(program string) {
	p.Eval(fmt.Sprintf(`(() => { const f = document.querySelector('#p-code'); f.focus(); f.select(); document.execCommand('insertText', false, %q); })()`, program), nil)
}

// ReadReport reads a report.
func ReadReport(t *testing.T, data []byte) *lab.Report {
	t.Helper()
	r, err := lab.UnmarshalReport(data, guest.All().Find, labs.Home)
	if err != nil {
		t.Fatal(err)
	}
	return r
}
