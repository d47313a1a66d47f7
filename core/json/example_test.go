package json_test

import (
	"fmt"

	"indistinct/core/json"
)

func Example() {
	type fact struct {
		Name  string  `json:"name"`
		Value float64 `json:"value"`
		Unit  string  `json:"unit,omitempty"`
	}
	b, err := json.Marshal(fact{Name: "distance", Value: 0.25})
	fmt.Println(string(b), err)
	var f fact
	err = json.Unmarshal([]byte(`{"name": "distance", "value": "far"}`), &f)
	fmt.Println(err)
	// Output:
	// {"name":"distance","value":0.25} <nil>
	// json: a string cannot be read as float64
}
