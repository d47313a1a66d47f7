package workshop

import (
	"embed"
	"math"
)

//go:embed programs/*.star
var programs embed.FS

// Classic is a published mechanism, right or wrong, as a program to read and to
// change.
type Classic struct {
	Name   string // in links and file names
	Title  string
	Note   string // two sentences: whether it is right, and why
	Source string
	Right  bool
	Claim  float64 // the ε that it claims, and δ
	Delta  float64
	// Epsilon is the true ε over all neighbouring inputs at the claim's δ: +Inf
	// where none holds, NaN where it is not known exactly.
	Epsilon float64
}

// Program is the classic's text.
func (c Classic) Program() string {
	text, err := programs.ReadFile("programs/" + c.Name + ".star")
	if err != nil {
		panic(err) // a name without a file
	}
	return string(text)
}

const (
	ding = "Ding, Wang, Wang, Zhang & Kifer 2018"
	lyu  = "Lyu, Su & Li 2017"
)

// Classics lists them, right and wrong ones side by side.
func Classics() []Classic {
	inf, unknown := math.Inf(1), math.NaN()
	return []Classic{
		{"laplace", "Laplace", "Right: noise of scale 1/ε on a count that one person changes by 1. The ratio of the two densities is never above e^ε, and reaches it in both tails.", "Dwork, McSherry, Nissim & Smith 2006", true, 0.1, 0, 0.1},
		{"geometric", "Truncated geometric", "Right for the ε that it computes, which is above the 0.1 that was asked for: the scale is rounded to a power of two. It uses whole numbers alone, so no rounding can leak.", "Balcer & Vadhan 2018, GeoSample", true, math.Log1p(0.125), 0, math.Log1p(0.125)},
		{"histogram", "Noisy histogram", "Right: one person is in one bin, so each bin may spend the whole ε. Bins share nothing.", "Dwork, McSherry, Nissim & Smith 2006", true, 0.1, 0, 0.1},
		{"histogram_wrong", "Noisy histogram, scale inverted", "Wrong: the noise has scale ε in place of 1/ε. The true ε is 10, a hundred times the claim.", ding, false, 0.1, 0, 10},
		{"noisy_max", "Report noisy max", "Right: only the index of the largest noisy answer is released. The noise of the others hides how near they were.", "Dwork & Roth 2014, section 3.3", true, 0.1, 0, unknown},
		{"noisy_max_exponential", "Report noisy max, exponential noise", "Right: one-sided noise of the same scale also does, and is more accurate. It loses exactly ε.", ding + ", algorithm 2", true, 0.1, 0, 0.1},
		{"noisy_max_value", "Noisy max, value released", "Wrong: the largest noisy answer is released, not its index. All answers may move together, and the value tells it.", ding + ", algorithm 3", false, 0.1, 0, unknown},
		{"sparse_vector", "Sparse vector", "Right: noise on the threshold and on every answer, and a stop after the first one above. Any number of answers below costs nothing more.", lyu + ", algorithm 1", true, 0.1, 0, unknown},
		{"sparse_vector_2", "Sparse vector, threshold drawn again", "Right: the threshold gets new noise after each answer above it. It needs more noise for the same promise.", lyu + ", algorithm 2", true, 0.1, 0, unknown},
		{"sparse_vector_3", "Sparse vector, noisy answer released", "Wrong: the noisy answer that was compared is released, so everyone learns that the threshold lies below it. No ε holds for every number of answers.", lyu + ", algorithm 3", false, 0.1, 0, inf},
		{"sparse_vector_4", "Sparse vector, too little noise", "Wrong: the answers' noise ignores that both sides of the comparison move. The true ε is (1 + 6c)/4 of the claim, here 0.175.", lyu + ", algorithm 4", false, 0.1, 0, 0.175},
		{"sparse_vector_5", "Sparse vector, answers without noise", "Wrong: answers without noise show their order around the threshold exactly. Some outputs are possible for one input and impossible for its neighbour.", lyu + ", algorithm 5", false, 0.1, 0, inf},
		{"rappor", "RAPPOR", "Right for ε = 0.4: eight bits differ, and each report of a bit tells 0.05. The best event asks for all eight at once and is rare.", "Erlingsson, Pihur & Korolova 2014", true, 0.4, 0, 8 * math.Log(0.5125/0.4875)},
		{"sparse_vector_numbers", "Numerical sparse vector", "Right: the answers that are released get noise of their own, drawn again. The budget is shared between choosing and releasing.", "Wang, Ding, Wang, Kifer & Zhang 2019", true, 0.1, 0, unknown},
		{"response", "Randomised response", "Right: the answer is true with probability 3/4. The two answers' odds differ by exactly 3, so ε = ln 3.", "Warner 1965", true, math.Log(3), 0, math.Log(3)},
		{"exponential", "Exponential mechanism", "Right: candidates win with probability in proportion to e^{ε·score/2}. When all scores may change at once, up or down, that loses at most ε.", "McSherry & Talwar 2007", true, 1, 0, unknown},
		{"gaussian_wrong", "Gaussian, wrong scale", "Wrong: the noise would do for ε = 2. At the claimed ε = 1 the true δ is more than a hundred times the claimed one.", "scale by Balle & Wang 2018", false, 1, 1e-5, unknown},
		{"mean", "Bounded mean", "Right: every value is clamped before it is added. One person can move the mean by a tenth of the range and no further.", "Dwork, McSherry, Nissim & Smith 2006", true, 1, 0, 1},
		{"mean_wrong", "Bounded mean, clamp forgotten", "Wrong: the noise fits the bounds, but nothing keeps values inside them. A single 1000 moves the mean ten times too far.", "a common mistake", false, 1, 0, 10},
		{"counter", "Running count", "Right: each day's increment has its own noise, and the released sums only add them up. One person is in one increment.", "Dwork, Naor, Pitassi & Rothblum 2010", true, 1, 0, 1},
		{"counter_wrong", "Running count, noise reused", "Wrong: the same draw is added every day. The difference of two days has no noise left and shows the arrivals exactly.", "a common mistake", false, 1, 0, inf},
	}
}
