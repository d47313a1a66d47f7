package control

import (
	"fmt"
	"math"
	"strconv"

	"gonum.org/v1/gonum/mat"

	"indistinct/core/lang"
	"indistinct/core/sheet"
)

// Semidefinite returns a covariance or a weight from its rows. The error says that it is not
// symmetric, or names its negative eigenvalue.
func Semidefinite(name string, rows [][]float64) (*mat.SymDense, error) {
	m := FromRows(rows...)
	s := Sym(m)
	if MaxAbs(Sub(m, s)) > 1e-6*MaxAbs(m) { // digits of what was pasted
		return nil, lang.Errorf("control.asymmetric", "name", name)
	}
	var e mat.EigenSym
	if !Definite(s, false) && e.Factorize(s, false) {
		return nil, lang.Errorf("control.indefinite", "name", name, "value", e.Values(nil)[0])
	}
	return s, nil
}

// Unmoved returns an error, the text id, that names an eigenvalue z of A on or outside the unit
// circle that no feedback through B moves: [zI − A, B] has not full rank (Hautus 1969). It is
// nil where there is none.
func Unmoved(a, b mat.Matrix, id string) error {
	values, err := eigenvalues(a)
	n, m := b.Dims()
	for _, z := range values {
		if math.Hypot(real(z), imag(z)) < 1-1e-9 {
			continue
		}
		test := mat.NewDense(2*n, 2*(n+m), nil) // real and imaginary parts
		for k := range 2 {
			SetBlock(test, k*n, k*n, Sub(Identity(n, real(z)), a))
			SetBlock(test, k*n, (1-k)*n, Identity(n, float64(2*k-1)*imag(z)))
			SetBlock(test, k*n, 2*n+k*m, b)
		}
		var svd mat.SVD
		if !svd.Factorize(test, mat.SVDNone) || svd.Values(nil)[2*n-1] > 1e-7*svd.Values(nil)[0] {
			continue
		}
		var value any = real(z)
		if imag(z) != 0 {
			value = lang.Verbatim(strconv.FormatComplex(z, 'g', 6, 128))
		}
		return lang.Errorf(id, "value", value)
	}
	return err
}

// Sheet is a table of matrices called <texts><name>, with ten digits as MATLAB, numpy.matrix and
// this program's own fields read them: [1 0.1; 0 1].
func Sheet(title, texts string, names []string, matrices ...mat.Matrix) (s sheet.Sheet) {
	s.Title, s.Lead = lang.Say(title), lang.Say(texts+"lead")
	t := s.Table("matrices", "control.matrices.", lang.Say("control.matrices.caption"), "name", "rows")
	for k, m := range matrices {
		m = Sub(m, Scale(0, m)) // 0 for −0
		text := fmt.Sprintf("%.10g", mat.Formatted(m, mat.FormatMATLAB()))
		t.Add(sheet.Words(lang.Say(texts+names[k])), sheet.Words(lang.Verbatim(text)))
	}
	return s
}
