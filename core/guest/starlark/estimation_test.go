package starlark

import (
	"math"
	"strings"
	"testing"

	"indistinct/core/mechanism"
	"indistinct/core/rng"
	"indistinct/core/script"
)

// values are what a program releases.
func values(t *testing.T, body string) []float64 {
	t.Helper()
	p, err := Interpreter{}.Compile("import numpy as np\nimport random\nfrom math import *\npairs = [(3, 4)]\n" +
		"def release(x):\n    " + strings.ReplaceAll(body, "\n", "\n    ") + "\n")
	if err != nil {
		t.Fatalf("%s\n%v", body, err)
	}
	s, out := rng.New(rng.Key{Seed: 1}), make([]float64, 64)
	n, err := p.Fork().Release(0, mechanism.Record, &s, out)
	if err != nil {
		t.Fatalf("%s\n%v", body, err)
	}
	return out[:n]
}

// TestEstimation: filters and fits against values in closed form.
func TestEstimation(t *testing.T) {
	const system = "A, Q, C, R = mat([[1, 1], [0, 1]]), mat([[0.25, 0.5], [0.5, 1]]), mat([[1, 0]]), mat([[1]])\n" +
		"m, P = vec([0, 1]), mat([[2, 0.5], [0.5, 1]])\nf = lambda s: A @ s\nh = lambda s: C @ s\n"
	// One step by hand: P⁻ = A P Aᵀ + Q, K = P⁻ Cᵀ / (P⁻₁₁ + 1).
	p11, p12, p22 := 2+1+1+0.25, 0.5+1+0.5, 2.0
	k1, k2 := p11/(p11+1), p12/(p11+1)
	want := []float64{1 + k1*0.5, 1 + k2*0.5, (1 - k1) * p11, (1 - k1) * p12, p22 - k2*p12, 0.5, p11 + 1}
	const all = "return [x[0], x[1], P[0, 0], P[0, 1], P[1, 1], v[0], S[0, 0]]"
	for _, step := range []string{"kf(m, P, [1.5], A, Q, C, R)", "kf(m, P, 1.5, A, Q, [1, 0], 1)",
		"ekf(m, P, [1.5], f, A, Q, h, C, R)", "ekf(m, P, [1.5], f, None, Q, h, None, R)",
		"ekf(m, P, [1.5], f, lambda s: A, Q, h, lambda s: C, R)", "ukf(m, P, [1.5], f, Q, h, R)"} {
		for i, got := range values(t, system+"x, P, v, S = "+step+"\n"+all) {
			if math.Abs(got-want[i]) > 1e-8 {
				t.Errorf("%s: number %d is %v, want %v", step, i, got, want[i])
			}
		}
	}
	for body, want := range map[string][]float64{
		// The steady state of a double integrator with readings of its position: λ = 1, so
		// α and β of Kalata's (1984) relation.
		"A, Q, C, R = mat([[1, 1], [0, 1]]), mat([[0.25, 0.5], [0.5, 1]]), mat([[1, 0]]), mat([[1]])\n" +
			"x, P = vec([0, 0]), eye(2)\nfor k in range(100):\n    x, P, v, S = kf(x, P, [0], A, Q, C, R)\n" +
			"return [1 - 1 / S[0, 0]]": {kalata(1)},
		"return gauss_newton(lambda p: [p[0] - 3, 10 * (p[1] - p[0] ** 2)], [0, 0])": {3, 9},
		"return minimise(lambda p: (p[0] - 1) ** 2 + 3 * (p[1] + 2) ** 2, [0, 0])":   {1, -2},
		"beacons = [(0, 0, 5), (6, 0, 5), (0, 8, 5)]\n" +
			"far = lambda p: [np.hypot(p[0] - a, p[1] - b) - r for a, b, r in beacons]\n" +
			"return gauss_newton(far, [1, 1])": {3, 4},
		"return clamp(x, 4, 5)":                               {4},
		"return [quantile([1, 2, 3, 4], 0.5), maximum(1, 2)]": {2.5, 2},
		"return np.concatenate([np.arctanh([0.5, -0.25]), [np.arcsinh(-2.0), np.arccosh(2.0)]])": {math.Atanh(0.5),
			math.Atanh(-0.25), math.Asinh(-2), math.Acosh(2)},
		"return eigenvalues([[2, 1], [1, 2]])":                                           {1, 3},
		"return np.eye(2, 3)":                                                            {1, 0, 0, 0, 1, 0},
		"return np.concatenate([[[1, 2]], [[3, 4]]], axis=1)":                            {1, 2, 3, 4},
		"return np.concatenate([[[1, 2], [3, 4]], [[5], [6]]], axis=1)":                  {1, 2, 5, 3, 4, 6},
		"return np.concatenate([[[1, 2]], [[3, 4]]], axis=None)":                         {1, 2, 3, 4},
		"return np.sort([[2, 1], [0, 3]])":                                               {1, 2, 0, 3},
		"return np.sort([[2, 1], [0, 3]], axis=0)":                                       {0, 1, 2, 3},
		"return np.argsort([[2, 1], [0, 3]])":                                            {1, 0, 0, 1},
		"return np.diff([[1, 4], [2, 9]])":                                               {3, 7},
		"return np.diff([[1, 4], [2, 9]], axis=0)":                                       {1, 5},
		"return np.cumsum([[1, 2], [3, 4]])":                                             {1, 3, 6, 10},
		"return np.cumsum([[1, 2], [3, 4]], axis=0)":                                     {1, 2, 4, 6},
		"return np.flip([[1, 2], [3, 4]])":                                               {4, 3, 2, 1},
		"return np.flip([[1, 2], [3, 4]], axis=1)":                                       {2, 1, 4, 3},
		"return np.roll([[1, 2], [3, 4]], 1)":                                            {4, 1, 2, 3},
		"return np.roll([[1, 2], [3, 4]], 1, axis=0)":                                    {3, 4, 1, 2},
		"return np.tile([[1], [2]], 2)":                                                  {1, 1, 2, 2},
		"return np.tile([1, 2], (2, 1))":                                                 {1, 2, 1, 2},
		"return np.where(np.array([[0, 1], [1, 0]]) > 0)[1]":                             {1, 0},
		"return np.inner([[1, 2]], [[3, 4], [5, 6]])":                                    {11, 17},
		"return [np.vdot([[1, 2]], [[3, 4]]), np.linalg.norm([[1, -2], [3, 4]], ord=1)]": {11, 6},
		"return [np.linalg.norm([[1, -2], [3, 4]], np.inf), np.linalg.norm([[3, 4]])]":   {7, 5},
		"return np.linalg.norm([[0, 2], [-3, 0]], 2)":                                    {3},
		"return random.choices([4, 5, 6], cum_weights=[0, 1, 1], k=3)":                   {5, 5, 5},
		"return np.eye(2, k=1)":                                                          {0, 1, 0, 0},
		"return np.vstack(([[1, 2]], [[3, 4]]))":                                         {1, 2, 3, 4},
		"return np.vstack(([1, 2], [3, 4]))":                                             {1, 2, 3, 4},
		"return np.column_stack(([1, 2], [3, 4]))":                                       {1, 3, 2, 4},
		"return np.block([[[[1]], [[2]]], [[[3]], [[4]]]])":                              {1, 2, 3, 4},
		"return np.kron([[1, 2]], [[0, 1], [1, 0]])":                                     {0, 1, 0, 2, 1, 0, 2, 0},
		"return np.roll([1, 2, 3], 1)":                                                   {3, 1, 2},
		"return np.concatenate([np.tile([1, 2], 2), np.repeat([3, 4], 2)])":              {1, 2, 1, 2, 3, 3, 4, 4},
		"return np.convolve([1, 2, 3], [1, 1])":                                          {1, 3, 5, 3},
		"return np.convolve([1, 1], [1, 2, 3], 'valid')":                                 {3, 5},
		"return np.convolve([1, 2, 3, 4], [1, 0, -1], mode='same')":                      {2, 2, 2, -3},
		"return [np.average([1, 2, 3], weights=[1, 1, 2]), np.average([1, 3])]":          {2.25, 2},
		"return np.average([[1, 2], [3, 6]], axis=0, weights=[1, 3])":                    {2.5, 5},
		"return np.average([[1, 2], [3, 6]], axis=1, weights=[1, 3])":                    {1.75, 5.25},
		"return [np.deg2rad(180), np.degrees(np.pi / 2)]":                                {math.Pi, 90},
		"return np.linalg.matrix_power([[1, 1], [0, 1]], 3)":                             {1, 3, 0, 1},
		"return sorted(np.random.permutation(3))":                                        {0, 1, 2},
		// Of a small covariance near its mean, in the direction in which it is large.
		"v = np.random.multivariate_normal([1, 2], [[1e-12, 0], [0, 1e-12]], size=3)\n" +
			"return np.round(v, 3)": {1, 2, 1, 2, 1, 2},
		"return eigenvalues([[0, -1], [1, 0]])":                             {0, -1, 0, 1},
		"return cholesky([[4, 2], [2, 5]])":                                 {2, 0, 1, 2},
		"return solve([[2, 1], [1, 3]], [3, 5]) @ [1, 1]":                   {2.2},
		"return [det([[1, 2], [3, 4]]), norm([3, 4]), dot([1, 2], [3, 4])]": {-2, 5, 11},
		"return inv([[2, 0], [0, 4]]) + outer([1, 0], [0, 1])":              {0.5, 1, 0, 0.25},
		"return transpose([[1, 2]]) * diag([1, 2])[0, 0]":                   {1, 2},
	} {
		got := values(t, body)
		if len(got) != len(want) {
			t.Errorf("%s: %v", body, got)
			continue
		}
		for i := range got {
			if math.Abs(got[i]-want[i]) > 1e-6 {
				t.Errorf("%s: %v, want %v", body, got, want)
			}
		}
	}
}

