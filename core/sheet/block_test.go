package sheet

import (
	"math"
	"reflect"
	"testing"

	"indistinct/core/lang"
)

// charts are sheets with series of all kinds, as a value that is packed.
type charts struct{ Sheets []Sheet }

func (c *charts) arrays(do func(*[]Real)) { EachArray(c.Sheets, do) }

// pack takes the numbers out of c.
func pack(c *charts) ([]byte, error) {
	return Pack("TEST", c, func(do func(*[]Real)) {
		c.arrays(func(list *[]Real) {
			do(list)
			*list = nil
		})
	})
}

func someCharts() *charts {
	return &charts{[]Sheet{
		{Title: lang.Verbatim("none")},
		{Charts: []Chart{
			{Series: []Series{{Name: lang.Verbatim("a"), X: []Real{1, 2}, Y: []Real{3, Real(math.Inf(1))}},
				{Name: lang.Verbatim("b"), X: []Real{4}, Lo: []Real{5}, Hi: []Real{6}, XLo: []Real{7},
					XHi: []Real{8}}}},
			{Series: []Series{{}}},
		}},
	}}
}

// TestBlock: the numbers come back where they were, are not in the head, and other bytes
// are refused.
func TestBlock(t *testing.T) {
	c := someCharts()
	data, err := pack(c)
	if s := c.Sheets[1].Charts[0].Series[0]; err != nil || s.X != nil || s.Y != nil || s.Name != lang.Verbatim("a") {
		t.Errorf("what is left is %+v, %v", s, err)
	}
	var got charts
	if err := Unpack("TEST", data, &got, got.arrays); err != nil || !reflect.DeepEqual(&got, someCharts()) {
		t.Errorf("%v, %+v", err, got)
	}
	for n := range data {
		if Unpack("TEST", data[:n], &got, got.arrays) == nil {
			t.Errorf("%d of %d bytes were taken", n, len(data))
		}
	}
	if Unpack("TEST", append(data, 0), &got, got.arrays) == nil || Unpack("FILM", data, &got, got.arrays) == nil {
		t.Error("too many bytes or another block were taken")
	}
}

// TestBlockWithoutNumbers: a block that is all head comes back as well.
func TestBlockWithoutNumbers(t *testing.T) {
	want := &charts{[]Sheet{{Title: lang.Verbatim("none")}}}
	data, err := pack(&charts{[]Sheet{{Title: lang.Verbatim("none")}}})
	var got charts
	if err != nil || Unpack("TEST", data, &got, got.arrays) != nil || !reflect.DeepEqual(&got, want) {
		t.Errorf("%v, %+v", err, got)
	}
}

func FuzzUnpack(f *testing.F) {
	data, _ := pack(someCharts())
	f.Add(data)
	f.Fuzz(func(t *testing.T, data []byte) {
		var c charts
		_ = Unpack("TEST", data, &c, c.arrays)
	})
}
