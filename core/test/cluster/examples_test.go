//go:build unix

package cluster

import (
	"net"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strings"
	"testing"
)

// examples is the folder of the examples, seen from here.
const examples = "../../cmd/verify/examples"

// example starts a script among the examples, with programs in place of those of another machine.
func example(t *testing.T, name string, programs map[string]string, env []string, args ...string) *process {
	t.Helper()
	if _, err := exec.LookPath("bash"); err != nil {
		t.Skip(err)
	}
	bin := t.TempDir()
	for program, text := range programs {
		if err := os.WriteFile(filepath.Join(bin, program), []byte("#!/bin/sh\n"+text), 0o700); err != nil {
			t.Fatal(err)
		}
	}
	script, err := filepath.Abs(filepath.Join(examples, name))
	if err != nil {
		t.Fatal(err)
	}
	env = append(env, "PATH="+bin+":"+os.Getenv("PATH"), "VERIFY="+command(t, built))
	return start(t, name, "/usr/bin/env", t.TempDir(), append(append(env, "bash", script), args...)...)
}

// free returns a port that nobody listens on.
func free(t *testing.T) string {
	t.Helper()
	l, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	defer l.Close()
	_, port, _ := net.SplitHostPort(l.Addr().String())
	return port
}

// The tasks of a Slurm array are a cluster, and the first one prints the report.
func TestSlurm(t *testing.T) {
	t.Parallel()
	home, port, args := t.TempDir(), free(t), program(100)
	programs := map[string]string{"hostname": "echo 127.0.0.1\n", "scancel": "echo $* >" + home + "/cancelled\n"}
	env := []string{"HOME=" + home, "PORT=" + port, "SLURM_ARRAY_JOB_ID=17", "SLURM_CPUS_PER_TASK=1"}
	for _, task := range []string{"1", "2"} {
		example(t, "slurm.sh", programs, append(env, "SLURM_ARRAY_TASK_ID="+task), args...)
	}
	same(t, example(t, "slurm.sh", programs, append(env, "SLURM_ARRAY_TASK_ID=0"), args...), args)
	if data, err := os.ReadFile(home + "/cancelled"); err != nil || string(data) != "17\n" {
		t.Errorf("the other tasks go on: %q, %v", data, err)
	}
}

// Machines that ssh reaches are a cluster.
func TestSSH(t *testing.T) {
	t.Parallel()
	hosts, args := t.TempDir(), program(100)
	programs := map[string]string{
		"scp": `to=` + hosts + `/${3%%:*}; exec cp "$2" "$to/${3#*:}"` + "\n",
		"ssh": `while :; do case $1 in -R) shift 2 ;; -*) shift ;; *) break ;; esac; done
mkdir -p ` + hosts + `/$1 && cd ` + hosts + `/$1 && shift && exec sh -c "$*"` + "\n",
	}
	same(t, example(t, "ssh.sh", programs, []string{"HOSTS=anna berta", "PORT=" + free(t)}, args...), args)
	for _, host := range []string{"anna", "berta"} {
		if _, err := os.Stat(filepath.Join(hosts, host, "indistinct-worker/verify")); err != nil {
			t.Error(err)
		}
	}
}

// commandLines finds the command's arguments in a YAML file: lists in brackets and plain lines.
var commandLines = regexp.MustCompile(`(?m)^ *(?:command|args|entrypoint): (.*)$`)

// The command lines of the containers are those of a cluster.
func TestContainers(t *testing.T) {
	t.Parallel()
	for _, file := range []string{"compose.yaml", "kubernetes.yaml"} {
		t.Run(file, func(t *testing.T) {
			data, err := os.ReadFile(filepath.Join(examples, file))
			if err != nil {
				t.Fatal(err)
			}
			c := &network{t: t, file: command(t, built), store: t.TempDir()}
			lines := commandLines.FindAllStringSubmatch(string(data), -1)
			asked := false
			for _, line := range lines {
				text := regexp.MustCompile(`\$[({]TOKEN[^)}]*[)}]`).ReplaceAllString(line[1], "secret")
				text = strings.NewReplacer("0.0.0.0:4222", "127.0.0.1:0", "/data", c.store, "[", "", "]", "", ",", "",
					`"`, "").Replace(text)
				if c.addr != "" {
					text = regexp.MustCompile(`nats://secret@\w+:4222`).ReplaceAllString(text, c.addr)
				}
				args := strings.Fields(text)
				switch {
				case args[0] == "-js": // NATS itself, which is another's
					c.startServer("secret@127.0.0.1:0")
				case args[0] == "worker" && args[1] == "-serve":
					c.server = start(t, "server", c.file, "", args...)
					c.ready()
				case args[0] == "worker":
					w := start(t, "worker", c.file, "", args...)
					until(t, "the worker is ready", func() bool { return strings.Contains(w.said(), "Working for") })
				case args[0] == "/verify":
					args = append(args[1:], runs["laboratory"]...)
					same(t, start(t, "asking side", c.file, "", args...), runs["laboratory"])
					asked = true
				default: // the line of a long run: it begins, and nobody waits for its end
					p := start(t, "asking side", c.file, "", args...)
					until(t, "the run begins", func() bool {
						return strings.Contains(p.said(), "on the cluster") || p.ended()
					})
					if asked = true; p.ended() {
						t.Error("the run has ended")
					}
				}
			}
			if len(lines) < 3 || !asked {
				t.Errorf("%d command lines", len(lines))
			}
		})
	}
}

// What the image and the build script compile computes the same bits.
func TestImageIsBuiltAlike(t *testing.T) {
	data, err := os.ReadFile(filepath.Join(examples, "Dockerfile"))
	if err != nil {
		t.Fatal(err)
	}
	for _, flag := range exact {
		if !strings.Contains(strings.ReplaceAll(string(data), "-tags ", "-tags="), flag) {
			t.Errorf("the Dockerfile builds without %s", flag)
		}
	}
}
