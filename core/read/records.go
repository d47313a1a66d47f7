package read

import (
	"bufio"
	"bytes"
	"io"
)

// mostRecord is the longest record, in bytes.
const mostRecord = MostColumns * (MostField + 30)

// records cuts a text into records: lines, or bracketed values.
type records struct {
	in     *bufio.Reader
	f      *Form
	line   int // of the record that was read last, from 1
	next   int // lines before the next record
	long   []byte
	opened bool // the outer bracket was read
	closed bool
}

// read returns the next record; io.EOF after the last.
func (r *records) read() ([]byte, error) {
	if r.f.Values {
		return r.value()
	}
	r.next++
	r.line = r.next
	line, err := r.in.ReadSlice('\n')
	if err == bufio.ErrBufferFull {
		r.long = append(r.long[:0], line...)
		for err == bufio.ErrBufferFull && len(r.long) < mostRecord {
			line, err = r.in.ReadSlice('\n')
			r.long = append(r.long, line...)
		}
		line = r.long
	}
	if len(line) > mostRecord {
		return nil, fault(r.f.subject, "read.long", "line", r.line, "most", mostRecord)
	}
	if err == io.EOF && len(line) > 0 {
		err = nil
	}
	return bytes.TrimSuffix(line, []byte("\n")), err
}

// byte returns the next byte of values.
func (r *records) byte() (byte, error) {
	c, err := r.in.ReadByte()
	if c == '\n' && err == nil {
		r.next++
	}
	return c, err
}

// value returns the next value that is not within another: what stands between brackets, or
// where all stand in one list, a word of it. Commas between them are left out.
func (r *records) value() ([]byte, error) {
	r.long = r.long[:0]
	depth, comma, mark := 0, false, byte(0)
	for {
		c, err := r.byte()
		if err == io.EOF && len(r.long) == 0 && (r.closed || !r.f.Outer) && !comma {
			return nil, io.EOF
		}
		if err == io.EOF {
			return nil, fault(r.f.subject, "read.unclosed", "line", r.next+1)
		}
		if err != nil {
			return nil, err
		}
		if len(r.long) == 0 {
			r.line = r.next + 1
		}
		bad := func() ([]byte, error) {
			return nil, fault(r.f.subject, "read.bracket", "line", r.next+1, "text", clip(append(r.long, c)))
		}
		if len(r.long) >= mostRecord {
			return nil, fault(r.f.subject, "read.long", "line", r.line, "most", mostRecord)
		}
		space := c == ' ' || c == '\t' || c == '\n'
		switch {
		case mark != 0:
			if r.long = append(r.long, c); c == '\\' {
				if c, err = r.byte(); err == nil {
					r.long = append(r.long, c)
				}
			} else if c == mark {
				mark = 0
			}
			continue
		case space && len(r.long) == 0:
			continue
		case r.f.Outer && !r.opened:
			if r.opened = true; c != '[' {
				return bad()
			}
			continue
		case r.closed:
			return bad()
		case depth == 0 && (c == ',' || c == ']') && r.f.Outer:
			if c == ']' && comma && len(r.long) == 0 || c == ',' && len(r.long) == 0 && comma {
				return bad()
			}
			r.closed = c == ']'
			if len(r.long) > 0 {
				if !r.closed {
					r.in.UnreadByte() // it is looked at before the next value
				}
				return r.long, nil
			}
			comma = c == ','
			continue
		case depth == 0 && space:
			return r.long, nil
		}
		r.long = append(r.long, c)
		switch c {
		case '"', '\'':
			mark = c
		case '[', '{', '(':
			depth++
		case ']', '}', ')':
			if depth--; depth < 0 {
				return bad()
			}
			if depth == 0 && !r.f.Outer {
				return r.long, nil
			}
		}
	}
}
