package json_test

import (
	"bytes"
	std "encoding/json"
	"math"
	"reflect"
	"strings"
	"testing"

	"indistinct/core/film"
	"indistinct/core/json"
	"indistinct/core/lab"
	"indistinct/core/sheet"
	"indistinct/core/work"
)

type inner struct {
	Both  int
	Left  string `json:"left,omitempty"`
	Twice int    `json:"twice"`
	Same  int
}

type Other struct {
	Both  string `json:"Both"` // a tag wins
	Right []bool `json:"right"`
	Same  int    // nobody's
}

type pointed struct{ Ptr, Deep float32 }

type all struct {
	inner
	Other
	*Embedded
	Named  inner `json:"named"`
	Hidden int   `json:"-"`
	Dash   int   `json:"-,"`
	low    int
	Bool   bool               `json:"bool,omitempty"`
	I8     int8               `json:"i8,omitempty"`
	I64    int64              `json:"i64"`
	U16    uint16             `json:"u16,omitzero"`
	F32    float32            `json:"f32"`
	F64    float64            `json:"f64,omitempty"`
	Text   string             `json:"text<&>é"`
	Word   string             `json:"word"`
	Ptr    *int               `json:"ptr"`
	PtrTo  **pointed          `json:"ptrTo,omitempty"`
	List   []all              `json:"list,omitempty"`
	Array  [3]uint8           `json:"array"`
	Empty  [0]int             `json:"empty,omitempty"`
	Map    map[string]float64 `json:"map"`
	Deep   map[string][]inner `json:"deep,omitempty"`
	Any    any                `json:"-"`
	Raw    json.RawMessage    `json:"raw,omitempty"`
	Real   sheet.Real         `json:"real"`
	Reals  []*sheet.Real      `json:"reals"`
	Floats film.Floats        `json:"floats,omitempty"`
	Chunk  work.Chunk         `json:"chunk,omitzero"`
}

type Embedded struct {
	Far *pointed
}

type escaped struct{}

func (escaped) MarshalJSON() ([]byte, error) {
	return []byte("{ \"a\\\"<b>\" : [1 , 2.5e-7,\t\"\u2028 &\u2029\u203f\" ]\n}"), nil
}

type byPointer struct{ n int }

func (*byPointer) MarshalJSON() ([]byte, error) { return []byte("[7]"), nil }

func values() []any {
	one, half := 1, sheet.Real(0.5)
	p := &pointed{1e-7, 3.4e38}
	a := all{
		inner: inner{1, "l", 2, 3}, Other: Other{"b", []bool{true}, 3}, Embedded: &Embedded{Far: p},
		Text: "\"\\\b\f\n\r\t\x00\x1f\x7f<>&\u2028\u2029é∞😀\xff\xc0\xaf", Word: "\xed\xa0\x80",
		Ptr: &one, PtrTo: &p, List: []all{{}, {Bool: true}}, Map: map[string]float64{"b": 1, "a": -0.0, "<": 1e21, "": 1e-6},
		Deep: map[string][]inner{"x": nil, "y": {{}}}, Raw: json.RawMessage(` {"a" : [ 1 ] } `), Real: sheet.Real(math.Inf(-1)),
		Reals: []*sheet.Real{nil, &half}, Floats: film.Floats{1, 0.1, -1e9, 1e-9}, Chunk: work.Chunk{Phase: 1}, F32: 16777216, F64: 1e100,
	}
	out := []any{a, &a, []all{a}, map[string]any{"x": a, "n": nil, "s": []any{1, "x", 2.5, uint8(3)}}, all{}, (*all)(nil), nil,
		escaped{}, []escaped{{}}, map[string]escaped{"k": {}}, byPointer{}, &byPointer{}, []byPointer{{}}, [2]byPointer{}, struct{ B byPointer }{}, struct{ B *byPointer }{},
		"plain", 'x', int8(-3), uint64(math.MaxUint64), int64(math.MinInt64), true, [0]int{}, []int(nil), []int{}, map[string]int(nil)}
	for _, f := range []float64{0, math.Copysign(0, -1), 1, 0.1, 1e20, 1e21, 123456789e12, 1e-6, 9.99e-7, 1e-7, 1e-10, 1e-300, 5e-324, math.MaxFloat64, math.Pi, 1 << 53} {
		out = append(out, f, -f, float32(f))
	}
	return out
}

