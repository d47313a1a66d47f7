// A program that leans on the runtime's tables: stacks grow and are moved while
// they hold pointers, the collector runs, calls are deferred, panics are
// recovered, stack traces are made and reflection calls what it made.
package main

import (
	"errors"
	"fmt"
	"reflect"
	"runtime"
	"runtime/debug"
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

type sayer interface{ say() string }

type value struct{ text string }

func (v value) say() string { return v.text }

// wrapped calls a method of a value by a pointer to none, in the wrapper that Go makes.
func wrapped() (err error) {
	defer func() { err = fmt.Errorf("recovered: %T", recover()) }()
	return errors.New(sayer((*value)(nil)).say())
}

// called goes through the two functions of package reflect whose frames have no map of
// their own, while stacks move and the collector runs.
func called() string {
	swap := reflect.MakeFunc(reflect.TypeFor[func(string, *node) string](), func(in []reflect.Value) []reflect.Value {
		deep(500, nil)
		runtime.GC()
		return []reflect.Value{reflect.ValueOf(in[0].String() + in[1].Interface().(*node).text)}
	}).Interface().(func(string, *node) string)
	method := reflect.ValueOf(value{"method"}).Method(0).Interface().(func() string)
	var both string
	done := make(chan bool)
	go func() { both = swap("a", &node{text: fmt.Sprint("b", 1)}) + method(); close(done) }()
	<-done
	return both
}

func (v value) Say() string { deep(300, nil); runtime.GC(); return v.text }

// loops jumps forward and back, out of nested loops and between cases.
func loops(n int) (sum int) {
	kinds := map[int]string{}
outer:
	for i := range n {
		for j := 0; ; j++ {
			switch {
			case j > i:
				continue outer
			case i*j%7 == 3:
				kinds[i] = "three"
				continue
			case i+j > 60:
				break outer
			case j%2 == 0:
				sum += 2
				fallthrough
			default:
				sum += len(kinds) + min(i, j) - int(float64(i)/float64(j+1))
			}
		}
	}
	return sum
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
	fmt.Println(wrapped(), called(), loops(40), runtime.NumGoroutine())
	var none *node
	fmt.Println(none.text)
}
