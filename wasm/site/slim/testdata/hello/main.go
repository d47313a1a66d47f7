// A program that leans on the runtime's tables: stacks grow and are moved while
// they hold pointers, the collector runs, calls are deferred, panics are
// recovered and stack traces are made.
package main

import (
	"errors"
	"fmt"
	"runtime"
	"runtime/debug"
	"strings"
	"sync"
)

type node struct {
	next *node
	text string
}

func deep(n int, list *node) (sum int) {
	defer func() { sum++ }()
	var frame [64]byte
	frame[n%64] = byte(n)
	local := &node{list, fmt.Sprint(n)}
	if n == 0 {
		runtime.GC()
		for p := local; p != nil; p = p.next {
			sum += len(p.text)
		}
		return sum
	}
	return deep(n-1, local) + int(frame[n%64]) - int(byte(n))
}

func fails() (err error) {
	defer func() { err = errors.Join(err, fmt.Errorf("recovered: %v", recover())) }()
	var list []int
	return fmt.Errorf("%d", list[len(list)])
}

func main() {
	debug.SetGCPercent(5)
	var wait sync.WaitGroup
	sums := make([]int, 20)
	for i := range sums {
		wait.Go(func() { sums[i] = deep(2000+i, nil) })
	}
	wait.Wait()
	fmt.Println(sums, fails())
	fmt.Println(strings.Contains(string(debug.Stack()), "main.main"))
	pc, _, _, ok := runtime.Caller(0)
	fmt.Println(ok, runtime.FuncForPC(pc).Name())
	var none *node
	fmt.Println(none.text)
}
