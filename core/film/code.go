package film

import "indistinct/core/sheet"

// A film and a show travel as blocks of package sheet. Whole says whether the arrays fit
// together.

// arrays calls do for each array of numbers of a film, in order.
func (f *Film) arrays(do func(*[]float32)) {
	for i := range f.Views {
		v := &f.Views[i]
		for j := range v.Layers {
			do(&v.Layers[j].Data)
		}
	}
}

// MarshalBinary returns the film as one block of bytes.
func (f *Film) MarshalBinary() ([]byte, error) { return sheet.Pack("FILM", f, f.arrays) }

// UnmarshalBinary reads what MarshalBinary wrote. Whether the film can be drawn
// is for Whole to say. The error is part of a sentence.
func (f *Film) UnmarshalBinary(data []byte) error { return sheet.Unpack("FILM", data, f, f.arrays) }

// arrays calls do for each array of numbers of a show, in order.
func (s *Show) arrays(do func(*[]float32)) {
	do(&s.Edge)
	for i := range s.Clouds {
		do(&s.Clouds[i].Data)
		do(&s.Clouds[i].In)
	}
}

// MarshalBinary returns the show as one block of bytes.
func (s *Show) MarshalBinary() ([]byte, error) { return sheet.Pack("SHOW", s, s.arrays) }

// UnmarshalBinary reads what MarshalBinary wrote. Whether the show can be drawn
// is for Whole to say. The error is part of a sentence.
func (s *Show) UnmarshalBinary(data []byte) error { return sheet.Unpack("SHOW", data, s, s.arrays) }
