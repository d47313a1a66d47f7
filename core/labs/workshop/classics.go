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
	Claim float64 // the ε that it claims, and δ; 0 where it claims μ or ρ
	Delta float64
	// Epsilon is the true ε over all neighbouring inputs at the claim's δ: +Inf
	// where none holds, NaN where it is not known exactly.
	Epsilon float64
	// Digits says that it is about the representation of numbers, which is then looked
	// at; the others were published as laws on real numbers.
	Digits bool
}

// Program is the classic's text.
func (c Classic) Program() string { return programText(c.Name) }

// programText is the text of one of the programs.
func programText(name string) string {
	text, err := programs.ReadFile("programs/" + name + ".star")
	if err != nil {
		panic(err) // a name without a file
	}
	return string(text)
}

// Classics lists them, right and wrong ones side by side.
func Classics() []Classic {
	inf, unknown := math.Inf(1), math.NaN()
	return []Classic{
		{"laplace", true, 0.1, 0, 0.1, false},
		{"laplace_halved", false, 0.1, 0, 0.2, false},
		{"geometric", true, math.Log1p(0.125), 0, math.Log1p(0.125), false},
		{"histogram", true, 0.1, 0, 0.1, false},
		{"histogram_wrong", false, 0.1, 0, 10, false},
		{"noisy_max", true, 0.1, 0, unknown, false},
		{"noisy_max_exponential", true, 0.1, 0, 0.1, false},
		{"noisy_max_value", false, 0.1, 0, unknown, false},
		{"sparse_vector", true, 0.1, 0, unknown, false},
		{"sparse_vector_2", true, 0.1, 0, unknown, false},
		{"sparse_vector_3", false, 0.1, 0, inf, false},
		{"sparse_vector_4", false, 0.1, 0, 0.175, false},
		{"sparse_vector_5", false, 0.1, 0, inf, false},
		{"rappor", true, 0.4001, 0, 8 * math.Log(0.5125/0.4875), false},
		{"sparse_vector_numbers", true, 0.1, 0, unknown, false},
		{"response", true, math.Log(3), 0, math.Log(3), false},
		{"exponential", true, 1, 0, unknown, false},
		{"gaussian_wrong", false, 1, 1e-5, unknown, false},
		{"mean", true, 1, 0, 1, false},
		{"mean_wrong", false, 1, 0, 10, false},
		{"counter", true, 1, 0, 1, false},
		{"counter_wrong", false, 1, 0, inf, false},
		{"gdp", true, 0, 0, inf, false},
		{"gdp_wrong", false, 0, 0, inf, false},
		{"zcdp", true, 0, 0, inf, false},
		{"zcdp_wrong", false, 0, 0, inf, false},
		{"group", true, 0.5, 0, 0.5, false},
		{"group_wrong", false, 0.5, 0, inf, false},
		{"remembers_not", true, 1, 1e-5, unknown, false},
		{"remembers", false, 1, 1e-5, unknown, false},
		{"laplace_inversion", false, 1, 1e-6, unknown, true},
		{"gaussian_box_muller", false, 1, 1e-6, unknown, true},
		{"gaussian_polar", false, 1, 1e-6, unknown, true},
		{"laplace_float32", false, 1, 1e-6, unknown, true},
		{"rounded_noise", false, 1, 1e-6, unknown, true},
		{"mean_precision", false, 1, 1e-6, inf, true},
		{"rounded_release", true, 1, 1e-6, unknown, true},
		{"grid_noise", true, 1, 1e-6, unknown, true},
		{"snapping", true, 1, 0, unknown, true},
	}
}
