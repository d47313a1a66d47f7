package say_test

import (
	"fmt"
	"reflect"
	"testing"

	"indistinct/ui/stage/say"
)

func TestObjectsHoldWhatTheirTypeUses(t *testing.T) {
	for _, c := range []struct {
		got, want map[string]any
	}{
		{say.Object(say.ToScene{Type: say.Film, KeepTime: true}), map[string]any{"type": "film", "keepTime": true}},
		{say.Object(say.ToScene{Type: say.Play}), map[string]any{"type": "play"}},
		{say.Object(say.ToScene{Type: say.Step, By: -1}), map[string]any{"type": "step", "by": -1.0}},
		{say.Object(say.ToScene{Type: say.Seek, At: 2.5}), map[string]any{"type": "seek", "at": 2.5}},
		{say.Object(say.ToScene{Type: say.Theme, Name: "dark"}), map[string]any{"type": "theme", "name": "dark"}},
		{say.Object(say.ToScene{Type: say.Language, Name: "de"}), map[string]any{"type": "language", "name": "de"}},
		{say.Object(say.ToScene{Type: say.Motion, Reduced: true}), map[string]any{"type": "motion", "reduced": true}},
		{say.Object(say.FromScene{Type: say.Ready}), map[string]any{"type": "ready"}},
		{say.Object(say.FromScene{Type: say.Error, Text: "No."}), map[string]any{"type": "error", "text": "No."}},
		{say.Object(say.FromScene{Type: say.Pick, Handle: "star", View: 2, X: 1, Y: 2}),
			map[string]any{"type": "pick", "handle": "star", "view": 2.0, "x": 1.0, "y": 2.0}},
		{say.Object(say.FromScene{Type: say.Time, At: 1.5, Steps: 9, Playing: true, Clock: "k = 1"}),
			map[string]any{"type": "time", "at": 1.5, "steps": 9.0, "playing": true, "clock": "k = 1"}},
	} {
		if !reflect.DeepEqual(c.got, c.want) {
			t.Errorf("got %v, want %v", c.got, c.want)
		}
	}
}

func ExampleObject() {
	fmt.Println(say.Object(say.FromScene{Type: say.Drag, Handle: "star", View: 1, X: 3, Y: 4, Phase: say.DragStart}))
	// Output: map[handle:star phase:start type:drag view:1 x:3 y:4]
}
