package sizes

import (
	"bytes"
	"cmp"
	"encoding/binary"
	"fmt"
	"maps"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"
)

// TestBytes prints how many bytes of code each package has in a program, compiled as the
// site's is but with the names of its functions, and why the linker keeps the package: the
// packages by which the program's main comes to it, or what packages do before it. Of the
// scene and the panel it prints more than the site's have, where pieces of Go's packages are
// replaced: see wasm/site/build.go. ./build.sh bench bytes runs it.
func TestBytes(t *testing.T) {
	program := os.Getenv("INDISTINCT_BYTES")
	if program == "" {
		t.Skip("INDISTINCT_BYTES names no program: run ./build.sh bench bytes panel.")
	}
	file := filepath.Join(t.TempDir(), "program.wasm")
	args := []string{"build", "-trimpath", "-buildvcs=false", "-ldflags=-dumpdep", "-o", file}
	if program == "panel" {
		args = append(args, "-gcflags=all=-l")
	}
	cmd := exec.Command("go", append(args, "./wasm/"+program)...)
	cmd.Dir, cmd.Env = "../../..", append(os.Environ(), "GOOS=js", "GOARCH=wasm")
	needs, err := cmd.CombinedOutput()
	if err != nil {
		t.Fatalf("%v: %.2000s", err, needs)
	}
	wasm, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	sizes, total := map[string]int{}, 0
	for name, n := range functions(wasm) {
		sizes[packageOf(name)] += n
		total += n
	}
	if total < 1<<20 || sizes["runtime"] == 0 {
		t.Fatalf("%d bytes of code, %d of package runtime", total, sizes["runtime"])
	}
	why := reasons(string(needs))
	names := slices.SortedFunc(maps.Keys(sizes), func(a, b string) int {
		return cmp.Or(sizes[b]-sizes[a], strings.Compare(a, b))
	})
	fmt.Printf("%s: %d bytes of code\n", program, total)
	for _, name := range names[:min(60, len(names))] {
		fmt.Printf("%9d %5.1f %%  %s  ← %s\n", sizes[name], 100*float64(sizes[name])/float64(total), name, why[name])
	}
}

// packageOf is the package of a function, in which the linker writes _ for what is no letter.
func packageOf(function string) string {
	function = regexp.MustCompile(`^(type:\.eq\.|type:\.hash\.)`).ReplaceAllString(function, "")
	function, _, _ = strings.Cut(function, "[")
	name, _, _ := strings.Cut(function, ".")
	if host := regexp.MustCompile(`^(github|gonum|golang|rsc)\.\w+`).FindString(function); host != "" {
		name = host
	}
	return name
}

// functions are the sizes of a program's functions, by their names.
func functions(wasm []byte) map[string]int {
	r := bytes.NewReader(wasm[8:])
	number := func(r *bytes.Reader) int { n, _ := binary.ReadUvarint(r); return int(n) }
	piece := func(r *bytes.Reader) []byte {
		p := make([]byte, number(r))
		r.Read(p)
		return p
	}
	imports, sizes, names := 0, []int{}, map[int]string{}
	for r.Len() > 0 {
		id, _ := r.ReadByte()
		s := bytes.NewReader(piece(r))
		switch id {
		case 2:
			imports = number(s)
		case 10:
			for range number(s) {
				sizes = append(sizes, len(piece(s)))
			}
		case 0:
			if string(piece(s)) != "name" {
				continue
			}
			for s.Len() > 0 {
				kind, _ := s.ReadByte()
				list := bytes.NewReader(piece(s))
				if kind != 1 {
					continue
				}
				for range number(list) {
					i := number(list)
					names[i] = string(piece(list))
				}
			}
		}
	}
	all := map[string]int{}
	for i, n := range sizes {
		all[names[imports+i]] += n
	}
	return all
}

// reasons are, for each package, the packages by which a program comes to it, the nearest first.
func reasons(needs string) map[string]string {
	edges := map[string][]string{}
	mark := regexp.MustCompile(` <(UsedInIface|ReflectMethod)>`)
	for line := range strings.Lines(needs) {
		from, to, ok := strings.Cut(strings.TrimSpace(mark.ReplaceAllString(line, "")), " -> ")
		if ok {
			edges[from] = append(edges[from], to)
		}
	}
	// The first function of a package that is found is named.
	why, path := map[string]string{}, map[string]string{}
	word, prefix := regexp.MustCompile(`[^\w.]`), regexp.MustCompile(`^(type:|go:itab\.)\*?`)
	of := func(symbol string) string {
		symbol, _, _ = strings.Cut(prefix.ReplaceAllString(symbol, ""), ",")
		dir, base := symbol[:strings.LastIndex(symbol, "/")+1], symbol[strings.LastIndex(symbol, "/")+1:]
		base, _, _ = strings.Cut(base, ".")
		return packageOf(word.ReplaceAllString(dir, "_") + base)
	}
	queue := []string{"main.main", "go:main.inittasks"}
	path[queue[0]], path[queue[1]] = "main", "initialisation"
	for len(queue) > 0 {
		from := queue[0]
		queue = queue[1:]
		if from == "go:main.inittasks" && len(queue) > 0 { // the last
			queue = append(queue, from)
			continue
		}
		for _, to := range edges[from] {
			if _, seen := path[to]; seen {
				continue
			}
			path[to] = path[from]
			if of(to) != of(from) {
				if why[of(to)] == "" {
					why[of(to)] = from + " ← " + path[from]
				}
				path[to] = of(to) + " ← " + path[from]
			}
			queue = append(queue, to)
		}
	}
	return why
}
