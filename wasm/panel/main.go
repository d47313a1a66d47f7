//go:build js

// Command panel is the page around the scene: it mounts the components of
// package panel and connects them to the browser.
package main

import (
	"syscall/js"
	"time"

	"github.com/vugu/vugu"
	"github.com/vugu/vugu/domrender"

	"indistinct/core/labs"
	"indistinct/ui/panel"
	"indistinct/ui/pool"
)

func main() {
	renderer, err := domrender.New("#app")
	if err != nil {
		panic(err)
	}
	env := renderer.EventEnv()
	h := &host{env: env}
	m := panel.New(h, pool.Web(labs.Home, labs.Worker), labs.All(), labs.Home)
	h.m = m
	root := &panel.Root{M: m}
	builds, err := vugu.NewBuildEnv(env)
	if err != nil {
		panic(err)
	}
	m.Start(h.stored(), h.reduced(), js.Global().Get("location").Get("hash").String())
	h.listen()

	// Whatever wants a render only raises a flag; the page is rendered at most
	// once a frame however many events came in between.
	wake := make(chan struct{}, 1)
	wake <- struct{}{}
	go func() {
		for renderer.EventWait() {
			select {
			case wake <- struct{}{}:
			default:
			}
		}
	}()
	for range wake {
		if err := renderer.Render(builds.RunBuild(root)); err != nil {
			panic(err)
		}
		h.rendered()
		frame()
	}
}

// frame waits for the next animation frame; in a hidden tab, which has none,
// for a tenth of a second.
func frame() {
	next := make(chan struct{}, 1)
	f := js.FuncOf(func(js.Value, []js.Value) any {
		select {
		case next <- struct{}{}:
		default:
		}
		return nil
	})
	js.Global().Call("requestAnimationFrame", f)
	t := time.NewTimer(100 * time.Millisecond)
	select {
	case <-next:
		f.Release()
	case <-t.C: // f is released when it is called at last, or leaks a few bytes
	}
	t.Stop()
}
