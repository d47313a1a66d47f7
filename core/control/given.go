package control

import (
	"math"
	"strconv"
	"strings"

	"gonum.org/v1/gonum/mat"

	"indistinct/core/lang"
	"indistinct/core/sheet"
)

// Semidefinite returns a covariance or a weight from its rows. The error says that it is not
// symmetric, or names its negative eigenvalue.
func Semidefinite(name string, rows [][]float64) (*mat.SymDense, error) {
	m := FromRows(rows...)
	s := Sym(m)
	if !mat.EqualApprox(m, s, 1e-6*MaxAbs(m)) { // digits of what was pasted
		return nil, lang.Errorf("control.asymmetric", "name", name)
	}
	var e mat.EigenSym
	if !Definite(s, false) && e.Factorize(s, false) {
		return nil, lang.Errorf("control.indefinite", "name", name, "value", e.Values(nil)[0])
	}
	return s, nil
}

// Stable, Stabilisable and Detectable return an error that names an eigenvalue of A on or
// outside the unit circle that is there, that no control moves through B, or that C does not
// see (Hautus 1969); nil where there is none.
func Stable(a mat.Matrix) error {
	n, _ := a.Dims()
	return hautus(a, mat.NewDense(n, 1, nil), "control.unstable.at")
}

func Stabilisable(a, b mat.Matrix) error { return hautus(a, b, "control.unstabilisable") }

func Detectable(a, c mat.Matrix) error { return hautus(a.T(), c.T(), "control.undetectable") }

// hautus looks for an eigenvalue z at which [zI − A, B] has not full rank.
func hautus(a, b mat.Matrix, id string) error {
	values, err := eigenvalues(a)
	if err != nil {
		return err
	}
	n, m := b.Dims()
	for _, z := range values {
		test := mat.NewDense(2*n, 2*(n+m), nil) // real and imaginary parts
		for k := range 2 {
			SetBlock(test, k*n, k*n, Sub(Identity(n, real(z)), a))
			SetBlock(test, k*n, (1-k)*n, Identity(n, float64(2*k-1)*imag(z)))
			SetBlock(test, k*n, 2*n+k*m, b)
		}
		var svd mat.SVD
		if math.Hypot(real(z), imag(z)) < 1-1e-9 || !svd.Factorize(test, mat.SVDNone) {
			continue
		}
		if v := svd.Values(nil); v[2*n-1] <= 1e-7*v[0] {
			var value any = real(z)
			if imag(z) != 0 {
				value = lang.Verbatim(strconv.FormatComplex(z, 'g', 6, 128))
			}
			return lang.Errorf(id, "value", value)
		}
	}
	return nil
}

// Table is a table of matrices called <prefix><name>, with ten digits as MATLAB, numpy.matrix
// and this program's own fields read them: [1, 0.1; 0, 1].
func Table(prefix string, names []string, matrices ...mat.Matrix) sheet.Table {
	t := sheet.Table{ID: "matrices", Title: lang.Say("control.matrices"), Caption: lang.Say("control.matrices.caption"),
		Columns: []lang.Message{lang.Say("control.matrices.name"), lang.Say("control.matrices.rows")}}
	for k, m := range matrices {
		n, _ := m.Dims()
		rows := make([]string, n)
		for i := range rows {
			var row []string
			for _, v := range mat.Row(nil, i, m) {
				row = append(row, strconv.FormatFloat(v+0, 'g', 10, 64)) // 0 for −0
			}
			rows[i] = strings.Join(row, ", ")
		}
		t.Rows = append(t.Rows, []sheet.Cell{sheet.Words(lang.Say(prefix + names[k])),
			sheet.Words(lang.Verbatim("[" + strings.Join(rows, "; ") + "]"))})
	}
	return t
}
