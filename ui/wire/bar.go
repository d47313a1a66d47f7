package wire

// Bar is what a running task's progress bar shows: the element whose data-task is
// Task, and what stands in it.
type Bar struct {
	Task                 int64
	Fraction             float64
	Phase, Percent, Left string
}
