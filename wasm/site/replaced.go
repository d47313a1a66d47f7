//go:build !js

package main

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"os"
	"path"
	"path/filepath"
	"strings"
)

// A replacement is a package's file and texts in it, each before what stands in its place.
type replacement struct {
	file  string
	texts []string
}

// others reports whether a file lacks one of the texts, or has it more than once.
func (r replacement) others(file string) bool {
	for i := 0; i < len(r.texts); i += 2 {
		if strings.Count(file, r.texts[i]) != 1 {
			return true
		}
	}
	return false
}

// replaced are pieces of packages, of Go and of others, that keep much in a program which this
// project's do not need.
var replaced = []replacement{
	// Methods that templates call by name keep all exported methods of all types: an eighth of the
	// scene, whose library makes shaders from two templates that call none.
	{"text/template/exec.go", []string{`	if method := ptr.MethodByName(fieldName); method.IsValid() {
		return s.evalCall(dot, method, false, node, fieldName, args, final)
	}
`, ""}},
	// An embedded file that is opened is an fs.File, whose time keeps calendars and layouts: 2 % of
	// the panel, which reads files whole.
	{"embed/embed.go", []string{`	file, err := f.Open(name)
	if err != nil {
		return nil, err
	}
	ofile, ok := file.(*openFile)
	if !ok {
		return nil, &fs.PathError{Op: "read", Path: name, Err: errors.New("is a directory")}
	}
	return []byte(ofile.f.data), nil
`, `	file := f.lookup(name)
	if file == nil {
		return nil, fs.ErrNotExist
	}
	return []byte(file.data), nil
`, "file) String(", "file) string("}},
	// A time in a type that becomes an interface keeps them too.
	{"time/time.go", []string{"Time) MarshalJSON(", "Time) marshalJSON(",
		"Time) UnmarshalJSON(", "Time) unmarshalJSON(", "Time) MarshalText(", "Time) marshalText(",
		"Time) UnmarshalText(", "Time) unmarshalText(", "Time) AppendText(", "Time) appendText("}},
	{"time/format.go", []string{`t.Format("2006-01-02 15:04:05.999999999 -0700 MST")`,
		"string(appendInt(nil, int(t.Unix()), 0))", "Time) GoString(", "Time) goString("}},
	// The names of 2,231 characters, which nothing looks up.
	{"html/entity.go", []string{"var entityMaps = sync.OnceValues(func() (", "func entityMaps() (",
		"return entity, entity2\n})", "return entity, entity2\n}", `import "sync"`, ""}},
	// Settings of GODEBUG, which no page has.
	{"internal/godebug/godebug.go", []string{
		"	setUpdate(update)\n	setNewIncNonDefault(newIncNonDefault)\n", "",
		"if v.bisect != nil && !v.bisect.Stack(&stderr) {", "if false {",
		`	registerMetric("/godebug/non-default-behavior/"+s.Name()+":events", s.nonDefault.Load)`, ""}},
	// One implementation, called as what it is, keeps what is called of it; as an interface, all that
	// it has.
	{"gonum.org/v1/gonum/lapack/lapack64/lapack64.go", []string{"var lapack64 lapack.Float64 =", "var lapack64 =",
		"	lapack64 = l\n", ""}},
	{"gonum.org/v1/gonum/blas/blas64/blas64.go", []string{"var blas64 blas.Float64 =", "var blas64 =",
		"	blas64 = b\n", ""}},
	// Ebitengine looks for its source to tell who called it, rewrites old shaders, talks to programs
	// in which it runs, and writes its images into files.
	{"github.com/hajimehoshi/ebiten/v2/internal/debug/caller.go", []string{`"go/build"`, `"errors"`,
		`build.Default.Import("github.com/hajimehoshi/ebiten/v2", "", build.FindOnly)`,
		`struct{ Dir string }{}, errors.ErrUnsupported`}},
	{"github.com/hajimehoshi/ebiten/v2/internal/legacyshader/convert.go", []string{`"go/printer"`, `"errors"`,
		`printer.Fprint(&buf, fset, f)`, `errors.ErrUnsupported`}},
	{"github.com/hajimehoshi/ebiten/v2/internal/vmprotocol/vmprotocol.go", []string{`"encoding/gob"`,
		`gob "encoding/json"`}},
	{"github.com/hajimehoshi/ebiten/v2/gameforui.go", []string{
		"	if err := g.imageDumper.dump(g.offscreen, g.transparent); err != nil {\n		return err\n	}\n", ""}},
	{"github.com/hajimehoshi/ebiten/v2/internal/graphicscommand/image_js.go", []string{"\t\"archive/zip\"\n", "",
		"zw := zip.NewWriter(buf)", "", `zw.Create(img.dumpName("*.png"))`, "buf, error(nil)", "_ = zw.Close()", ""}},
	// Archives are read here, and not written.
	{"archive/zip/register.go", []string{"	compressors.Store(Deflate, Compressor(func(w io.Writer) " +
		"(io.WriteCloser, error) { return newFlateWriter(w), nil }))\n", ""}},
	{"github.com/golang/glog/glog.go", []string{`"runtime/pprof"`, "",
		`pprof.Lookup("goroutine").WriteTo(os.Stderr, 1)`, ""}},
	// The runtime traces and profiles itself where it is asked to, verifies what the linker wrote, reads
	// GODEBUG, and prints stacks, which have no names here. What a panic says it prints all the same.
	{"runtime/traceruntime.go", atOnce("traceEnabled() bool = false", "traceShuttingDown() bool = false")},
	{"runtime/trace.go", atOnce("traceAdvance(stopTrace bool)")},
	{"runtime/tracestack.go", atOnce("traceStack(skip int, gp *g, tab *traceStackTable) uint64 = 0")},
	{"runtime/mprof.go", atOnce("mProf_Malloc(mp *m, p unsafe.Pointer, size uintptr)",
		"blockevent(cycles int64, skip int)", "mutexevent(cycles int64, skip int)",
		"doRecordGoroutineProfile(gp1 *g, pcbuf []uintptr)")},
	{"runtime/proc.go", atOnce("schedtrace(detailed bool)")},
	{"runtime/mcheckmark.go", atOnce("checkFinalizersAndCleanups()")},
	{"runtime/mgcmark.go", atOnce("gcDumpObject(label string, obj, off uintptr)")},
	{"runtime/mgcmark_greenteagc.go", atOnce("dumpScanStats()")},
	{"runtime/symtab.go", atOnce("moduledataverify1(datap *moduledata)")},
	{"runtime/type.go", atOnce("typelinksinit()")}, // of more than one module
	{"runtime/runtime1.go", atOnce("check()", "parsegodebug(godebug string, seen map[string]bool)")},
	{"runtime/traceback.go", atOnce("goroutineheader(gp *g)", "tracebackothers(me *g)",
		"traceback1(pc, sp, lr uintptr, gp *g, flags unwindFlags)", "printAncestorTraceback(ancestor ancestorInfo)",
		"tracebackHexdump(stk stack, frame *stkframe, bad uintptr)")},
}

