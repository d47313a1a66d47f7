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
	for _, f := range strings.FieldsFunc(text, func(r rune) bool { return strings.ContainsRune(" ,;\n", r) }) {
		v, _ := strconv.ParseFloat(f, 64)
		out = append(out, v)
	}
	return out
}

func main() {
	share, published := numbers(os.Args[1])[0], int(numbers(os.Args[2])[0])
	env := func(name string) []float64 { return numbers(os.Getenv("INDISTINCT_" + name)) }
	sensors, spread, process, noise := env("SENSORS"), env("SPREAD")[0], env("NOISE")[0], env("NOISE")[1]
	n, transition := len(sensors), mat.NewDense(4, 4, env("TRANSITION"))
	lines := bufio.NewScanner(os.Stdin)
	lines.Buffer(nil, 1<<20)
	for lines.Scan() {
		record := numbers(lines.Text())
		s := rand.New(rand.NewPCG(uint64(record[0]), 0)) // the same seed and record give the same answer
		x, P := mat.NewVecDense(4, env("START")), mat.NewDiagDense(4, nil)
		for i := range 4 {
			P.SetDiag(i, spread*spread)
		}
		cov, out := mat.DenseCopyOf(P), ""
		for k := range published {
			if k > 0 {
				x.MulVec(transition, x)
				cov.Product(transition, cov, transition.T())
				cov.Set(0, 0, cov.At(0, 0)+process*process)
				cov.Set(1, 1, cov.At(1, 1)+process*process)
			}
			H, R, innovation := mat.NewDense(n, 4, nil), mat.NewDiagDense(n, nil), mat.NewVecDense(n, nil)
			for i, q := range sensors {
				t := math.Tanh(0.1 * (x.AtVec(i%2) - q))
				H.Set(i, i%2, 10*(1-t*t))
				R.SetDiag(i, noise*noise)
				innovation.SetVec(i, record[1+k*n+i]-100*t)
			}
			var HP, S, K, less mat.Dense
			var move mat.VecDense
			HP.Mul(H, cov)
			S.Mul(&HP, H.T())
			S.Add(&S, R)
			K.Solve(&S, &HP) // the gain, transposed
			move.MulVec(K.T(), innovation)
			x.AddVec(x, &move)
			less.Mul(K.T(), &HP)
			cov.Sub(cov, &less)
			for i := range 2 {
				x.SetVec(i, x.AtVec(i)+(1-share)/share*s.Float64())
				out += fmt.Sprint(x.AtVec(i), " ")
			}
		}
		fmt.Println(out)
	}
}