func TestMarshalLikeEncodingJSON(t *testing.T) {
	for _, v := range values() {
		want, err1 := std.Marshal(v)
		got, err2 := json.Marshal(v)
		if (err1 == nil) != (err2 == nil) || !bytes.Equal(got, want) {
			t.Errorf("%T:\n%s, %v\nwant\n%s, %v", v, got, err2, want, err1)
		}
		if err1 != nil || v == nil {
			continue
		}
		both(t, want, reflect.TypeOf(v))
	}
}

// both reads data with both packages and compares.
func both(t *testing.T, data []byte, typ reflect.Type) {
	t.Helper()
	if typ.Kind() == reflect.Map && typ.Elem().Kind() == reflect.Interface || strings.Contains(typ.String(), "escaped") || strings.Contains(typ.String(), "yPointer") {
		return
	}
	a, b := reflect.New(typ), reflect.New(typ)
	err1 := std.Unmarshal(data, a.Interface())
	err2 := json.Unmarshal(data, b.Interface())
	if (err1 == nil) != (err2 == nil) {
		t.Fatalf("%s as %s: %v; want %v", data, typ, err2, err1)
	}
	if err1 == nil && !reflect.DeepEqual(a.Interface(), b.Interface()) {
		again1, _ := std.Marshal(a.Interface())
		again2, _ := json.Marshal(b.Interface())
		if bytes.Equal(again1, again2) && bytes.Contains(again1, []byte("NaN")) {
			return // NaN is not equal to itself
		}
		t.Fatalf("%s as %s:\n%s\nwant\n%s", data, typ, again2, again1)
	}
}

func TestRefused(t *testing.T) {
	for _, v := range []any{math.NaN(), float32(math.Inf(1)), func() {}, []byte("x"), map[int]int{}, make(chan int), 1i, struct {
		A int `json:",string"`
	}{}} {
		if b, err := json.Marshal(v); err == nil {
			t.Errorf("%T was written as %s", v, b)
		}
	}
	loop := []any{nil}
	loop[0] = loop
	if _, err := json.Marshal(loop); err == nil {
		t.Error("an endless list was written")
	}
	var x any
	for _, to := range []any{nil, 1, (*int)(nil), &x, new([]byte)} {
		if err := json.Unmarshal([]byte("[1]"), to); err == nil {
			t.Errorf("%T was read", to)
		}
	}
	for _, data := range []string{strings.Repeat("[", 10001) + strings.Repeat("]", 10001), `{"a":` + strings.Repeat("[", 10000)} {
		if err := json.Unmarshal([]byte(data), new(all)); err == nil || !strings.Contains(err.Error(), "nested") {
			t.Errorf("deep nesting: %v", err)
		}
	}
	for data, want := range map[string]string{
		`{"i64": "x"}`:   `json: a string cannot be read as int64`,
		`{"i64": 1.5}`:   `json: a number 1.5 cannot be read as int64`,
		`{"i64": 1`:      `json: the text ends in the middle of a value`,
		`{"i64": 1]`:     `json: ']' is out of place at byte 9`,
		`{"array": {} }`: `json: an object cannot be read as [3]uint8`,
	} {
		if err := json.Unmarshal([]byte(data), new(all)); err == nil || err.Error() != want {
			t.Errorf("%s: %v; want %s", data, err, want)
		}
	}
}

// TestProject holds the project's own types against encoding/json.
func TestProject(t *testing.T) {
	half := sheet.Real(math.Inf(1))
	sh := sheet.Sheet{Title: "t", Lead: "≤ & <", Charts: []sheet.Chart{{ID: "c", X: sheet.Axis{Log: true, Min: 1}, Series: []sheet.Series{{Name: "s", Style: sheet.Bars, X: sheet.Reals([]float64{1, 0.1, math.NaN()})}}}},
		Tables: []sheet.Table{{Columns: []string{"a"}, Rows: [][]sheet.Cell{{sheet.Text("x"), sheet.Number(1e-9, 3), {Num: &half}}}}}, Found: []byte(`{"s":1}`)}
	r := lab.Report{Program: "indistinct", Version: 1, Facts: []lab.Fact{{Name: "n", Value: sheet.Number(2, 2), Key: true}}, Sheet: sh, Distance: 3}
	f := picture(20)
	for _, v := range []any{sh, r, *f, work.Phase{Name: "p", Weight: 0.25}, work.Chunk{First: 1 << 60}, lab.Look{Sheets: []sheet.Sheet{sh}}} {
		want, err := std.Marshal(v)
		got, err2 := json.Marshal(v)
		if err != nil || err2 != nil || !bytes.Equal(got, want) {
			t.Errorf("%T:\n%s, %v\nwant\n%s, %v", v, got, err2, want, err)
			continue
		}
		both(t, want, reflect.TypeOf(v))
	}
}

