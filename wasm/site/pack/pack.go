//go:build !js

// Package pack finishes a built site: it packs the programs, writes the list of files by
// content that the service worker keeps, and compressed copies beside the plain files
// for servers that look for them.
//
// Programs are most of what is sent. They stand packed alone, with LZMA, and public/unpack.js
// unpacks them: hosts that send gzip, or nothing compressed at all, send as little then as
// those that send Brotli, and all of them less.
package pack

import (
	"bytes"
	"compress/gzip"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"regexp"
	"runtime"
	"strings"

	"github.com/andybalholm/brotli"
	"github.com/kjk/lzma"
	"golang.org/x/sync/errgroup"
)

const worker = "sw.js" // the service worker

// compressed are the kinds of files that have compressed copies.
var compressed = map[string]bool{".js": true, ".css": true, ".html": true, ".svg": true, ".json": true,
	".webmanifest": true, ".txt": true}

// Site finishes the site in dir.
func Site(dir string) error {
	if err := programs(dir); err != nil {
		return err
	}
	names, err := files(dir)
	if err != nil {
		return err
	}
	// Lines that are comments alone are a fourth of a script. The examples for other people
	// keep theirs, and so does Go's own file.
	for _, name := range names {
		if filepath.Ext(name) != ".js" || name == "wasm_exec.js" || name == "embed.js" {
			continue
		}
		text, err := os.ReadFile(filepath.Join(dir, name))
		if err == nil {
			err = os.WriteFile(filepath.Join(dir, name), comment.ReplaceAll(text, nil), 0o644)
		}
		if err != nil {
			return err
		}
	}
	err = errors.Join(fill(dir, names, "load.js", "/*SIZES*/{}", size), fill(dir, names, worker, "/*FILES*/{}", sum))
	if err != nil {
		return err
	}
	var g errgroup.Group
	g.SetLimit(runtime.GOMAXPROCS(0))
	for _, name := range names {
		if !compressed[filepath.Ext(name)] {
			continue
		}
		path := filepath.Join(dir, name)
		g.Go(func() error {
			return write(path, ".gz", gzipped)
		})
		g.Go(func() error {
			return write(path, ".br", func(w io.Writer, _ int) (io.WriteCloser, error) {
				return brotli.NewWriterOptions(w, brotli.WriterOptions{Quality: 9, LGWin: 24}), nil
			})
		})
	}
	return g.Wait()
}

// programs packs each program and removes what it was. It takes ten seconds for one.
func programs(dir string) error {
	names, err := fs.Glob(os.DirFS(dir), "*.wasm")
	if err != nil {
		return err
	}
	var g errgroup.Group
	g.SetLimit(runtime.GOMAXPROCS(0))
	for _, name := range names {
		path := filepath.Join(dir, name)
		g.Go(func() error {
			err := write(path, packed, func(w io.Writer, size int) (io.WriteCloser, error) {
				return lzma.NewWriterSizeLevel(w, int64(size), lzma.BestCompression), nil
			})
			if err != nil {
				return err
			}
			return os.Remove(path)
		})
	}
	return g.Wait()
}

// packed is what a packed program's name ends in, after its own.
const packed = ".lzma"

// comment is a line that holds nothing else: words, or a type for who checks the script.
var comment = regexp.MustCompile(`(?m)^[ \t]*(//.*|/\*\*.*\*/)\n`)

// files lists a site's files by slashed path, without compressed copies.
func files(dir string) (names []string, err error) {
	err = fs.WalkDir(os.DirFS(dir), ".", func(name string, d fs.DirEntry, err error) error {
		if ext := filepath.Ext(name); err == nil && d.Type().IsRegular() && ext != ".gz" && ext != ".br" {
			names = append(names, name)
		}
		return err
	})
	return names, err
}

// size is how many bytes of a program are sent: the page tells how many have come.
func size(name string, data []byte) (key string, value any) {
	key, ok := strings.CutSuffix(name, packed)
	if !ok {
		return "", nil
	}
	return key, len(data)
}

// sum is a file's SHA-256. The service worker then changes whenever any file
// does, which is how browsers learn of a new build. What link previews are made of is
// for servers alone.
func sum(name string, data []byte) (key string, value any) {
	if name == worker || name == "screenshot.png" || strings.HasPrefix(name, "lab/") {
		return "", nil
	}
	s := sha256.Sum256(data)
	return name, hex.EncodeToString(s[:])
}

// fill writes into a script, in place of a mark, an object with the fields that files
// give, of which some give none: {"panel.wasm": …}.
func fill(dir string, names []string, script, mark string,
	field func(name string, data []byte) (key string, value any)) error {
	values := map[string]any{}
	for _, name := range names {
		data, err := os.ReadFile(filepath.Join(dir, name))
		if err != nil {
			return err
		}
		if key, value := field(name, data); key != "" {
			values[key] = value
		}
	}
	return Fill(dir, script, mark, values)
}

// Fill writes a value in JSON into a script of the site, in place of a mark.
func Fill(dir, script, mark string, value any) error {
	b, err := json.Marshal(value)
	if err != nil {
		return err
	}
	return Replace(dir, script, mark, string(b))
}

// Replace writes a text into a file of the site, in place of a mark that it holds once.
func Replace(dir, file, mark, with string) error {
	path := filepath.Join(dir, file)
	text, err := os.ReadFile(path)
	if err != nil {
		return fmt.Errorf("The site has no %s: %w.", file, err)
	}
	if strings.Count(string(text), mark) != 1 {
		return fmt.Errorf("%s should hold %s once: it is where the build writes what it has found.", file, mark)
	}
	return os.WriteFile(path, bytes.Replace(text, []byte(mark), []byte(with), 1), 0o644)
}

// packer makes what packs a file of a size.
type packer func(w io.Writer, size int) (io.WriteCloser, error)

func gzipped(w io.Writer, _ int) (io.WriteCloser, error) {
	return gzip.NewWriterLevel(w, gzip.BestCompression)
}

func Gzip(data []byte) ([]byte, error) { return packer(gzipped).pack(data) }

func (p packer) pack(data []byte) ([]byte, error) {
	var b bytes.Buffer
	w, err := p(&b, len(data))
	if err != nil {
		return nil, err
	}
	_, err = w.Write(data)
	err = errors.Join(err, w.Close())
	return b.Bytes(), err
}

func write(path, ext string, p packer) error {
	data, err := os.ReadFile(path)
	if err == nil {
		data, err = p.pack(data)
	}
	if err != nil {
		return err
	}
	return os.WriteFile(path+ext, data, 0o644)
}
