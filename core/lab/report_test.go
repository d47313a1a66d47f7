package lab_test

import (
	"encoding/json"
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

// A report of another version is refused in one sentence.
func TestReportVersion(t *testing.T) {
	r := labtest.Report(t, coin, labtest.Spec(t, coin, "n", "200", "m", "300"), 1)
	for _, version := range []int{0, 1, 2, 4} {
		other := object(t, r)
		other["version"], other["curve"] = version, []any{} // whatever it holds
		data, err := json.Marshal(other)
		if err != nil {
			t.Fatal(err)
		}
		_, err = lab.UnmarshalReport(data, coin.Find, "coin")
		if err == nil || lang.Of(err).ID() != "lab.file.version" {
			t.Errorf("version %d: %v", version, err)
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
