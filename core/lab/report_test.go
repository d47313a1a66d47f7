package lab_test

import (
	"encoding/json"
	"reflect"
	"slices"
	"testing"

	"indistinct/core/lab"
	"indistinct/core/lang"
	"indistinct/core/tell"
	"indistinct/core/test/labtest"
)

// object reads a value as JSON has it.
func object(t *testing.T, v any) map[string]any {
	t.Helper()
	data, err := json.Marshal(v)
	if err != nil {
		t.Fatal(err)
	}
	var out map[string]any
	if err := json.Unmarshal(data, &out); err != nil {
		t.Fatal(err)
	}
	return out
}

// A report of version 2 had points as objects, a chart of the bound while drawing, and
// sentences and charts in English: it is read as if it had been written today, but for
// what a laboratory had said of it.
func TestEarlierReport(t *testing.T) {
	for _, set := range [][]string{{"n", "200", "m", "300"}, {"n", "200", "m", "300", "seq", "1", "maxm", "3000"}} {
		r := labtest.Report(t, coin, labtest.Spec(t, coin, append(set, "s", "0.5", "eps", "1")...), 1)
		old := object(t, r)
		old["version"] = 2.0
		for name, of := range map[string]map[string]any{"curve": old["curve"].(map[string]any), "profile": nil} {
			if of == nil {
				of, _ = old[name].(map[string]any)
			}
			var points []any
			for k := range of {
				for i, v := range of[k].([]any) {
					if i == len(points) {
						points = append(points, map[string]any{})
					}
					points[i].(map[string]any)[k] = v
				}
			}
			if of != nil {
				old[name] = points
			}
		}
		if looks, ok := old["running"].([]any); ok {
			x, y := []any{}, []any{}
			for _, l := range looks {
				x, y = append(x, l.(map[string]any)["m"]), append(y, l.(map[string]any)["epsilon"])
			}
			old["running"] = map[string]any{"name": "bound", "x": x, "y": y}
		}
		for _, name := range []string{"power", "gamma", "maxm", "steps", "dim", "notes"} {
			delete(old, name)
		}
		old["plain"], old["precise"], old["sheet"] = "It leaks.", "It leaks.", map[string]any{"title": "Test result"}
		old["meaning"] = []string{"Said anew.", "Not looked at: much.", "One coin."}
		old["warnings"] = []string{"Beware."}
		old["facts"] = []any{map[string]any{"name": "bias", "label": "Bias",
			"value": map[string]any{"text": "0.50", "num": 0.5}}}
		data, err := json.Marshal(old)
		if err != nil {
			t.Fatal(err)
		}
		got, err := lab.UnmarshalReport(data, coin.Find, "coin")
		if err != nil {
			t.Fatal(err)
		}
		if len(got.Running) != len(r.Running) || (r.Running != nil) != r.Sequential {
			t.Errorf("%d looks, want %d", len(got.Running), len(r.Running))
		}
		if f := got.Facts[0]; said(f.Title("coin")) != "Bias" || f.Value.Say(labtest.Language()) != "0.50" {
			t.Errorf("the fact %+v", f)
		}
		if !slices.Equal(got.Notes, lang.Verbatims([]string{"One coin."})) ||
			!slices.Equal(got.Warnings, lang.Verbatims([]string{"Beware."})) {
			t.Errorf("notes %q, warnings %q", got.Notes, got.Warnings)
		}
		got.Notes, got.Warnings, got.Facts = r.Notes, r.Warnings, r.Facts
		if was, is := object(t, r), object(t, got); !reflect.DeepEqual(was, is) {
			for name := range was {
				if !reflect.DeepEqual(was[name], is[name]) {
					t.Errorf("%s is %v, want %v", name, is[name], was[name])
				}
			}
		}
		if !reflect.DeepEqual(tell.Sheet(&got.Report), tell.Sheet(&r.Report)) ||
			tell.Plain(&got.Report) != tell.Plain(&r.Report) {
			t.Error("other things are said of it")
		}
	}
}

// A report that a file has of its own making is shown or refused.
func TestOddReport(t *testing.T) {
	r := labtest.Report(t, coin, labtest.Spec(t, coin, "n", "200", "m", "300"), 1)
	for name, v := range map[string]any{"curve": map[string]any{"epsilon": []any{1, 2}, "p_exact": []any{1}},
		"profile": map[string]any{"epsilon": []any{1}}, "cover": []any{},
		"tried":   []any{map[string]any{}, map[string]any{}},
		"verdict": "?", "claimed_by": "the program", "strong": map[string]any{}, "power": nil, "m": 0} {
		odd := object(t, r)
		odd[name] = v
		for _, version := range []float64{1, 2, 3} {
			odd["version"] = version
			data, err := json.Marshal(odd)
			if err != nil {
				t.Fatal(err)
			}
			if got, err := lab.UnmarshalReport(data, coin.Find, "coin"); err == nil {
				tell.Sheet(&got.Report)
				tell.Meaning(&got.Report)
				tell.Precise(&got.Report)
			}
		}
	}
}
