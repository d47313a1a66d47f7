package filtering

import "indistinct/core/lab"

// Reference is the laboratory's chapter of the built-in documentation.
func (Lab) Reference() []lab.Section {
	return []lab.Section{
		{Title: "What you see", See: "The road as it opens", Text: []string{
			"Vehicles on a road report their positions once a second. Each report goes through a Kalman filter that estimates the vehicle's speed, and the mean of the estimates is published: the line in the strip below the road. One vehicle is starred and stands in two places, as the record has it and as its neighbour has it; whoever sees the published line should not be able to tell which of the two was driven.",
			"The two curves beside the road are what an adversary sees at best: the law of the mean of releases that tells the two apart most, once for the record and once for its neighbour. The slider adds less or more noise than was promised, and the curves part or merge; dashed, they stand as promised.",
			"Switch the architecture: the same random numbers pass through each, so what changes is the architecture alone.",
		}},
		{Title: "Two places for the noise", Figure: "architectures", See: "As much noise as was promised",
			Set: map[string]string{"half": "1"}, Text: []string{
				"Input perturbation: each phone adds noise κρ to its own report. Nobody has to be trusted. The published mean averages the noise of n vehicles, which leaves 1/√n of it.",
				"Output perturbation: the filter sees the true reports, and noise κγ is added to what is published, where γ is the largest change that one vehicle's stream can make. For a linear filter that is ρ times its H∞ norm; for the mean of n vehicles it is ρ‖K‖_∞/n. The noise shrinks like 1/n, but whoever runs the filter must be trusted.",
				"κ(δ, ε) = (K + √(K² + 2ε))/(2ε) with K = Q⁻¹(δ) makes Gaussian noise (ε, δ)-private. It is sufficient, and how much more noise than necessary it asks for depends on the promise: 40 % at ε = ln 3 and δ = 0.05, 17 % at ε = 1 and δ = 10⁻⁵, 5 % at ε = 10 and δ = 0.05, but 273 % at ε = 0.1 and δ = 0.05. The budget calculator says it for yours, and the audit's privacy profile shows how much of the budget is left unused.",
				"Laplace noise on the result follows another gain: the sum of the magnitudes of the filter's impulse response, which is never below its H∞ norm. That sum is bounded with what is left of it, so that the noise carries the whole ε; a filter that forgets too slowly for such a bound is refused.",
			}},
		{Title: "Redesign", Figure: "follow", Text: []string{
			"A Kalman filter that knows of the noise on the reports trusts them less and does far better: in the example the error falls from 7.17 to 0.30 m/s.",
			"For noise on the result the filter can be redesigned too. The total error is the estimation error (an H₂ norm) plus κ²ρ²/n² times the squared H∞ norm of the filter: a sluggish filter needs less noise. The sum is minimised directly over both gains, from a grid over all stable filters, so that a better valley is hardly missed: an independent search over 500 settings found none.",
			"The procedure of the paper uses linear matrix inequalities with one Lyapunov matrix for both norms, which keeps the problem convex for any number of states and gives some optimality away. It is solved beside the direct search: in the example it promises 0.275 m/s and finds a filter with 0.191, where 0.178 is possible. Over the sizes of the noise that filter is worse than the best by at most about 12 %, while the promise is too high by up to 59 %. See “Two ways to redesign”.",
			"Sluggishness has a price that a steady-state error does not show: the filter follows a change of speed more slowly. See “Following a change”.",
		}},
		{Title: "Counting events", Figure: "tree", Text: []string{
			"A moving average of length l has ‖G‖₂² = 1/l and ‖G‖_∞ = 1. With n users whose whole streams are to be hidden, noise on the result beats noise on the reports if and only if n > l.",
			"When each user contributes a single event, there is a better way for a single stream: filter with G, add white noise, and undo G. The best G has |G|² proportional to |F| and the error κ²((1/2π)∫|F|)². If the stream's power is known, a Wiener filter does better still.",
			"A running count has no finite sensitivity: noise on its result is not possible with a fixed amount of noise. The binary tree publishes it with an error that grows like a power of log t, against √t for noise on each event.",
		}},
		{Title: "What the audit looks at", Text: []string{
			"The starred vehicle's two adjacent streams, over a few steps from rest. For noise on the result the release is the published mean; for noise on reports it is the vehicle's own noisy report, which is what leaves the phone. The noise of the sensors and of the road is not counted as protection, as in the theorems.",
		}},
		lab.SearchSection("Here that is every way in which a stream may differ by ρ: in the shape that shows most over the audited steps, evenly at all of them, or all at one. Whose stream it is makes no difference, since the mean takes all vehicles alike, and neither does the sign, since the noise is symmetric.",
			"The search, from a vehicle moved evenly", map[string]string{"pairs": "all", "shape": "flat"}),
	}
}
