//go:build !js

package e2e

import (
	"context"
	"fmt"
	"os"
	"strings"
	"testing"

	"github.com/chromedp/cdproto/cdp"
	"github.com/chromedp/cdproto/emulation"
	cdppage "github.com/chromedp/cdproto/page"
	"github.com/chromedp/chromedp"

	"indistinct/core/guest"
	"indistinct/wasm/e2e/page"
)

func TestGallery(t *testing.T) {
	want := os.Getenv("GALLERY")
	if want == "" {
		t.Skip()
	}
	sizes := map[string]page.Options{
		"1280": {Scene: true, Width: 1280, Height: 900},
		"1920": {Scene: true, Width: 1920, Height: 1080},
		"390":  {Scene: true, Width: 390, Height: 844, Phone: true},
	}
	pick := strings.Fields(os.Getenv("SIZES"))
	for _, size := range pick {
		for _, l := range guest.All() {
			name := l.About().Name
			if want != "all" && !strings.Contains(want, name) {
				continue
			}
			t.Run(size+"-"+name, func(t *testing.T) {
				o := sizes[size]
				o.Script = hearing
				p := page.Open(t, "#lab="+name, o)
				theme := func(n string) {
					p.Eval(`const s = document.querySelector('#theme'); s.value = "`+n+`"; s.dispatchEvent(new Event('change', {bubbles: true}))`, nil)
					p.Settle()
				}
				top := func() { p.Eval(`document.querySelector('.side').scrollTop = 0; scrollTo(0, 0)`, nil) }
				wait := func(ms int) { p.Eval(fmt.Sprintf(`await new Promise(f => setTimeout(f, %d))`, ms), nil) }
				drag := func(s float64) {
					p.Eval(fmt.Sprintf(`const f = document.querySelector('.dial.main input[type=range]'); if (f) { f.value = String(%g * (f.max - f.min) + Number(f.min)); f.dispatchEvent(new Event('input', {bubbles: true})); f.dispatchEvent(new Event('change', {bubbles: true})) }`, s), nil)
				}
				p.Scene()
				wait(2500)
				p.Shot("01-opened")
				p.Eval(`scrollTo(0, innerHeight*0.8)`, nil)
				p.Settle()
				p.Shot("02-below")
				top()
				p.Press("Run test")
				p.Wait(`heard.includes('show:on')`)
				wait(900)
				p.Shot("03-running")
				wait(900)
				p.Shot("04-running")
				p.Wait(`heard.includes('show:done')`)
				p.Wait(`document.querySelector('#epsilon-c') && document.querySelector('#run').ariaDisabled !== 'true'`)
				p.Settle()
				p.Shot("05-verdict")
				p.Eval(`scrollTo(0, innerHeight*0.85)`, nil)
				p.Settle()
				p.Shot("06-below")
				p.Eval(`scrollTo(0, 0); const e = [...document.querySelectorAll('.foldout .more')].find(b => b.innerText.includes('Evidence')); if (e) e.click()`, nil)
				p.Settle()
				p.Eval(`document.querySelector('#evidence').scrollIntoView()`, nil)
				p.Settle()
				p.Shot("07-evidence")
				p.Eval(`scrollBy(0, innerHeight*0.8)`, nil)
				p.Settle()
				p.Shot("08-evidence2")
				p.Eval(`scrollBy(0, innerHeight*0.8)`, nil)
				p.Settle()
				p.Shot("09-evidence3")
				top()
				theme("dark")
				p.Shot("10-dark-verdict")
				drag(0.1)
				wait(1200)
				p.Shot("11-dark-stale")
				p.Eval(`heard.length = 0`, nil)
				p.Press("Run test")
				p.Wait(`heard.includes('show:done')`)
				p.Wait(`document.querySelector('#epsilon-c') && document.querySelector('#run').ariaDisabled !== 'true'`)
				p.Settle()
				top()
				p.Shot("12-dark-low")
				theme("projector")
				p.Shot("13-projector-low")
				if name == "workshop" {
					drag(0.6)
				} else {
					drag(0.95)
				}
				wait(1200)
				p.Shot("14-projector-stale")
				p.Eval(`heard.length = 0`, nil)
				p.Press("Run test")
				p.Wait(`heard.includes('show:done')`)
				p.Wait(`document.querySelector('#epsilon-c') && document.querySelector('#run').ariaDisabled !== 'true'`)
				p.Settle()
				theme("light")
				top()
				p.Shot("15-high")
				p.Eval(`const e = [...document.querySelectorAll('.drawer .more')].find(b => b.innerText.includes('More settings')); e.click()`, nil)
				p.Settle()
				p.Eval(`document.querySelector('.drawer').scrollIntoView()`, nil)
				p.Settle()
				p.Shot("16-drawer")
				p.Eval(`const f = document.querySelector('#drawer .field input'); f.focus(); f.value = 'nonsense'; f.dispatchEvent(new Event('input', {bubbles: true})); f.blur()`, nil)
				p.Settle()
				p.Shot("17-error")
				top()
				p.Settle()
				p.Shot("18-error-top")
				p.Eval(`const f = document.querySelector('#drawer .field input'); f.focus(); f.value = f.defaultValue; f.dispatchEvent(new Event('input', {bubbles: true})); f.blur()`, nil)
				p.Press("Reset")
				p.Settle()
				top()
				if size != "390" {
					p.Eval(`document.body.focus(); document.activeElement.blur()`, nil)
					p.Keys("f")
					wait(1500)
					var full string
					p.Eval(`String(document.fullscreenElement && document.fullscreenElement.tagName) + ' ' + innerWidth + ' ' + innerHeight + ' ' + document.body.dataset.present`, &full)
					t.Log("full screen: ", full)
					p.Shot("19-present")
					p.Press("Run test")
					wait(7000)
					p.Shot("20-present-run")
					p.Eval(`if (document.fullscreenElement) await document.exitFullscreen()`, nil)
					wait(500)
				}
				media := func(kind string, features ...*emulation.MediaFeature) {
					p.Do("emulate", chromedp.Func(func(ctx context.Context, tt *chromedp.Target) error {
						_, err := cdp.Call(ctx, tt, emulation.SetEmulatedMedia, emulation.SetEmulatedMediaParams{Media: kind, Features: features})
						return err
					}))
					p.Settle()
				}
				media("", &emulation.MediaFeature{Name: "forced-colors", Value: "active"})
				p.Shot("21-forced")
				media("")
				p.RunTest()
				p.Wait(`heard.includes('show:done')`)
				var pdf cdppage.PrintToPDFResult
				p.Do("print", chromedp.Func(func(ctx context.Context, tt *chromedp.Target) (err error) {
					pdf, err = cdp.Call(ctx, tt, cdppage.PrintToPDF, cdppage.PrintToPDFParams{PaperWidth: 8.27, PaperHeight: 11.69})
					return err
				}))
				os.WriteFile(os.Getenv("INDISTINCT_SHOTS")+"/"+size+"-"+name+".pdf", pdf.Data, 0o644)
			})
		}
	}
}
