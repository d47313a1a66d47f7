package say_test

import (
	"fmt"
	"math"
	"testing"

	"indistinct/ui/stage/say"
)

func TestObjectsHoldWhatTheirTypeUses(t *testing.T) {
	for _, c := range []struct{ got, want string }{
		{say.JSON(say.ToScene{Type: say.Film, KeepTime: true}), `{"type":"film","keepTime":true}`},
		{say.JSON(say.ToScene{Type: say.Play}), `{"type":"play"}`},
		{say.JSON(say.ToScene{Type: say.Step, By: -1}), `{"type":"step","by":-1}`},
		{say.JSON(say.ToScene{Type: say.Seek, At: 2.5}), `{"type":"seek","at":2.5}`},
		{say.JSON(say.ToScene{Type: say.Look, Theme: "dark", Language: "de", Reduced: true, Scale: 1.5}),
			`{"type":"look","theme":"dark","language":"de","reduced":true,"scale":1.5}`},
		{say.JSON(say.FromScene{Type: say.Ready}), `{"type":"ready"}`},
		{say.JSON(say.FromScene{Type: say.Error, Text: "No."}), `{"type":"error","text":"No."}`},
		{say.JSON(say.FromScene{Type: say.Pick, Handle: "star", View: 2, X: 1, Y: 2}),
			`{"type":"pick","handle":"star","view":2,"x":1,"y":2}`},
		{say.JSON(say.FromScene{Type: say.Time, At: 1.5, Steps: 9, Playing: true, Clock: "k = 1"}),
			`{"type":"time","at":1.5,"steps":9,"playing":true,"clock":"k = 1"}`},
		{say.JSON(say.ToScene{Type: say.Seek, At: math.NaN()}), `{}`},
	} {
		if c.got != c.want {
			t.Errorf("got %v, want %v", c.got, c.want)
		}
	}
}

func ExampleJSON() {
	fmt.Println(say.JSON(say.FromScene{Type: say.Drag, Handle: "star", View: 1, X: 3, Y: 4, Ended: true}))
	// Output: {"type":"drag","handle":"star","view":1,"x":3,"y":4,"ended":true}
}
