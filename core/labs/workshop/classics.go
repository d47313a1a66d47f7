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
		{"laplace", "Laplace", sayAboutLaplace, "Dwork, McSherry, Nissim & Smith 2006", true, 0.1, 0, 0.1},
		{"geometric", "Truncated geometric", sayAboutTruncatedGeometric, "Balcer & Vadhan 2018, GeoSample", true,
			math.Log1p(0.125), 0, math.Log1p(0.125)},
		{"histogram", "Noisy histogram", sayAboutHistogram, "Dwork, McSherry, Nissim & Smith 2006", true, 0.1, 0, 0.1},
		{"histogram_wrong", "Noisy histogram, scale inverted", sayAboutHistogramWrong, ding, false, 0.1, 0, 10},
		{"noisy_max", "Report noisy max", sayAboutNoisyMax, "Dwork & Roth 2014, section 3.3", true, 0.1, 0, unknown},
		{"noisy_max_exponential", "Report noisy max, exponential noise", sayAboutNoisyMaxExponential,
			ding + ", algorithm 2", true, 0.1, 0, 0.1},
		{"noisy_max_value", "Noisy max, value released", sayAboutNoisyMaxValue, ding + ", algorithm 3", false, 0.1,
			0, unknown},
		{"sparse_vector", "Sparse vector", sayAboutSparseVector, lyu + ", algorithm 1", true, 0.1, 0, unknown},
		{"sparse_vector_2", "Sparse vector, threshold drawn again", sayAboutSparseVector2, lyu + ", algorithm 2", true,
			0.1, 0, unknown},
		{"sparse_vector_3", "Sparse vector, noisy answer released", sayAboutSparseVector3, lyu + ", algorithm 3", false,
			0.1, 0, inf},
		{"sparse_vector_4", "Sparse vector, too little noise", sayAboutSparseVector4, lyu + ", algorithm 4", false,
			0.1, 0, 0.175},
		{"sparse_vector_5", "Sparse vector, answers without noise", sayAboutSparseVector5, lyu + ", algorithm 5", false,
			0.1, 0, inf},
		{"rappor", "RAPPOR", sayAboutRappor, "Erlingsson, Pihur & Korolova 2014", true, 0.4001, 0,
			8 * math.Log(0.5125/0.4875)},
		{"sparse_vector_numbers", "Numerical sparse vector", sayAboutSparseVectorNumbers,
			"Wang, Ding, Wang, Kifer & Zhang 2019", true, 0.1, 0, unknown},
		{"response", "Randomised response", sayAboutResponse, "Warner 1965", true, math.Log(3), 0, math.Log(3)},
		{"exponential", "Exponential mechanism", sayAboutExponential, "McSherry & Talwar 2007", true, 1, 0, unknown},
		{"gaussian_wrong", "Gaussian, wrong scale", sayAboutGaussianWrong, "scale by Balle & Wang 2018", false, 1,
			1e-5, unknown},
		{"mean", "Bounded mean", sayAboutMean, "Dwork, McSherry, Nissim & Smith 2006", true, 1, 0, 1},
		{"mean_wrong", "Bounded mean, clamp forgotten", sayAboutMeanWrong, sayCommonMistake, false, 1, 0, 10},
		{"counter", "Running count", sayAboutCounter, "Dwork, Naor, Pitassi & Rothblum 2010", true, 1, 0, 1},
		{"counter_wrong", "Running count, noise reused", sayAboutCounterWrong, sayCommonMistake, false, 1, 0, inf},
	}
}