// atOnce are texts of functions, some with what they return, each before that which returns at once.
func atOnce(functions ...string) (texts []string) {
	for _, f := range functions {
		head, result, _ := strings.Cut(f, " = ")
		texts = append(texts, "\nfunc "+head+" {\n", "\nfunc "+head+" {\n\treturn "+result+"\n")
	}
	return texts
}

// overlay writes these packages as they are to be into a folder, and returns the flags with which the
// compiler takes them for its own. A file that has other texts stays as it is.
func (b *build) overlay(ctx context.Context, dir string) ([]string, error) {
	files := map[string]string{}
	// The compiler takes no other files for those of its cache of modules: it finds the modules
	// that have some by links to them.
	modules, err := os.ReadFile(filepath.Join(b.root, "go.mod"))
	if err != nil {
		return nil, err
	}
	for i, r := range replaced {
		at := strings.Split(b.output(ctx, "go", "list", "-f",
			"{{.Dir}}\t{{with .Module}}{{.Dir}}\t{{.Path}}{{end}}", path.Dir(r.file)), "\t")
		file := filepath.Join(at[0], path.Base(r.file))
		text, err := os.ReadFile(file)
		if err != nil {
			return nil, err
		}
		if r.others(string(text)) {
			continue
		}
		if len(at) == 3 {
			link := filepath.Join(dir, path.Base(at[1]))
			file = link + strings.TrimPrefix(file, at[1])
			if !exists(link) {
				if err := os.Symlink(at[1], link); err != nil {
					return nil, err
				}
				modules = fmt.Appendf(modules, "replace %s => %s\n", at[2], link)
			}
		}
		files[file] = filepath.Join(dir, fmt.Sprint(i, ".go"))
		text = []byte(strings.NewReplacer(r.texts...).Replace(string(text)))
		if err := os.WriteFile(files[file], text, 0o644); err != nil {
			return nil, err
		}
	}
	list, err := json.Marshal(map[string]any{"Replace": files})
	if err != nil {
		return nil, err
	}
	mod, overlay := filepath.Join(dir, "go.mod"), filepath.Join(dir, "overlay.json")
	return []string{"-modfile=" + mod, "-overlay=" + overlay}, errors.Join(os.WriteFile(overlay, list, 0o644),
		os.WriteFile(mod, modules, 0o644), copyFile(filepath.Join(b.root, "go.sum"), filepath.Join(dir, "go.sum")))
}