// kalata is α of the α–β filter in its steady state for a tracking index λ (Kalata 1984).
func kalata(l float64) float64 {
	r := (4 + l - math.Sqrt(8*l+l*l)) / 4
	return 1 - r*r
}

// Nothing that estimates goes on for ever, or fails in another way than by a sentence.
func TestEstimationFails(t *testing.T) {
	for body, want := range map[string]string{
		"return kf([0, 0], eye(2), [1], eye(3), eye(2), [1, 0], 1)[0]":                             "guest.shape.times",
		"return kf([0, 0], eye(2), [1, 2], eye(2), eye(2), [1, 0], 1)[0]":                          "guest.shape.",
		"return ekf([0], 1, [1], lambda s: s, None, 1, lambda s: fail('no'), None, 1)[0]":          "guest.raised",
		"return ukf([0, 0], [[1, 2], [2, 1]], [1], lambda s: s, eye(2), lambda s: s[:1], 1)[0]":    "guest.array.definite",
		"return ukf([0, 0], eye(3), [1], lambda s: s, eye(2), lambda s: s[:1], 1)[0]":              "guest.shape.",
		"return gauss_newton(lambda p: fail('no'), [0])":                                           "guest.raised",
		"return gauss_newton(3, [0])":                                                              "guest.called",
		"return minimise(lambda p: fail('no'), [0])":                                               "guest.raised",
		"def loop(p):\n        while True:\n            p = p + 1\n    return minimise(loop, [0])": "guest.",
		"return solve(eye(2), [1, 2, 3])":                                                          "guest.shape.solve",
	} {
		_, err := answer("pairs = [(3, 4)]\ndef release(x):\n    " + body + "\n")
		if err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%s: %v, want %s", body, err, want)
		}
	}
	for _, body := range []string{"minimise(lambda p: 0, [0])", "minimise(lambda p: -p[0] ** 3, [0])",
		"gauss_newton(lambda p: [1], [0])", "gauss_newton(lambda p: [inf - inf], [0])",
		"minimise(lambda p: inf - inf, [0])",
		"gauss_newton(lambda p: p if p[0] > 1 else [1, 2], [1])", "gauss_newton(lambda p: [], [1])",
		"minimise(lambda p: 1, [])"} {
		if _, err := answer("pairs = [(3, 4)]\ndef release(x):\n    return " + body + "\n"); err != nil &&
			!strings.Contains(err.Error(), "guest.") {
			t.Errorf("%s: %v", body, err)
		}
	}
}

