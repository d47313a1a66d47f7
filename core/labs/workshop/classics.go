package workshop

import (
	"embed"
	"math"
)

//go:embed programs/*.star
var programs embed.FS

// Classic is a published mechanism, right or wrong, as a program to read and to
// change: the preset of its name, which says where it was published.
type Classic struct {
	Name  string // in links and file names
	Right bool
	Claim float64 // the ε that it claims, and δ
	Delta float64
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

// Classics lists them, right and wrong ones side by side.
func Classics() []Classic {
	inf, unknown := math.Inf(1), math.NaN()
	return []Classic{
		{"laplace", true, 0.1, 0, 0.1},
		{"geometric", true, math.Log1p(0.125), 0, math.Log1p(0.125)},
		{"histogram", true, 0.1, 0, 0.1},
		{"histogram_wrong", false, 0.1, 0, 10},
		{"noisy_max", true, 0.1, 0, unknown},
		{"noisy_max_exponential", true, 0.1, 0, 0.1},
		{"noisy_max_value", false, 0.1, 0, unknown},
		{"sparse_vector", true, 0.1, 0, unknown},
		{"sparse_vector_2", true, 0.1, 0, unknown},
		{"sparse_vector_3", false, 0.1, 0, inf},
		{"sparse_vector_4", false, 0.1, 0, 0.175},
		{"sparse_vector_5", false, 0.1, 0, inf},
		{"rappor", true, 0.4001, 0, 8 * math.Log(0.5125/0.4875)},
		{"sparse_vector_numbers", true, 0.1, 0, unknown},
		{"response", true, math.Log(3), 0, math.Log(3)},
		{"exponential", true, 1, 0, unknown},
		{"gaussian_wrong", false, 1, 1e-5, unknown},
		{"mean", true, 1, 0, 1},
		{"mean_wrong", false, 1, 0, 10},
		{"counter", true, 1, 0, 1},
		{"counter_wrong", false, 1, 0, inf},
	}
}