func FuzzUnmarshal(f *testing.F) {
	for _, v := range values() {
		if b, err := std.Marshal(v); err == nil {
			f.Add(b)
		}
	}
	for _, s := range []string{"", " ", "null", "nul", "{}", "[]", "[1,]", `{"a":1,}`, "01", "-", "1e", "1.", `"\u12"`, `"\ud83d\ude00\ud83dx\udc00"`, `{"PTR":null,"raw":null,"map":null}`, `{"word":"\/\b"}`, "\xef\xbb\xbf{}", `{"list":[{"i64":1}],"list":[{"i8":2}]}`, `{"array":[1,2,3,4],"array":[5]}`, `{"i8":128}`, `{"f32":1e39}`, `{"u16":-1}`} {
		f.Add([]byte(s))
	}
	f.Fuzz(func(t *testing.T, data []byte) {
		if bytes.ContainsAny(data, "ſK") || bytes.Contains(data, []byte(`\u`)) && bytes.ContainsAny(data, "17") && bytes.Contains(data, []byte("212a")) {
			return // letters that fold to s and k
		}
		both(t, data, reflect.TypeFor[all]())
		both(t, data, reflect.TypeFor[map[string]json.RawMessage]())
		both(t, data, reflect.TypeFor[string]())
		both(t, data, reflect.TypeFor[[]float64]())
		var a, b all
		if std.Unmarshal(data, &a) == nil && json.Unmarshal(data, &b) == nil {
			x, err1 := std.Marshal(a)
			y, err2 := json.Marshal(b)
			if !bytes.Equal(x, y) || (err1 == nil) != (err2 == nil) {
				t.Errorf("%s:\n%s %v\nwant\n%s %v", data, y, err2, x, err1)
			}
		}
	})
}

func FuzzString(f *testing.F) {
	f.Add("<a href=\"x\">\u2028 é\xff")
	f.Fuzz(func(t *testing.T, s string) {
		v := map[string]string{s: s}
		want, err := std.Marshal(v)
		got, err2 := json.Marshal(v)
		if err != nil || err2 != nil || !bytes.Equal(got, want) {
			t.Errorf("%q: %s %v; want %s %v", s, got, err2, want, err)
		}
	})
}

// picture is a film of about 15 kB for each step.
func picture(steps int) *film.Film {
	f := &film.Film{Steps: steps, Rate: 2, Alt: "A film."}
	var data film.Floats
	for i := range steps * 2000 {
		data = append(data, float32(math.Sin(float64(i))))
	}
	f.Views = []film.View{{Name: "v", Place: film.Main, Layers: []film.Layer{{Name: "l", Kind: film.Dots, Moving: true, Data: data}, {Kind: film.Words, Text: []string{"a", "b"}}}}}
	return f
}

func BenchmarkFilm(b *testing.B) {
	f := picture(15)
	data, err := json.Marshal(f)
	if err != nil {
		b.Fatal(err)
	}
	sheets := lab.Look{}
	for range 10 {
		sheets.Sheets = append(sheets.Sheets, sheet.Sheet{Charts: []sheet.Chart{{Series: []sheet.Series{{X: sheet.Reals(make([]float64, 300)), Y: sheet.Reals(make([]float64, 300))}}}}})
	}
	look, _ := json.Marshal(sheets)
	for _, p := range []struct {
		name      string
		marshal   func(any) ([]byte, error)
		unmarshal func([]byte, any) error
	}{{"this", json.Marshal, json.Unmarshal}, {"encoding", std.Marshal, std.Unmarshal}} {
		b.Run("write film/"+p.name, func(b *testing.B) {
			b.SetBytes(int64(len(data)))
			for b.Loop() {
				p.marshal(f)
			}
		})
		b.Run("read film/"+p.name, func(b *testing.B) {
			b.SetBytes(int64(len(data)))
			for b.Loop() {
				p.unmarshal(data, new(film.Film))
			}
		})
		b.Run("write sheets/"+p.name, func(b *testing.B) {
			for b.Loop() {
				p.marshal(sheets)
			}
		})
		b.Run("read sheets/"+p.name, func(b *testing.B) {
			for b.Loop() {
				p.unmarshal(look, new(lab.Look))
			}
		})
		b.Run("message/"+p.name, func(b *testing.B) {
			for b.Loop() {
				m, _ := p.marshal(work.Phase{Name: "x", Trials: 1000})
				p.unmarshal(m, new(work.Phase))
			}
		})
	}
}