// TestEstimators: a filter and a moving horizon in a few lines estimate on the ring's records;
// without noise they come near the truth.
func TestEstimators(t *testing.T) {
	const dt = 0.5
	s := script.System{Sensors: [][2]float64{{100, 0}, {0, 100}, {-100, 0}, {0, -100}}, Start: []float64{10, 5, 2, -1},
		Spread: 1, Transition: [][]float64{{1, 0, dt, 0}, {0, 1, 0, dt}, {0, 0, 1, 0}, {0, 0, 0, 1}},
		Noise: [2]float64{0.01, 0.1}, Step: dt, Steps: 9, Reading: 1}
	var record []float64
	truth := make([][2]float64, s.Steps)
	for k := range truth {
		truth[k] = [2]float64{10.5 + 2.2*dt*float64(k), 4.8 - dt*float64(k)}
		for _, q := range s.Sensors {
			record = append(record, math.Hypot(truth[k][0]-q[0], truth[k][1]-q[1]))
		}
	}
	const head = "import numpy as np\nranges = lambda s: [np.hypot(s[0] - a, s[1] - b) for a, b in sensors]\n"
	for name, program := range map[string]string{
		"ekf": head + "A = mat(transition)\ndef estimate(y, k):\n    if k == 0:\n" +
			"        state['x'], state['P'] = vec(start), spread ** 2 * eye(4)\n" +
			"    x, P, v, S = ekf(state['x'], state['P'], y[k], lambda s: A @ s if k else s, A if k else eye(4),\n" +
			"                     1e-4 * eye(4), ranges, None, reading_sd ** 2 * eye(len(sensors)))\n" +
			"    state['x'], state['P'] = x, P\n    return x[:2]\n",
		"mhe": head + "Q = mat(sensors)\ndef estimate(y, k):\n    first = max([0, k - 4])\n" +
			"    def residual(s):\n" +
			"        far = [norm(Q - (s[:2] + (i - k) * dt * s[2:]), axis=1) - vec(y[i]) for i in range(first, k + 1)]\n" +
			"        return np.concatenate(far + [1e-3 * (s - vec(start))])\n" +
			"    return gauss_newton(residual, start)[:2].tolist()\n",
	} {
		e, err := Interpreter{}.CompileEstimator(program, s)
		if err != nil {
			t.Errorf("%s: %v", name, err)
			continue
		}
		r, err := e.Bind([2][]float64{record, record}).Fork()
		if err != nil {
			t.Fatal(err)
		}
		stream, steps := rng.New(rng.Key{Seed: 1}), 0
		err = r.Estimate(mechanism.Record, &stream, func(k int, x []float64) {
			if d := math.Hypot(x[0]-truth[k][0], x[1]-truth[k][1]); k > 3 && d > 0.1 {
				t.Errorf("%s: %v at step %d, the truth is %v", name, x, k, truth[k])
			}
			steps++
		})
		if err != nil || steps != s.Steps {
			t.Errorf("%s: %d steps, %v", name, steps, err)
		}
		took, _ := r.Pace()
		t.Logf("%s: a release takes about %.0f µs", name, took)
	}
}
