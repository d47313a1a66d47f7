package ring

import (
	"fmt"
	"math"
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"

	"indistinct/core/lab"
	"indistinct/core/lang"
	"indistinct/core/num"
)

// mostPoints is the most points of a path that are kept of a file, evenly.
const mostPoints = 500

// read takes a program that estimates, or points from a table or a GPX file: sensors' places
// where a column is named after them, a target's path else. (Package encoding/xml would be a
// fifth of what the page loads first.)
func (l Lab) read(s lab.Spec, data []byte) (lab.Spec, error) {
	text, t := lab.Lines(string(data)), l.Params()
	name, value := "code", text
	switch {
	case !utf8.ValidString(text) || strings.ContainsRune(text, 0):
		return s, &lab.Problem{Field: "code", Say: lang.Say("ring.read.text")}
	case strings.Contains(text, "def estimate"):
	default:
		points, sensors, err := points(text)
		if err != nil {
			return s, &lab.Problem{Field: "track", Say: lang.Of(err)}
		}
		if name = "track"; sensors {
			name = "places"
		}
		var rows []string
		for _, p := range points {
			rows = append(rows, fmt.Sprintf("%.7g,%.7g", p[0], p[1]))
		}
		value = strings.Join(rows, ";")
	}
	next, err := s.With(t, "mech", own)
	if err == nil {
		next, err = next.With(t, name, value)
	}
	return next, err
}

// points reads points in metres; sensors says that they are sensors' places.
func points(text string) (out [][2]float64, sensors bool, err error) {
	var names []string
	var rows [][]string
	if strings.Contains(text, "<gpx") {
		names, rows = []string{"lon", "lat"}, gpx(text)
	} else if names, rows = table(text); names == nil && len(rows) > 0 && len(rows[0]) != 2 {
		return nil, false, lang.Errorf("ring.read.columns", "n", len(rows[0]))
	}
	column := func(any ...string) int {
		return slices.IndexFunc(names, func(n string) bool { return slices.Contains(any, n) })
	}
	x, y := column("x", "sensor_x", "easting"), column("y", "sensor_y", "northing")
	lon, lat := column("lon", "lng", "longitude"), column("lat", "latitude")
	globe := x < 0 && y < 0 && lon >= 0 && lat >= 0
	switch {
	case globe:
		x, y = lon, lat
	case names == nil:
		x, y = 0, 1
	case x < 0 || y < 0:
		return nil, false, lang.Errorf("ring.read.names", "names", lang.Clip(strings.Join(names, ", "), 80))
	}
	for i, row := range rows {
		if max(x, y) >= len(row) {
			return nil, false, lang.Errorf("ring.read.number", "row", i+1, "cell", "")
		}
		var p [2]float64
		for a, j := range [2]int{x, y} {
			var ok bool
			if p[a], ok = lab.Number(row[j], false, false); !ok || math.Abs(p[a]) > 1e7 {
				return nil, false, lang.Errorf("ring.read.number", "row", i+1, "cell", lang.Clip(row[j], 40))
			}
		}
		out = append(out, p)
	}
	sensors = slices.ContainsFunc(names, func(n string) bool { return strings.HasPrefix(n, "sensor") })
	if len(out) < 2 && !sensors || len(out) == 0 {
		return nil, false, lang.Errorf("ring.read.none")
	}
	if globe {
		flat(out)
	}
	if n := len(out); n > mostPoints {
		for i := range mostPoints {
			out[i] = out[i*(n-1)/(mostPoints-1)]
		}
		out = out[:mostPoints]
	}
	return out, sensors, nil
}

// gpx returns longitude and latitude of the points of a track or route, as they stand there.
func gpx(text string) (rows [][]string) {
	for _, part := range strings.Split(text, "<") {
		tag, _, _ := strings.Cut(part, ">")
		if !strings.HasPrefix(tag, "trkpt") && !strings.HasPrefix(tag, "rtept") {
			continue
		}
		row := make([]string, 2)
		for i, name := range [2]string{"lon", "lat"} {
			_, rest, _ := strings.Cut(tag, " "+name+"=")
			if len(rest) > 0 {
				row[i], _, _ = strings.Cut(rest[1:], rest[:1])
			}
		}
		rows = append(rows, row)
	}
	return rows
}

// table splits a table into its columns' names, nil where it has none, and its rows.
func table(text string) (names []string, rows [][]string) {
	for line := range strings.Lines(text) {
		line = strings.TrimSpace(line)
		if line == "" || line[0] == '#' {
			continue
		}
		cells := strings.Fields(line)
		for _, sep := range []string{",", "\t", ";"} { // a semicolon leaves decimal commas
			if strings.Contains(line, sep) {
				cells = strings.Split(line, sep)
			}
		}
		for i, c := range cells {
			cells[i] = strings.Trim(strings.TrimSpace(c), `"'`)
		}
		if names == nil && rows == nil && strings.IndexFunc(cells[0], unicode.IsLetter) >= 0 {
			for _, c := range cells {
				names = append(names, strings.ToLower(c))
			}
			continue
		}
		rows = append(rows, cells)
	}
	return names, rows
}

// flat turns longitude and latitude, in degrees, into metres east and north of their mean: on
// a sphere of the Earth's mean radius, for paths that are short against it.
func flat(points [][2]float64) {
	var mean [2]float64
	for _, p := range points {
		mean[0] += p[0] / float64(len(points))
		mean[1] += p[1] / float64(len(points))
	}
	const metres = 6371008.8 * math.Pi / 180 // a degree of latitude
	_, cos := num.Sincos(mean[1] * math.Pi / 180)
	for i, p := range points {
		points[i] = [2]float64{(p[0] - mean[0]) * metres * cos, (p[1] - mean[1]) * metres}
	}
}
