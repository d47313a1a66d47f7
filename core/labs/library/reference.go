package library

import "indistinct/core/lab"

// Reference is the laboratory's chapter of the built-in documentation.
func (Lab) Reference() []lab.Section {
	return []lab.Section{
		{Title: "What is tested", See: "Told half the sensitivity", Set: map[string]string{"scale": "0.5"},
			Text: []string{
				"The library adds noise to a number when it is told the number's sensitivity, ε and δ. Here the number is the mean of n values that are " +
					"first clamped to bounds; one person's value moves it by at most (upper − lower)/n. The record holds the lower bound for the starred " +
					"person, its neighbour the upper one.",
				"The test sees nothing but the library's output. At the true sensitivity it should find no violation; told half of it, the library adds half " +
					"the noise, the true ε of Laplace noise doubles (that of Gaussian noise at its δ more than doubles), and the test should say so.",
			}},
		{Title: "What is the library's and what is ours", See: "Its Gaussian noise",
			Set: map[string]string{"law": string(Gauss)}, Text: []string{
				"The noise is drawn by the library's own code, untouched. It takes its random bytes from the system's secure generator; while it draws for a " +
					"test, that generator is replaced by the trial's own stream, so that a test can be repeated with the same numbers. That is right for a " +
					"test and would be wrong for a release.",
				"The exact profile that is shown is that of the continuous laws. The library rounds its noise to a fine grid on purpose, to close an attack on " +
					"floating-point noise; that changes the profile by less than can be drawn.",
			}},
	}
}
