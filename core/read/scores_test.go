package read

import (
	"archive/zip"
	"bytes"
	"encoding/binary"
	"encoding/json"
	"fmt"
	"io"
	"strings"
	"testing"

	"indistinct/core/lang"
	"indistinct/core/table"
	"indistinct/core/test/english"
)

// scoresOf reads files of scores.
func scoresOf(ask table.Ask, texts ...[]byte) (*Scores, error) {
	var files []*File
	for i, data := range texts {
		f, err := Open(fmt.Sprintf("%c", 'a'+i), int64(len(data)), true, func() (io.Reader, error) {
			return bytes.NewReader(data), nil
		})
		if err != nil {
			return nil, err
		}
		files = append(files, f)
	}
	return ReadScores(files, ask)
}

// npz is an archive of arrays, as numpy.savez writes it.
func npz(t *testing.T, arrays map[string][]byte) []byte {
	t.Helper()
	var b bytes.Buffer
	z := zip.NewWriter(&b)
	for name, data := range arrays {
		w, err := z.Create(name + ".npy")
		if err != nil {
			t.Fatal(err)
		}
		w.Write(data)
	}
	z.Close()
	return b.Bytes()
}

// numberedRows puts the number of the row before each.
func numberedRows(text []byte) []byte {
	var out bytes.Buffer
	for i, line := range strings.SplitAfter(strings.TrimSpace(string(text)), "\n") {
		if i == 0 {
			line = "sample," + line
		} else {
			line = fmt.Sprintf("%d,%s", i, line)
		}
		out.WriteString(line)
	}
	return out.Bytes()
}

// bools is an array of truth values.
func bools(values []bool) []byte {
	head := fmt.Sprintf("{'descr': '|b1', 'fortran_order': False, 'shape': (%d,), }", len(values))
	out := binary.LittleEndian.AppendUint16([]byte("\x93NUMPY\x01\x00"), uint16(len(head)))
	out = append(out, head...)
	for _, v := range values {
		if v {
			out = append(out, 1)
		} else {
			out = append(out, 0)
		}
	}
	return out
}

