package sheet

import (
	"math"
	"reflect"
	"testing"

	"indistinct/core/lang"
)

// TestDetachAttach: the numbers come back where they were, and data of other
// charts are refused.
func TestDetachAttach(t *testing.T) {
	make := func() []Sheet {
		return []Sheet{
			{Title: lang.Verbatim("none")},
			{Charts: []Chart{
				{Series: []Series{{Name: lang.Verbatim("a"), X: []Real{1, 2}, Y: []Real{3, Real(math.Inf(1))}},
					{Name: lang.Verbatim("b"), X: []Real{4}, Lo: []Real{5}, Hi: []Real{6}, XLo: []Real{7},
						XHi: []Real{8}}}},
				{Series: []Series{{}}},
			}},
		}
	}
	sheets := make()
	data := Detach(sheets)
	if s := sheets[1].Charts[0].Series[0]; s.X != nil || s.Y != nil || s.Name != lang.Verbatim("a") {
		t.Errorf("what is left is %+v", s)
	}
	if err := Attach(sheets, data); err != nil || !reflect.DeepEqual(sheets, make()) {
		t.Errorf("%v, %+v", err, sheets)
	}
	for n := range data {
		if Attach(make(), data[:n]) == nil {
			t.Errorf("%d of %d bytes were taken", n, len(data))
		}
	}
	if Attach(make(), append(data, 0)) == nil || Attach(make()[:1], data) == nil {
		t.Error("too many bytes were taken")
	}
}

func FuzzAttach(f *testing.F) {
	f.Add([]byte{0})
	f.Fuzz(func(t *testing.T, data []byte) {
		_ = Attach([]Sheet{{Charts: []Chart{{Series: []Series{{}}}}}}, data)
	})
}
