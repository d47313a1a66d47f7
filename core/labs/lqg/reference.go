package lqg

import "indistinct/core/lab"

// Reference is the laboratory's chapter of the built-in documentation.
func (Lab) Reference() []lab.Section {
	return []lab.Section{
		{Title: "What you see", See: "The formation as it opens", Text: []string{
			"Agents move under small random pushes. Each wants to reach its own reference and to keep in shape with its neighbours. To do so, " +
				"every agent needs to know where the others are and where they want to go; so each transmits its outputs and its reference.",
			"Whoever listens in learns both. So agents add Gaussian noise before they transmit: to every output, and once to the reference. All " +
				"others steer by what they received. The strip below shows the cost so far with and without that noise, on the same random pushes.",
			"The halo round the starred agent is one standard deviation of the noise it transmits with. A second halo shows the neighbour: the same " +
				"agent, b away. While the haloes overlap nobody can tell for sure which of the two is true. Take noise away and they part: control gets " +
				"cheaper, and below the noise that the promise takes the promise is broken.",
		}},
		{Title: "What is promised", Figure: "calibrate", See: "Half the noise that the promise takes",
			Set: map[string]string{"half": "0.5", "m": "20000"}, Text: []string{
				"Agent i promises (ε, δ)-differential privacy for trajectories that differ by at most b in ℓ₂ over all time, and for references that " +
					"differ by at most b̄. The noise has standard deviation κ s₁(C) b on outputs and κ b̄ on the reference.",
				"Two calibrations are offered for κ. By default it is the least that keeps the promise: the κ at which " +
					"Φ(1/(2κ) − εκ) − e^ε Φ(−1/(2κ) − εκ) is δ. The theorem's is κ(δ, ε) = (K_δ + √(K_δ² + 2ε))/(2ε) with " +
					"K_δ = Q⁻¹(δ), which is larger: 1.907 in place of 1.333 at ε = 1 and δ = 0.05.",
				"b bounds the whole trajectory. A trajectory that differs by 0.1 m at each of 100 steps is at distance 1 from its neighbour, and the " +
					"promise for b = 0.1 says nothing about it. Noise that is promised for one step only is composed over time: after k steps the " +
					"trajectory's distance has grown by √k.",
				"Trajectory and reference are two promises. Someone who hides both at once gets both noises at once: the exact loss of the two " +
					"together is that of a Gaussian with √2 times the shift.",
			}},
		lab.SearchSection("Here that is every agent as the starred one, its trajectory moved evenly at all steps or all at the first. All ways of one length have the same exact ε under Gaussian noise, but a test sees some of them better than others; agents differ where their promises do.",
			"The search, where agent 2 promises less than agent 1", map[string]string{"pairs": "all", "ai": "1,3"}),
		{Title: "What it costs", Figure: "simulate", See: "A strong promise: ε = 0.2",
			Set: map[string]string{"eps": "0.2"}, Text: []string{
				"Without privacy the controller u = L x̂ + M g is optimal, with L = −(R + BᵀKB)⁻¹BᵀKA, M = −(R + BᵀKB)⁻¹Bᵀ, g = N Q x̄ and N = −(I − " +
					"(A + BL)ᵀ)⁻¹. With noise the Kalman filter knows less, and the cost J rises by ΔJ = tr(M₁Σ + M₂Σ̄) − tr(M₃) + tr(M₄W̄).",
				"The slides leave the matrices out. They are M₁ = K, M₂ = Q − K, M₃ = KΣ₀ + (Q − K)Σ̄₀ with Σ₀ and Σ̄₀ those of a filter without " +
					"privacy noise (M₃ = KW where C is invertible and there is no sensor noise), M₄ = QNᵀMᵀ(R + BᵀKB)MNQ. The identity tr(KΣ + (Q − K)Σ̄) = tr(KW) + tr(Lᵀ(R + BᵀKB)LΣ̄) shows what is going on: " +
					"uncertainty costs what acting on it costs.",
				"ΔJ falls steeply for small ε: in the example that opens the laboratory it is 452 at ε = 0.1, 254 at 0.2, 99 at " +
					"0.5 and 44 at 1. With the theorem's noise it is 5,915, 1,571, 291 and 87: there the first step saves more than " +
					"all that is left. That is the rule “relax any ε below one half”: strong promises are much alike in what they protect, and differ hugely in what they cost.",
			}},
		{Title: "What an eavesdropper learns", Figure: "eavesdrop", See: "Her ellipse round the starred agent",
			Text: []string{
				"She runs the same Kalman filter on the same transmissions: the ellipse around the starred agent holds it 95 % of the time. If she " +
					"can wait, a smoother does better. Differential privacy does not forbid this: it only limits how much her odds between two " +
					"adjacent trajectories can shift.",
			}},
		{Title: "Readings and misprints", Misprints: true, Text: []string{
			"The slides write N(0, κb) for noise of standard deviation κb, and √λ_max(C) where √λ_max(CᵀC), the largest singular value, is meant.",
			"The theorem's κ is sufficient, not necessary. The exact one is this laboratory's default; choose “κ(δ, ε), as in " +
				"the theorem” to reproduce the papers.",
		}},
	}
}
