// Package npm fetches the few packages of npm that tests use.
package npm

import (
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
)

// File returns the path of a file of an npm package, which is fetched once.
func File(name, version, file string) (string, error) {
	cache, err := os.UserCacheDir()
	if err != nil {
		return "", err
	}
	dir := filepath.Join(cache, "indistinct", name+"-"+version)
	path := filepath.Join(dir, "package", filepath.FromSlash(file))
	if _, err := os.Stat(path); err == nil {
		return path, nil
	}
	if _, err := exec.LookPath("npm"); err != nil {
		return "", errors.New("npm is not installed")
	}
	if err := os.MkdirAll(filepath.Dir(dir), 0o755); err != nil {
		return "", err
	}
	part, err := os.MkdirTemp(filepath.Dir(dir), "part-")
	if err != nil {
		return "", err
	}
	defer os.RemoveAll(part)
	for _, args := range [][]string{{"npm", "pack", "--silent", name + "@" + version},
		{"tar", "xzf", name + "-" + version + ".tgz"}} {
		cmd := exec.Command(args[0], args[1:]...)
		cmd.Dir = part
		if err := cmd.Run(); err != nil {
			return "", fmt.Errorf("%s could not be fetched from npm (%w)", name, err)
		}
	}
	os.RemoveAll(dir) // it may hold a part of it
	return path, os.Rename(part, dir)
}
