package num

import "math"

// Sincos returns the sine and cosine of x in radians; NaN for ±Inf.
func Sincos(x float64) (sin, cos float64) { return math.Sincos(x) }

// Sin returns the sine of x in radians; NaN for ±Inf.
func Sin(x float64) float64 { return math.Sin(x) }

// Cos returns the cosine of x in radians; NaN for ±Inf.
func Cos(x float64) float64 { return math.Cos(x) }

// Atan returns the arctangent of x in radians.
func Atan(x float64) float64 { return math.Atan(x) }

// Atan2 returns the angle of the point (x, y) in (−π, π], with the signs of zero and the
// infinities treated as in package math.
func Atan2(y, x float64) float64 { return math.Atan2(y, x) }
