package audit

// StrongCurve is for tests of other packages.
var StrongCurve = strongCurve
