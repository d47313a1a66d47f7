package control

import (
	"math"
	"strconv"
	"strings"

	"gonum.org/v1/gonum/mat"

	"indistinct/core/lang"
	"indistinct/core/sheet"
)

// Semidefinite returns a covariance or a weight from its rows. The error is one sentence that
// names the matrix: what is not symmetric, or its negative eigenvalue.
func Semidefinite(name string, rows [][]float64) (*mat.SymDense, error) {
	m := FromRows(rows...)
	s := Sym(m)
	for i, row := range rows {
		for j, v := range row {
			if math.Abs(v-rows[j][i]) > 1e-6*MaxAbs(m) { // digits of what was pasted
				return nil, lang.Errorf("control.asymmetric", "name", name, "i", i+1, "j", j+1, "a", v, "b", rows[j][i])
			}
		}
	}
	if !Definite(s, false) {
		var e mat.EigenSym
		e.Factorize(s, false)
		return nil, lang.Errorf("control.indefinite", "name", name, "value", e.Values(nil)[0])
	}
	return s, nil
}

// Stable returns an error that names the eigenvalue of largest modulus where that is not
// below one.
func Stable(a mat.Matrix) error {
	values, err := eigenvalues(a)
	if err != nil {
		return err
	}
	top := values[0]
	for _, z := range values {
		if modulus(z) > modulus(top) {
			top = z
		}
	}
	if modulus(top) < 1 {
		return nil
	}
	return lang.Errorf("control.unstable.at", "value", eigenvalue(top))
}

// Stabilisable returns an error that names an eigenvalue of A on or outside the unit circle
// that no feedback through B moves (Hautus 1969), nil where there is none.
func Stabilisable(a, b mat.Matrix) error { return hautus(a, b, "control.unstabilisable") }

// Detectable is the same of an eigenvalue that C does not see.
func Detectable(a, c mat.Matrix) error { return hautus(a.T(), c.T(), "control.undetectable") }

// hautus looks for an eigenvalue z at which [zI − A, B] has not full rank.
func hautus(a, b mat.Matrix, id string) error {
	values, err := eigenvalues(a)
	if err != nil {
		return err
	}
	n, m := b.Dims()
	for _, z := range values {
		if modulus(z) < 1-1e-9 {
			continue
		}
		test := mat.NewDense(2*n, 2*(n+m), nil) // real and imaginary parts
		for k := range 2 {
			SetBlock(test, k*n, k*n, Sub(Identity(n, real(z)), a))
			SetBlock(test, k*n, (1-k)*n, Identity(n, float64(2*k-1)*imag(z)))
			SetBlock(test, k*n, 2*n+k*m, b)
		}
		var svd mat.SVD
		if !svd.Factorize(test, mat.SVDNone) {
			continue
		}
		if v := svd.Values(nil); v[2*n-1] <= 1e-7*v[0] {
			return lang.Errorf(id, "value", eigenvalue(z))
		}
	}
	return nil
}

// eigenvalue says an eigenvalue with its modulus.
func eigenvalue(z complex128) lang.Message {
	kind := "real"
	if imag(z) != 0 {
		kind = "complex"
	}
	return lang.Say("control.eigenvalue", "kind", kind, "re", real(z), "im", math.Abs(imag(z)), "modulus", modulus(z))
}

// Table returns a table of matrices that can be copied; see Row.
func Table(rows ...[]sheet.Cell) sheet.Table {
	return sheet.Table{ID: "matrices", Title: lang.Say("control.matrices"), Rows: rows,
		Caption: lang.Say("control.matrices.caption"),
		Columns: []lang.Message{lang.Say("control.matrices.name"), lang.Say("control.matrices.rows")}}
}

// Row is a matrix with its name, with ten digits as MATLAB, numpy.matrix and this program's own
// fields read it: [1, 0.1; 0, 1].
func Row(name lang.Message, m mat.Matrix) []sheet.Cell {
	n, _ := m.Dims()
	rows := make([]string, n)
	for i := range rows {
		for j, v := range mat.Row(nil, i, m) {
			if j > 0 {
				rows[i] += ", "
			}
			rows[i] += strconv.FormatFloat(v, 'g', 10, 64)
		}
	}
	return []sheet.Cell{sheet.Words(name), sheet.Words(lang.Verbatim("[" + strings.Join(rows, "; ") + "]"))}
}
