package samples
import ("testing";"fmt";"indistinct/core/table";"indistinct/core/test/english")
func TestScratch(t *testing.T) {
	for _, sign := range []float64{-1, 1} {
	strong, apart, warned := 0, 0, 0
	const seeds = 400
	for seed := range uint64(seeds) {
		x := laplacePair(1000+seed, 400)
		if sign < 0 { mirrored(x) } else { for i, v := range x[0] { x[1][i] = 1 + v } }
		set := settings(0.5)
		set.Seed = seed
		j, err := JudgeFiles(rowsOf(t, x, table.Ask{}), set, nil)
		if err != nil { t.Fatal(err) }
		if j.Strong.Epsilon > .5 { strong++ }
		if j.Apart() > .5 { apart++ }
		if len(j.Warnings) > 0 { warned++ }
		if seed == 0 { for _, w := range j.Warnings { fmt.Println(english.Say(w)) } }
	}
	fmt.Println(sign, strong, apart, warned, seeds)
	}
}
