package mechanism

// Sample holds raw releases for the two inputs: R[input][trial*steps*dim + …].
type Sample struct {
	Steps, Dim int
	R          [2][]float64
}

// Width returns how many numbers, or cells, a release has.
func (s Sample) Width() int { return s.Steps * s.Dim }

// Row returns a release.
func (s Sample) Row(in, i int) []float64 {
	w := s.Width()
	return s.R[in][i*w : (i+1)*w]
}

// Trials returns the number of releases for one input.
func (s Sample) Trials(in Input) int { return len(s.R[in]) / s.Width() }

// Count returns the number of releases that there are for both inputs: 0 where a
// release has no width.
func (s Sample) Count() int {
	if s.Width() == 0 {
		return 0
	}
	return min(s.Trials(Record), s.Trials(Adjacent))
}
