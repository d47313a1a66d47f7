package mechanism

// Sample holds raw releases for the two inputs: R[input][trial*steps*dim + …].
type Sample struct {
	Steps, Dim int
	R          [2][]float64
}

// Trials returns the number of releases for one input.
func (s Sample) Trials(in Input) int { return len(s.R[in]) / (s.Steps * s.Dim) }
