//go:build ignore

// Command ekf is ekf.py in Go: go build -o ekf ekf.go && verify -d 10 -estimator './ekf 0.9887 4'.
package main

import (
	"bufio"
	"fmt"
	"math"
	"math/rand/v2"
	"os"
	"strconv"
	"strings"

	"gonum.org/v1/gonum/mat"
)

func numbers(text string) (out []float64) {
	for _, f := range strings.Fields(strings.NewReplacer(",", " ", ";", " ").Replace(text)) {
		v, _ := strconv.ParseFloat(f, 64)
		out = append(out, v)
	}
	return out
}

func main() {
	share, published := numbers(os.Args[1])[0], int(numbers(os.Args[2])[0])
	env := func(name string) []float64 { return numbers(os.Getenv("INDISTINCT_" + name)) }
	sensors, spread, process, noise := env("SENSORS"), env("SPREAD")[0], env("NOISE")[0], env("NOISE")[1]
	transition := mat.NewDense(4, 4, env("TRANSITION"))
	lines := bufio.NewScanner(os.Stdin)
	lines.Buffer(nil, 1<<20)
	for lines.Scan() {
		record, out := numbers(lines.Text()), ""
		s := rand.New(rand.NewPCG(uint64(record[0]), 0)) // the same seed and record give the same answer
		x, P := mat.NewVecDense(4, env("START")), mat.NewDense(4, 4, nil)
		for i := range 4 {
			P.Set(i, i, spread*spread)
		}
		for k := range published {
			if k > 0 {
				x.MulVec(transition, x)
				P.Product(transition, P, transition.T())
				P.Set(0, 0, P.At(0, 0)+process*process)
				P.Set(1, 1, P.At(1, 1)+process*process)
			}
			expected := mat.VecDenseCopyOf(x)
			for i, q := range sensors { // their noises are independent: one reading after the other
				a := i % 2
				t := math.Tanh(0.1 * (expected.AtVec(a) - q))
				h := 10 * (1 - t*t)
				innovation := record[1+k*len(sensors)+i] - 100*t - h*(x.AtVec(a)-expected.AtVec(a))
				c := mat.NewVecDense(4, mat.Col(nil, a, P))
				variance := h*h*c.AtVec(a) + noise*noise
				x.AddScaledVec(x, h*innovation/variance, c)
				P.RankOne(P, -h*h/variance, c, c)
			}
			for a := range 2 {
				x.SetVec(a, x.AtVec(a)+(1-share)/share*s.Float64())
				out += fmt.Sprint(x.AtVec(a), " ")
			}
		}
		fmt.Println(out)
	}
}
