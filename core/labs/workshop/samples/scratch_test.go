package samples
import ("testing";"fmt";"indistinct/core/privacy")
func TestScratch(t *testing.T) {
	for seed := range uint64(6) {
	text := [2][]byte{laplaces(5+seed, 0, 9000, 0), laplaces(5+seed, 1, 9000, 1)}
	set := settings(0)
	set.Claim = privacy.Claim{Notion: privacy.Concentrated, Value: 0.5}
	j, err := judgeBytes(text[0], text[1], set)
	fmt.Println(err, j.Curved.Least)
	}
}
