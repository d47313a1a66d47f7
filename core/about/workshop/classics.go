package workshop

import (
	"embed"
	"math"

	"indistinct/core/lab"
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
	// Shelf is the heading under which it stands: "" is right or wrong. Those on Digits are
	// about the representation of numbers, which is then looked at; the others are laws on
	// real numbers.
	Shelf string
}

// Digits is the shelf of programs about the representation of numbers.
const Digits = "digits"

// Program is the classic's text.
func (c Classic) Program() string { return programText(c.Name) }

// programText is the text of one of the programs.
func programText(name string) string { return lab.Program(programs, name) }

// Classics lists them, right and wrong ones side by side.
func Classics() []Classic {
	inf, unknown := math.Inf(1), math.NaN()
	return []Classic{
		{"laplace", true, 0.1, 0, 0.1, ""},
		{"laplace_halved", false, 0.1, 0, 0.2, ""},
		{"geometric", true, math.Log1p(0.125), 0, math.Log1p(0.125), ""},
		{"histogram", true, 0.1, 0, 0.1, ""},
		{"histogram_wrong", false, 0.1, 0, 10, ""},
		{"noisy_max", true, 0.1, 0, unknown, ""},
		{"noisy_max_exponential", true, 0.1, 0, 0.1, ""},
		{"noisy_max_value", false, 0.1, 0, unknown, ""},
		{"sparse_vector", true, 0.1, 0, unknown, ""},
		{"sparse_vector_2", true, 0.1, 0, unknown, ""},
		{"sparse_vector_3", false, 0.1, 0, inf, ""},
		{"sparse_vector_4", false, 0.1, 0, 0.175, ""},
		{"sparse_vector_5", false, 0.1, 0, inf, ""},
		{"rappor", true, 0.4001, 0, 8 * math.Log(0.5125/0.4875), ""},
		{"sparse_vector_numbers", true, 0.1, 0, unknown, ""},
		{"response", true, math.Log(3), 0, math.Log(3), ""},
		{"exponential", true, 1, 0, unknown, ""},
		{"gaussian_wrong", false, 1, 1e-5, unknown, ""},
		{"mean", true, 1, 0, 1, ""},
		{"mean_wrong", false, 1, 0, 10, ""},
		{"counter", true, 1, 0, 1, ""},
		{"counter_wrong", false, 1, 0, inf, ""},
		{"gdp", true, 0, 0, inf, ""},
		{"gdp_wrong", false, 0, 0, inf, ""},
		{"zcdp", true, 0, 0, inf, ""},
		{"zcdp_wrong", false, 0, 0, inf, ""},
		{"group", true, 0.5, 0, 0.5, ""},
		{"group_wrong", false, 0.5, 0, inf, ""},
		{"remembers_not", true, 1, 1e-5, unknown, ""},
		{"remembers", false, 1, 1e-5, unknown, ""},
		{"sgd_wrong", false, 1.03, 0.01, unknown, "libraries"},
		{"sgd", true, 1.03, 0.01, unknown, "libraries"},
		{"bounds_wrong", false, 1, 0, inf, "libraries"},
		{"bounds", true, 1, 0, 1, "libraries"},
		{"labels_wrong", false, 1, 0, inf, "libraries"},
		{"labels", true, 1, 0, 1, "libraries"},
		{"float_sum_wrong", false, 1, 0, unknown, "libraries"},
		{"float_sum", true, 1, 0, 1, "libraries"},
		{"seed_wrong", false, 1, 0, inf, "libraries"},
		{"seed", true, 1, 0, 1, "libraries"},
		{"composition_wrong", false, 0.2 * math.Sqrt(32), 0, 0.2 * 32, "libraries"},
		{"composition", true, 6.4*math.Tanh(0.1) + 0.2*math.Sqrt(64*math.Log(1000)), 1e-3, unknown, "libraries"},
		{"grr", true, 1, 0, 1, "local"},
		{"grr_wrong", false, 1, 0, math.Log(1 + 4*math.E/3), "local"},
		{"sue", true, 1, 0, 1, "local"},
		{"sue_wrong", false, 1, 0, math.Log(1 + math.Exp(0.5) + math.E), "local"},
		{"oue", true, 1, 0, 1, "local"},
		{"subset", true, 1, 0, 1, "local"},
		{"she", true, 1, 0, 1, "local"},
		{"the", true, 1, 0, 0.5 + math.Log((2-math.Exp(-0.165))*(2-math.Exp(-0.335))), "local"},
		{"blh", true, 1, 0, 1, "local"},
		{"olh", true, 1, 0, 1, "local"},
		{"laplace_inversion", false, 1, 1e-6, unknown, Digits},
		{"gaussian_box_muller", false, 1, 1e-6, unknown, Digits},
		{"gaussian_polar", false, 1, 1e-6, unknown, Digits},
		{"laplace_float32", false, 1, 1e-6, unknown, Digits},
		{"rounded_noise", false, 1, 1e-6, unknown, Digits},
		{"mean_precision", false, 1, 1e-6, inf, Digits},
		{"rounded_release", true, 1, 1e-6, unknown, Digits},
		{"grid_noise", true, 1, 1e-6, unknown, Digits},
		{"snapping", true, 1, 0, unknown, Digits},
		{"sketch_wrong", false, 1, 1e-6, inf, Digits},
		{"sketch", true, 1, 1e-6, 1, Digits},
		{"hadamard_wrong", false, 1, 1e-6, inf, Digits},
		{"hadamard", true, 1, 1e-6, 1, Digits},
	}
}
