package sheet

import (
	"encoding/binary"
	"errors"
	"math"
)

// lists calls f with the numbers of every series, in a fixed order.
func lists(sheets []Sheet, f func(list *[]Real)) {
	for i := range sheets {
		for j := range sheets[i].Charts {
			for k := range sheets[i].Charts[j].Series {
				s := &sheets[i].Charts[j].Series[k]
				for _, list := range []*[]Real{&s.X, &s.Y, &s.Lo, &s.Hi, &s.XLo, &s.XHi} {
					f(list)
				}
			}
		}
	}
}

// Detach takes the numbers of all series out of sheets: of each list its length,
// then eight bytes a number. What is left is quickly written and read as JSON.
func Detach(sheets []Sheet) []byte {
	var out []byte
	lists(sheets, func(list *[]Real) {
		out = binary.AppendUvarint(out, uint64(len(*list)))
		for _, v := range *list {
			out = binary.LittleEndian.AppendUint64(out, math.Float64bits(float64(v)))
		}
		*list = nil
	})
	return out
}

// Attach puts back what Detach took.
func Attach(sheets []Sheet, data []byte) error {
	bad := false
	lists(sheets, func(list *[]Real) {
		n, size := binary.Uvarint(data)
		if bad = bad || size <= 0 || n > uint64(len(data)-size)/8; bad || n == 0 {
			data = data[max(size, 0):]
			return
		}
		v := make([]Real, n)
		for i := range v {
			v[i] = Real(math.Float64frombits(binary.LittleEndian.Uint64(data[size+8*i:])))
		}
		*list, data = v, data[size+8*len(v):]
	})
	if bad || len(data) > 0 {
		return errors.New("the numbers belong to other charts")
	}
	return nil
}
