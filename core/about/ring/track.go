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

// Extras are the guessing game, and a visitor's own programs and paths.
func (l Lab) Extras() lab.Extras {
	return lab.Extras{Game: true, Read: l.read}
}

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
	case strings.Contains("\n"+text, "\ndef "), strings.Contains(text, "import "): // of something else
		return s, &lab.Problem{Field: "code", Say: lang.Say("guest.estimate.none")}
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
			rows = append(rows, fmt.Sprintf("%.10g,%.10g", p[0], p[1]))
		}
		value = strings.Join(rows, ";")
	}
	next, err := s.With(t, "mech", Own)
	if err == nil {
		next, err = next.With(t, name, value)
	}
	return next, err
}

// points reads points in metres; sensors says that they are sensors' places.
func points(text string) (out [][2]float64, sensors bool, err error) {
	var names []string
	var rows [][]string
	if strings.HasPrefix(strings.TrimSpace(text), "<") && strings.Contains(text, "gpx") {
		names, rows = []string{"lon", "lat"}, gpx(text)
	} else if names, rows = table(text); names == nil && len(rows) > 0 && len(rows[0]) != 2 {
		return nil, false, lang.Errorf("ring.read.columns", "n", len(rows[0]))
	}
	column := func(any ...string) int {
		return slices.IndexFunc(names, func(n string) bool { return slices.Contains(any, n) })
	}
	x, y := column("x", "sensor_x", "easting"), column("y", "sensor_y", "northing")
	lon, lat := column("lon", "lng", "longitude", "länge"), column("lat", "latitude", "breite")
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
		if width := max(2, len(names)); len(row) > width {
			return nil, false, lang.Errorf("ring.read.cells", "row", i+1, "n", len(row), "columns", width)
		} else if max(x, y) >= len(row) {
			return nil, false, lang.Errorf("ring.read.number", "row", i+1, "cell", "")
		}
		var p [2]float64
		for a, j := range [2]int{x, y} {
			var ok bool
			p[a], ok = lab.Number(row[j], false, false)
			if size := math.Abs(p[a]); !ok || size > 1e7 || globe && size > [2]float64{360, 90}[a] {
				return nil, false, lang.Errorf("ring.read.number", "row", i+1, "cell", lang.Clip(row[j], 40))
			}
		}
		out = append(out, p)
	}
	sensors = column("sensor", "sensors", "sensor_id", "sensor_x") >= 0
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

// gpx returns longitude and latitude of the points of all tracks, or of all routes where there is
// no track, as they stand there.
func gpx(text string) [][]string {
	parts := strings.Split(text, "<!--")
	for i := range parts[1:] {
		_, parts[i+1], _ = strings.Cut(parts[i+1], "-->")
	}
	rows := map[string][][]string{}
	for _, part := range strings.Split(strings.Join(parts, ""), "<") {
		tag, _, _ := strings.Cut(part, ">")
		words := strings.Fields(strings.NewReplacer("=", " ", `"`, " ", "'", " ").Replace(tag))
		if len(words) == 0 || words[0][0] == '/' {
			continue
		}
		row := make([]string, 2)
		for i, w := range words[1:] {
			if axis := slices.Index([]string{"lon", "lat"}, words[i]); axis >= 0 {
				row[axis] = w
			}
		}
		name := words[0][strings.Index(words[0], ":")+1:]
		rows[name] = append(rows[name], row)
	}
	if track := rows["trkpt"]; track != nil {
		return track
	}
	return rows["rtept"]
}

// table splits a table into its columns' names, nil where it has none, and its rows.
func table(text string) (names []string, rows [][]string) {
	for line := range strings.Lines(text) {
		line = strings.TrimRight(strings.TrimSpace(line), ",; \t") // without cells that are left out
		if line == "" || line[0] == '#' || line[0] == '%' {
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
		if names == nil && rows == nil && slices.ContainsFunc(cells, func(c string) bool {
			return strings.IndexFunc(c, unicode.IsLetter) == 0
		}) {
			for _, c := range cells {
				name, _, _ := strings.Cut(strings.ToLower(c), " ") // what follows is its unit
				names = append(names, name)
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
	for i, p := range points {
		p[0] = points[0][0] + math.Remainder(p[0]-points[0][0], 360) // also across the date line
		points[i] = p
		mean[0] += p[0] / float64(len(points))
		mean[1] += p[1] / float64(len(points))
	}
	const metres = 6371008.8 * math.Pi / 180 // a degree of latitude
	_, cos := num.Sincos(mean[1] * math.Pi / 180)
	for i, p := range points {
		p = [2]float64{(p[0] - mean[0]) * metres * cos, (p[1] - mean[1]) * metres}
		points[i] = [2]float64{math.Round(p[0]*1e5) / 1e5, math.Round(p[1]*1e5) / 1e5}
	}
}
