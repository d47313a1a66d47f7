#!/usr/bin/env bash
# Builds, serves and tests Indistinct. `./build.sh help` lists the commands.
set -eu
unset CDPATH
here=$PWD # the caller's folder: names of files that are given are of files there
cd "$(dirname "$(readlink -f "${BASH_SOURCE[0]}")")"
case ${SITE:-/} in /*) ;; *) export SITE=$here/$SITE ;; esac
[ -n "${HOME:-}" ] || { unset HOME; export HOME=~; } # Go keeps its caches there

# Native builds compute what the page computes, to the last bit: gonum without
# its assembly, and no multiplication fused with an addition.
exact=(-tags noasm -gcflags=all=-d=fmahash=qn)

# One way of compiling for everything: what one step has compiled is there for the
# next.
export GOFLAGS="-trimpath ${GOFLAGS:-}"

help() {
  cat <<'END'
./build.sh           build the site and serve it on this machine
./build.sh site      build the site into the folder site: static files for any host, below any path
./build.sh site -n   what that would do
./build.sh serve     serve the site that was built last
./build.sh verify …  the native command, with the page's numbers to the last bit
./build.sh test      check every room: format, vet, scripts, generated code, tests, sizes, Chromium
./build.sh test all  check everything: also what takes an hour, such as long counts of false alarms, every
                     lesson and host in Chromium, the same bits on all processors, and data races
./build.sh test quick  format, vet, scripts, dependencies, and the short native tests of what changed
                     since they last ran
./build.sh bench     measure: benchmarks natively and, where node is installed, in WebAssembly
./build.sh bench bounds      the ε that audits prove, beside what they proved before
./build.sh bench ideal [quick] [REGEXP]  the ε that audits prove, beside what the best events would
./build.sh bench coverage [RUNS]  the false alarms of promises that are just kept, stored for
                     the reference
./build.sh bench bytes [panel|scene|worker|guest]  the code of a program by package, and
                     why each is there
./build.sh bench cluster  what the native command's cluster costs: time, messages, memory
./build.sh bench page [REV]  measure the page in Chromium: loading, drags, runs, memory, idling;
                     with a revision, paired with that one's page
./build.sh generate  make the Go code of the .vugu files again, and the native command's licences
./build.sh screenshot  draw public/screenshot.png again, in Chromium
./build.sh help      this text

CHROMIUM names a Chromium or Chrome for the tests, ADDR the address to serve on,
SITE another folder for the site, SITE_URL its address once it is published: pictures
of link previews then have whole addresses. The experiments' results are
computed the first time, which takes two minutes at most; STORED=all gives them as long
as they need, STORED=no stores none.
END
}

# need_go ends the script where there is no Go that is new enough for go.mod; its
# argument is the exit status then, 1 unless given.
need_go() {
  local want have=
  want=$(sed -n 's/^go 1\.\([0-9]*\).*/\1/p' go.mod)
  if command -v go >/dev/null; then
    have=$(GOFLAGS='' go version 2>/dev/null | sed -n 's/.*go1\.\([0-9][0-9]*\).*/\1/p')
    [ "${have:-0}" -lt "$want" ] || return 0
  fi
  echo "Go 1.$want or newer is needed${have:+, and this is Go 1.$have}: install it from https://go.dev/dl/." >&2
  exit "${1:-1}"
}

# compile makes a Go program of this tree, whole at once: another call may run or make it
# meanwhile. Its folder is .bin, or one of the user's where nobody may write into the checkout.
compile() { # package, name, flags
  bin=$PWD/.bin
  mkdir -p "$bin" 2>/dev/null && [ -w "$bin" ] || bin=${XDG_CACHE_HOME:-$HOME/.cache}/indistinct
  # Into a copy, which takes no time where it is up to date.
  mkdir -p "$bin" && { [ ! -e "$bin/$2" ] || cp "$bin/$2" "$bin/$2.$$"; } || return
  go build "${exact[@]}" "${@:3}" -o "$bin/$2.$$" "$1" &
  compiler=$!
  trap 'kill "$compiler"' INT TERM HUP
  wait "$compiler" && mv -f "$bin/$2.$$" "$bin/$2" && return
  rm -f "$bin/$2.$$"
  echo "Compiling $1 failed: nothing was done." >&2
  return 1
}

# program runs a Go program of this tree in the script's place: what stops the one stops
# the other, which go run would not pass on.
program() { # package, arguments
  need_go
  compile "$1" "${1##*/}" || exit 1
  exec "$bin/${1##*/}" "${@:2}"
}

# verify does so with the native command, in the caller's folder.
verify() {
  need_go 3
  { : 9>&1; } 2>/dev/null || { echo "Standard output is closed: there is nowhere to write the result." >&2; exit 3; }
  local name=verify
  # The message queue is most of the binary: only what needs it is built with it.
  case "${1:-} $*" in 'worker '* | *-cluster*) name=verify-cluster exact[1]=noasm,cluster ;; esac
  # The machines of a cluster must have the same build: the state of the checkout is no part of it.
  # Without C it runs with less than half the addresses (ulimit -v).
  CGO_ENABLED=0 compile ./core/cmd/verify "$name" -buildvcs=false || exit 3
  cd "$here" || exit 3
  exec "$bin/$name" "$@"
}

usage() { help >&2; exit 2; }

case ${1:-run} in
run | serve) program ./wasm/site "${1:-run}" ;;
site) program ./wasm/site "${@:2}" build ;;
verify) verify "${@:2}" ;;
test | bench)
  case "$1 ${2:-}" in
  'test ' | 'test quick' | 'test all' | 'bench '*) program ./wasm/test/run "$@" ;;
  *) usage ;;
  esac
  ;;
screenshot) program ./wasm/test/run screenshot ;;
generate) program ./wasm/site/generate ;;
help | -h | --help) help ;;
*) usage ;;
esac