// TestReadScores: whatever libraries and people write, the same scores are read of the same canaries.
func TestReadScores(t *testing.T) {
	all := sampleRows(60)
	var in, out, scores []float64
	var is []bool
	for i, r := range all {
		scores, is = append(scores, r[0]), append(is, i%5 < 2)
		if i%5 < 2 {
			in = append(in, r[0])
		} else {
			out = append(out, r[0])
		}
	}
	list := func(x []float64) []byte { return npy(fmt.Sprintf("%d,", len(x)), false, x) }
	archive := func(a, b string) []byte { return npz(t, map[string][]byte{a: list(in), b: list(out)}) }
	rows := func(head, yes, no, extra string) []byte {
		text := head
		for i, x := range scores {
			word := no
			if is[i] {
				word = yes
			}
			text += fmt.Sprintf("%s%s,%v\n", strings.ReplaceAll(extra, "#", fmt.Sprint(i*i%17)), word, x)
		}
		return []byte(text)
	}
	lines := func(x []float64) []byte {
		return []byte(strings.Trim(strings.ReplaceAll(fmt.Sprint(x), " ", "\n"), "[]"))
	}
	sides := "canary_out,canary_in\n"
	for i, x := range out {
		if i < len(in) {
			sides += fmt.Sprintf("%v,%v\n", x, in[i])
		} else {
			sides += fmt.Sprintf("%v,\n", x)
		}
	}
	object, err := json.Marshal(map[string]any{"epochs": 3, "in_scores": in, "model": "a", "out_scores": out})
	if err != nil {
		t.Fatal(err)
	}
	for name, c := range map[string]struct {
		files [][]byte
		ask   table.Ask
	}{
		"in and out":     {[][]byte{rows("coin,score\n", "in", "out", "")}, table.Ask{}},
		"members":        {[][]byte{rows("who,x\n", "member", "non-member", "")}, table.Ask{}},
		"included":       {[][]byte{rows("state,x\n", "included", "Not included", "")}, table.Ask{}},
		"1 and 0":        {[][]byte{rows("is_member,score\n", "1", "0", "")}, table.Ask{}},
		"1 and −1":       {[][]byte{rows("S,T\n", "1", "-1", "")}, table.Ask{}},
		"numbered rows":  {[][]byte{numberedRows(rows("split,loss\n", "train", "test", ""))}, table.Ask{}},
		"True and False": {[][]byte{rows("y_true,y_score\n", "True", "False", "")}, table.Ask{}},
		"challenge bits": {[][]byte{rows("sample_index,challenge_bit,score\n", "1", "0", "#,")}, table.Ask{}},
		"no header":      {[][]byte{rows("", "1.0", "0.0", "")}, table.Ask{}},
		"named": {[][]byte{rows("other,kind,value\n", "yes", "no", "#,")},
			table.Ask{By: "kind", Columns: []string{"value"}}},
		"German": {[][]byte{[]byte(strings.ReplaceAll(strings.ReplaceAll(string(rows("Mitglied,Verlust\n", "ja", "nein",
			"")), ",", ";"), ".", ","))}, table.Ask{}},
		"side by side":    {[][]byte{[]byte(sides)}, table.Ask{}},
		"two files":       {[][]byte{lines(in), lines(out)}, table.Ask{}},
		"two arrays":      {[][]byte{list(in), list(out)}, table.Ask{}},
		"jax_privacy":     {[][]byte{archive("in_canary_scores", "out_canary_scores")}, table.Ask{}},
		"members, others": {[][]byte{archive("member_scores", "nonmember_scores")}, table.Ask{}},
		"ml_privacy_meter": {[][]byte{npz(t, map[string][]byte{"fpr": list(scores[:7]), "tpr": list(scores[1:8]),
			"auc": npy("", false, []float64{0.7}), "zero_fpr": npy("", false, []float64{0}),
			"scores": list(scores), "memberships": bools(is)})}, table.Ask{}},
	} {
		s, err := scoresOf(c.ask, c.files...)
		if err != nil {
			t.Errorf("%s: %v", name, err)
			continue
		}
		if fmt.Sprint(s.In) != fmt.Sprint(in) || fmt.Sprint(s.Out) != fmt.Sprint(out) {
			t.Errorf("%s: %v and %v", name, s.In, s.Out)
		}
		if said := english.Say(s.Said); !strings.Contains(said, "24") || !strings.Contains(said, "36") {
			t.Errorf("%s: %s", name, said)
		}
	}
	for id, c := range map[string]struct {
		files [][]byte
		ask   table.Ask
	}{
		"read.scores.coin":   {[][]byte{lines(scores)}, table.Ask{}},
		"read.json":          {[][]byte{object}, table.Ask{}},
		"read.scores.values": {[][]byte{rows("kind,x\n", "a", "b", "")}, table.Ask{By: "kind"}},
		"read.scores.column": {[][]byte{rows("one,in,two\n", "1", "0", "#,")}, table.Ask{}},
		"read.scores.kind": {[][]byte{rows("one,in,two\n", "1", "0", "#,")},
			table.Ask{Columns: []string{"one", "two"}}},
		"read.scores.missing": {[][]byte{append(rows("in,x\n", "1", "0", ""), "1,nan\n"...)}, table.Ask{}},
		"read.by.third":       {[][]byte{append(rows("in,x\n", "1", "0", ""), "2,0.3\n"...)}, table.Ask{By: "in"}},
	} {
		if _, err := scoresOf(c.ask, c.files...); err == nil || lang.Of(err).ID() != id {
			t.Errorf("%s: %v", id, err)
		}
	}
	// The same archive is no file of releases.
	data := npz(t, map[string][]byte{"a": list(out), "b": list(in)})
	_, err = Open("a", int64(len(data)), false, func() (io.Reader, error) { return bytes.NewReader(data), nil })
	if err == nil || lang.Of(err).ID() != "read.arrays" {
		t.Errorf("arrays of different lengths as releases: %v", err)
	}
}
