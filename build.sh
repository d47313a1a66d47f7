#!/usr/bin/env bash
# Builds, serves and tests Indistinct. `./build.sh help` lists the commands.
set -eu
unset CDPATH
cd "$(dirname "${BASH_SOURCE[0]}")"
[ -n "${HOME:-}" ] || { unset HOME; export HOME=~; } # Go keeps its caches there

# One line for each binary of the site: name, package, budget in bytes when
# compressed with gzip -9, and the compiler's flags. The panel's time goes into
# the DOM: without inlining it is an eighth smaller and no slower.
binaries="
panel   ./wasm/panel   1740000  -gcflags=all=-l
scene   ./wasm/scene   3400000
worker  ./wasm/worker  2600000
guest   ./wasm/guest   3000000
"
budget_visit=7240000 # what the first page loads, scene included
budget_site=11100000

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
./build.sh verify …  the native command, with the page's numbers to the last bit
./build.sh test      check everything: format, vet, generated code, tests, bits, sizes, Chromium
./build.sh test quick  format, vet, dependencies, and the short native tests of what changed since
                     they last ran: minutes, but the first time, when all is compiled and tested,
                     half an hour on two processors
./build.sh bench     measure: benchmarks natively and, where node is installed, in WebAssembly
./build.sh bench bounds      the ε that audits prove, beside what they proved before
./build.sh bench ideal [quick] [REGEXP]  the ε that audits prove, beside what the best events would
./build.sh bench cluster  what the native command's cluster costs: time, messages, memory
./build.sh bench page [REV]  measure the page in Chromium: loading, drags, runs, memory, idling;
                     with a revision, paired with that one's page
./build.sh generate  make the Go code of the .vugu files again, and the native command's licences
./build.sh screenshot  draw public/screenshot.png again, in Chromium
./build.sh help      this text

CHROMIUM names a Chromium or Chrome for the tests, ADDR the address to serve on,
SITE another folder for the site, SITE_URL its address once it is published: link
previews then have a picture, whose address must be whole. QUALITY=11 packs tightest,
for publishing. The experiments' results are computed the first time, which takes two
minutes at most; STORED=all gives them as long as they need, STORED=no stores none.
END
}

say() { printf '\n\033[1m%s\033[0m\n' "$*"; }

# need_go ends the script where there is no Go that is new enough for go.mod; its
# argument is the exit status then, 1 unless given.
need_go() {
  local want have=
  want=$(sed -n 's/^go 1\.\([0-9]*\).*/\1/p' go.mod)
  if command -v go >/dev/null; then
    have=$(go version 2>/dev/null | sed -n 's/.*go1\.\([0-9][0-9]*\).*/\1/p')
    [ "${have:-0}" -lt "$want" ] || return 0
  fi
  echo "Go 1.$want or newer is needed${have:+, and this is Go 1.$have}: install it from https://go.dev/dl/." >&2
  exit "${1:-1}"
}

# must runs a command, and ends the script with a sentence where it fails. (set -e
# is off in a function that is called with &&, || or if.)
must() { # what, command
  local what=$1
  shift
  "$@" || { echo "$what failed: no new site was made." >&2; exit 1; }
}

wasm() { GOOS=js GOARCH=wasm "$@"; }

# each_binary calls a function with name, package, budget and flags.
each_binary() {
  local row
  while read -ra row; do
    if [ -n "${row:-}" ]; then "$1" "${row[@]}"; fi
  done <<<"$binaries"
}

package_of() { echo "$2"; }

build_binary() {
  local name=$1 package=$2
  shift 3
  must "Compiling $package" wasm go build "-ldflags=-s -w -X indistinct/ui/build.Mark=$mark" -buildvcs=false "$@" -o "$new/$name.wasm" "$package"
}

# The site is built beside the old one and takes its place when it is complete.
site=${SITE:-site}
quality=${QUALITY:-9} # of brotli: 11 takes a minute and is for publishing
new= old=
build_site() {
  need_go
  claim_folder
  must 'Copying the pages' cp -R public/. "$new"
  sign_site
  # Part of the Go distribution: it has to fit the compiler.
  must 'Copying wasm_exec.js of the Go distribution' cp "$(go env GOROOT)/lib/wasm/wasm_exec.js" "$new"
  # What tells the programs of this build from another's: see ui/build.
  mark=$({ go version; find core ui wasm go.* -type f ! -name '*_test.go' 2>/dev/null | LC_ALL=C sort | xargs cat; } | cksum | tr ' ' -)
  each_binary build_binary
  # shellcheck disable=SC2046
  must 'Collecting the licences (wasm/site/licences)' go run "${exact[@]}" ./wasm/site/licences -for js/wasm -o "$new/licences.txt" $(each_binary package_of)
  # Without the tables of source lines they are an eighth smaller.
  go run "${exact[@]}" ./wasm/site/slim "$new"/*.wasm || echo 'The binaries above are larger than they need be; they work all the same.'
  must 'Drawing the first picture (wasm/site/frame)' go run "${exact[@]}" ./wasm/site/frame "$new"
  local which=(-skip=false)
  case ${STORED:-} in no) which=(-skip) ;; all) which=(-cap 1h -all 2h) ;; esac
  must 'Storing results (wasm/site/stored)' go run "${exact[@]}" ./wasm/site/stored "${which[@]}" "$new"
  must 'Packing (wasm/site/pack)' go run "${exact[@]}" ./wasm/site/pack -quality "$quality" "$new"
  if [ -e "$site" ]; then must "Moving the old site aside" mv "$site" "$old"; fi
  must "Moving the new site to $site" mv "$new" "$site"
  undo
  trap - EXIT
}

# claim_folder makes the folder new, in which the site is built, and ends the
# script where that cannot be or where the site's own folder holds anything that
# is not of an earlier site.
claim_folder() {
  local listed='' other='' left pid
  site=${site%"${site##*[!/]}"} # no slashes at the end
  if [ -d "$site" ]; then
    site=$(cd -- "$site" && pwd -P)
    # The service worker lists the files of a site, but for itself and one picture.
    [ ! -e "$site/sw.js" ] || listed=$(tr , '\n' <"$site/sw.js" | sed -n 's/.*"\([^"]*\)":"[0-9a-f]\{64\}.*/\1/p')
    other=$(cd -- "$site" && find . ! -type d | sed 's|^\./||; s|\.gz$||; s|\.br$||' | grep -vxF "${listed:+sw.js
screenshot.png
}$listed" | head -n 1)
    [ -z "$other" ] || { echo "$site holds $other, which is not of a site made by build.sh: move it elsewhere, or name another folder with SITE." >&2; exit 1; }
  elif [ -z "$site" ] || [ -e "$site" ]; then
    echo "SITE names ${site:-/}, which cannot be the site's folder: name one that is new, empty or holds an earlier site." >&2
    exit 1
  fi
  # What builds have left that were killed.
  for left in "$site".old-* "$site".new-*; do
    pid=${left##*-}
    case $pid in '' | *[!0-9]*) continue ;; esac
    if [ "$pid" != $$ ] && kill -0 "$pid" 2>/dev/null; then continue; fi
    new='' old=''
    case $left in *.new-*) new=$left ;; *) old=$left ;; esac
    undo
  done
  new=$site.new-$$ old=$site.old-$$
  trap undo EXIT
  mkdir -- "$new" || { echo "The site cannot be built in $site: the folder around it must exist and be writable." >&2; exit 1; }
}

# undo removes what a build has left beside the site, and puts an old site back
# that has no successor.
undo() {
  if [ -d "$old" ] && [ ! -e "$site" ]; then mv "$old" "$site"; fi
  rm -rf "$new" "$old"
}

# sign_site writes into the pages which build they are of, and where they will
# stand.
sign_site() {
  local version year url=${SITE_URL:-} head
  version=$(git describe --always --tags --dirty=+ 2>/dev/null || echo development)
  year=$(git log -1 --format=%cd --date=format:%Y 2>/dev/null || date +%Y)
  head="<meta name=\"version\" content=\"$version\" data-year=\"$year\">"
  if [ -n "$url" ]; then
    case $url in
    https://*[\"\<\>\&\|\\]* | http://*[\"\<\>\&\|\\]*) url= ;;
    https://* | http://*) url=${url%/}/ ;;
    *) url= ;;
    esac
    [ -n "$url" ] || { echo 'SITE_URL is the whole address of the published site: https://example.org/indistinct/.' >&2; exit 1; }
    head="$head<meta property=\"og:url\" content=\"$url\"><meta property=\"og:image\" content=\"${url}screenshot.png\"><link rel=\"canonical\" href=\"$url\">"
  fi
  sed "s|<meta name=\"version\"[^>]*>|$head|" public/index.html >"$new/index.html" || must 'Writing index.html' false
}

serve() {
  go run "${exact[@]}" ./wasm/site/serve -dir "$site" -addr "${ADDR:-127.0.0.1:8080}"
}

# vugu_packages lists the folders with .vugu files.
vugu_packages() { find ui wasm -name '*.vugu' | sed 's|/[^/]*$||' | sort -u; }

generate() {
  need_go
  local dir
  for dir in $(vugu_packages); do
    go tool vugugen -skip-go-mod -skip-main "$dir"
    gofmt -w "$dir"/*_gen.go
  done
  go run "${exact[@]}" ./wasm/site/licences -o core/cmd/verify/licences.txt ./core/cmd/verify
}

# Checks. Each prints what is wrong and returns 1 if anything is.

check_format() {
  local bad
  bad=$(find core ui wasm -name '*.go' -exec gofmt -l {} +)
  [ -z "$bad" ] || { echo "These files are not formatted; run gofmt -w on them:"; echo "$bad"; return 1; }
}

# For the browser only what has other files there. Tests are vetted here once, and not
# again where they run.
check_vet() {
  local files='{{.ImportPath}} {{.GoFiles}}'
  # shellcheck disable=SC2046
  go vet "${exact[@]}" ./... &&
    wasm go vet $(comm -23 <(wasm go list -f "$files" ./ui/... ./wasm/... | sort) <(go list -f "$files" ./... | sort) | cut -d ' ' -f 1)
}

check_generated() {
  local dir file bad=0 temp
  temp=$(mktemp -d)
  for dir in $(vugu_packages); do
    mkdir -p "$temp/$dir"
    cp "$dir"/*.vugu "$dir"/*.go "$temp/$dir"
    rm -f "$temp/$dir"/*_gen.go
    go tool vugugen -skip-go-mod -skip-main "$temp/$dir" || bad=1
    gofmt -w "$temp/$dir"/*_gen.go
    for file in $(cd "$dir" && ls -- *_gen.go; cd "$temp/$dir" && ls -- *_gen.go); do
      cmp -s "$dir/$file" "$temp/$dir/$file" || { echo "$dir/$file is not what its .vugu file says: run ./build.sh generate."; bad=1; }
    done
  done
  rm -rf "$temp"
  return $bad
}

# core knows no browser, ui no network, and nothing points upwards; code that is
# not ours stays with the guest.
check_arrows() {
  local bad=0 hit
  arrow() { # what, forbidden pattern, packages
    local what=$1 pattern=$2 hit
    shift 2
    hit=$(wasm go list -deps "$@" | grep -E "$pattern" | sort -u || true)
    [ -z "$hit" ] || { echo "$what must not depend on:"; echo "$hit"; bad=1; }
  }
  # The standard library itself needs syscall/js there: only core's own imports count.
  # shellcheck disable=SC2016
  hit=$(wasm go list -f '{{$p := .ImportPath}}{{range .Imports}}{{$p}} imports {{.}}{{"\n"}}{{end}}' ./core/... | grep -E ' imports syscall/js$' || true)
  [ -z "$hit" ] || { echo "$hit"; bad=1; }
  arrow 'core' '^(net/http|github\.com/(vugu|hajimehoshi)/.*|indistinct/(ui|wasm)(/.*)?)$' ./core/...
  # shellcheck disable=SC2046
  hit=$(go list -deps $(go list ./core/... | grep -v '^indistinct/core/\(cmd\|test\)/') | grep '^github.com/nats-io/' || true)
  [ -z "$hit" ] || { echo 'core without core/cmd must not depend on:'; echo "$hit"; bad=1; }
  arrow 'ui' '^(net/http|indistinct/wasm(/.*)?)$' ./ui/...
  arrow 'the worker' '^(net/http|github\.com/(vugu|hajimehoshi)/.*)$' ./wasm/worker
  arrow 'the guest' '^(net/http|github\.com/(vugu|hajimehoshi)/.*)$' ./wasm/guest
  arrow 'what is not a guest' '^(github\.com/google/.*|go\.starlark\.net/.*)$' ./wasm/worker ./wasm/panel
  arrow 'the panel' '^(net/http|github\.com/hajimehoshi/.*)$' ./wasm/panel
  return $bad
}

# Each benchmark runs once, so that it still can.
test_native() {
  # shellcheck disable=SC2046
  go test "${exact[@]}" -vet=off -bench . -benchtime 1x -timeout 30m $(go list ./... | grep -v '/wasm/test/') | grep -v -e 'no test files' -e '^PASS' -e '^goos' -e '^goarch' -e '^pkg' -e '^cpu' -e '^Benchmark'
  return "${PIPESTATUS[0]}"
}

# What starts goroutines, and every laboratory's chunks at the same time, under
# the race detector.
test_race() {
  if ! command -v "${CC:-gcc}" >/dev/null; then
    echo 'Skipped: the race detector needs a C compiler (install gcc).'
    return 0
  fi
  CGO_ENABLED=1 go test -race -short -timeout 30m ./core/work ./ui/pool &&
    CGO_ENABLED=1 go test -race -short -timeout 30m -run 'AtTheSameTime$' ./core/guest
}

# The same Spec gives the same Report, bit for bit, on every instruction set.
check_bits() {
  local temp bad=0 runs=0 lab labs mech
  temp=$(mktemp -d)
  GOAMD64=v1 go build "${exact[@]}" -o "$temp/v1" ./core/cmd/verify || return 1
  labs=$("$temp/v1" -lang en -help | sed -n '/^Laboratories:/,/^$/s/^  \([a-z0-9]*\) .*/\1/p')
  if [ "$(go env GOARCH)" = amd64 ] && grep -qw fma /proc/cpuinfo 2>/dev/null && grep -qw avx2 /proc/cpuinfo; then
    GOAMD64=v3 go build "${exact[@]}" -o "$temp/v3" ./core/cmd/verify || return 1
  else
    echo 'Not compared with fused multiply-adds: this processor is not x86-64-v3.'
  fi
  if command -v node >/dev/null; then
    wasm go build -o "$temp/verify.wasm" ./core/cmd/verify || return 1
  else
    echo 'Not compared with WebAssembly here: node is not installed (the Chromium tests compare too).'
  fi
  same() { # what, expected, command
    local what=$1 want=$2
    shift 2
    runs=$((runs + 1))
    [ "$("$@" || true)" = "$want" ] || { echo "$what gives another report than natively"; bad=1; }
  }
  compare() { # laboratory, arguments
    local lab=$1 want
    want=$("$temp/v1" -lab "$@" -json) || [ $? = 1 ] || { echo "verify -lab $* failed"; bad=1; return 0; }
    if [ -x "$temp/v3" ]; then same "verify -lab $* with fused multiply-adds" "$want" "$temp/v3" -lab "$@" -json; fi
    # Under node, arguments and environment share 8 KB: little is passed on.
    if [ -e "$temp/verify.wasm" ]; then
      same "verify -lab $* in WebAssembly" "$want" env -i PATH="$PATH" HOME="$HOME" "$(go env GOROOT)/lib/wasm/go_js_wasm_exec" "$temp/verify.wasm" -lab "$@" -json
    fi
  }
  for lab in $labs; do
    compare "$lab" -n 300 -m 600 -seed 1
    compare "$lab" -n 200 -m 400 -r 3 -seed 9007199254740991
  done
  for mech in klmhe input ekf laplace gauss; do
    compare ring -mech "$mech" -n 200 -m 300 -seed 2
  done
  for lab in ring filtering lqg survey; do
    compare "$lab" -pairs all -n 200 -m 300 -seed 3
  done
  compare ring -s 0 -n 200 -m 300
  compare ring -s 1 -n 200 -m 300
  [ $bad = 1 ] || echo "$runs reports compared, all alike."
  rm -rf "$temp"
  return $bad
}

# A script tells bad input from a violation by the status.
check_status() {
  local got=0
  ./build.sh verify -n none 2>/dev/null || got=$?
  [ $got = 2 ] || { echo "verify exits with $got where the input is bad, want 2"; return 1; }
}

# row prints a size beside its budget, and notes in over that it is larger.
over=0
row() {
  printf '%-12s %9d %9d\n' "$1" "$2" "$3"
  [ "$2" -le "$3" ] || { echo "  over its budget by $(($2 - $3)) bytes"; over=1; }
}

packed() { gzip -9 -c "$1" | wc -c; }

check_binary() { row "$1.wasm" "$(packed "$site/$1.wasm")" "$3"; }

check_sizes() {
  local size file all=0 other=0
  printf '%-12s %9s %9s\n' file 'gzip -9' budget
  each_binary check_binary
  while read -r file; do
    size=$(packed "$file")
    all=$((all + size))
    case $file in # what other pages and other visitors load
    */guest.wasm | */stored.json | */screenshot.png | */examples.html | */licences.txt | */embed.js | */course.* | */indistinct.d.ts | */imsmanifest.xml | */404.html | */icon-*.png) other=$((other + size)) ;;
    */still/ring-light.png) ;;
    */texts/en.json) ;; # a visitor loads the texts of one language
    */still/* | */texts/* | */frame/*) other=$((other + size)) ;;
    esac
  done < <(find "$site" -type f ! -name '*.gz' ! -name '*.br')
  row 'one visit' $((all - other)) "$budget_visit"
  row 'whole site' "$all" "$budget_site"
  return $over
}

# find_chromium prints the path of a browser, and installs one where it may.
find_chromium() {
  local name
  for name in "${CHROMIUM:-}" chromium chromium-browser google-chrome google-chrome-stable; do
    if [ -n "$name" ] && command -v "$name" >/dev/null; then
      command -v "$name"
      return 0
    fi
  done
  if [ "$(id -u)" = 0 ] && command -v apt-get >/dev/null && grep -qiE '^ID(_LIKE)?=.*(debian|ubuntu)' /etc/os-release 2>/dev/null; then
    echo 'Installing chromium …' >&2
    export DEBIAN_FRONTEND=noninteractive
    { apt-get update && apt-get install -y --no-install-recommends chromium; } >&2 || true
    if command -v chromium >/dev/null; then command -v chromium; return 0; fi
  fi
  echo 'Chromium is needed for the browser tests: install the package chromium (or Google Chrome), or name one with CHROMIUM=/path/to/it.' >&2
  return 1
}

# find_axe prints the path of axe-core's script, fetched once from the npm
# registry; nothing where npm is not installed.
axe_version=4.10.3
find_axe() {
  local dir=${XDG_CACHE_HOME:-$HOME/.cache}/indistinct/axe-core-$axe_version
  if [ ! -e "$dir/package/axe.min.js" ]; then
    command -v npm >/dev/null || return 0
    mkdir -p "$dir"
    (cd "$dir" && npm pack --silent "axe-core@$axe_version" >/dev/null 2>&1 && tar xzf "axe-core-$axe_version.tgz" package/axe.min.js) || return 0
  fi
  echo "$dir/package/axe.min.js"
}

test_browser() {
  local browser axe
  browser=$(find_chromium) || return 1
  axe=$(find_axe)
  [ -n "$axe" ] || echo 'Accessibility is not checked: npm is not installed.'
  AXE=$axe CHROMIUM=$browser INDISTINCT_SITE="$(cd "$site" && pwd)" go test "${exact[@]}" -count=1 -timeout 60m -parallel 3 -v ./wasm/test/e2e
}

# draw_screenshot takes the picture of the README and of link previews from the page
# as it runs: the ring after a test.
draw_screenshot() {
  local browser shots
  build_site
  browser=$(find_chromium) || exit 1
  shots=$(mktemp -d)
  INDISTINCT_SHOTS=$shots CHROMIUM=$browser INDISTINCT_SITE="$(cd "$site" && pwd)" go test "${exact[@]}" -count=1 -run '^TestPictures$/^1280-light$' ./wasm/test/e2e
  cp "$shots/TestPictures-1280-light-page.png" public/screenshot.png
  rm -rf "$shots"
}

# run_steps runs a list of steps, each a title and a function, and sums up. All of
# them run, whichever fail, each in a process of its own.
run_steps() {
  need_go
  local log failed=() start
  log=$(mktemp)
  step() { # title, function
    start=$SECONDS
    say "$1"
    if { "$2" 2>&1 | tee -a "$log"; [ "${PIPESTATUS[0]}" = 0 ]; }; then
      printf 'done in %d s\n' $((SECONDS - start))
    else
      printf 'FAILED after %d s: %s\n' $((SECONDS - start)) "$1"
      failed+=("$1")
    fi
  }
  while [ $# -gt 0 ]; do
    step "$1" "$2"
    shift 2
  done
  say 'Summary'
  grep -E '^(ok|FAIL|--- (PASS|FAIL|SKIP)|panic:)' "$log" || true
  rm -f "$log"
  if [ ${#failed[@]} -gt 0 ]; then
    printf 'FAILED: %s\n' "${failed[@]}"
    return 1
  fi
  echo "All checks passed in $SECONDS s."
}

test_all() {
  run_steps \
    'Formatting' check_format \
    'Vet, natively and for the browser' check_vet \
    'Generated code is up to date' check_generated \
    'Dependencies point one way' check_arrows \
    'Native tests and benchmarks' test_native \
    'Race detector' test_race \
    'Same bits everywhere' check_bits \
    'Exit status of the native command' check_status \
    'Site builds' build_site \
    'Sizes' check_sizes \
    'Chromium' test_browser
}

# test_quick leaves to test_all what needs minutes or a browser. Go keeps the
# results of packages that did not change.
test_quick() {
  run_steps \
    'Formatting' check_format \
    'Vet, natively and for the browser' check_vet \
    'Dependencies point one way' check_arrows \
    'Native tests' test_core
}

test_core() {
  go test "${exact[@]}" -vet=off -short -timeout 60m ./core/... ./ui/... | grep -v 'no test files'
  return "${PIPESTATUS[0]}"
}

bench() {
  need_go
  say 'Native'
  go test -run '^$' -bench . -benchmem ./core/... ./ui/... | grep -v 'no test files'
  if command -v node >/dev/null; then
    say 'WebAssembly (node)'
    wasm go test -exec "env -i PATH=$PATH HOME=$HOME $(go env GOROOT)/lib/wasm/go_js_wasm_exec" -run '^$' -bench . ./core/rng ./core/num ./core/audit ./core/labs/ring/... | grep -v 'no test files'
  fi
}

# bench_bounds compares the bounds that audits prove with the stored ones; given
# store, it stores them; a pattern chooses settings.
bench_bounds() {
  need_go
  INDISTINCT_BOUNDS=${1:-compare} go test "${exact[@]}" -count=1 -timeout 1h -run "TestBounds/(${2:-.})" -v ./core/test/bounds | grep -v -e '^=== ' -e '^ *--- '
}

# bench_ideal compares the bounds that audits prove with those of the best events; given
# quick, with few releases; a pattern chooses laws.
bench_ideal() {
  need_go
  local which=all
  case ${1:-} in quick | all) which=$1 && shift ;; esac
  INDISTINCT_IDEAL=$which go test "${exact[@]}" -count=1 -timeout 6h -run "TestIdeal/(${1:-.})" -v ./core/test/bounds | grep --line-buffered -v -e '^=== ' -e '^ *--- '
}

# bench_cluster measures what the native command's cluster costs.
bench_cluster() {
  need_go
  INDISTINCT_CLUSTER=measure go test "${exact[@]}" -count=1 -timeout 2h -run '^TestMeasure' -v ./core/test/cluster | grep --line-buffered -v -e '^=== ' -e '^ *--- '
}

# bench_page measures the page in Chromium; given a revision, that one's page in
# turn with the present one's.
bench_page() {
  need_go
  local browser temp before=
  browser=$(find_chromium) || return 1
  temp=$(mktemp -d)
  quality=11
  site=$temp/now
  build_site
  if [ -n "${1:-}" ]; then
    git worktree add -q --detach "$temp/tree" "$1"
    (cd "$temp/tree" && SITE="$temp/before" ./build.sh site)
    before=$temp/before
  fi
  INDISTINCT_MEASURE=1 INDISTINCT_SITE="$temp/now" INDISTINCT_BEFORE=$before CHROMIUM=$browser go test -count=1 -timeout 2h ./wasm/test/measure -v | grep -v -e '^=== ' -e '^--- ' -e '^PASS' -e '^ok'
  [ -z "$before" ] || git worktree remove --force "$temp/tree"
  rm -rf "$temp"
}

case ${1:-run} in
run)
  build_site
  serve
  ;;
site)
  build_site
  echo "The site is in $site: copy the folder to any static host."
  ;;
verify)
  shift
  need_go 3
  # Not by go run, which exits with 1 whatever the command's own status is.
  built=$(mktemp -d) || exit 3
  trap 'rm -rf "$built"' EXIT
  # The message queue is most of the binary: only what needs it is built with it.
  case "${1:-} $*" in 'worker '* | *-cluster*) exact[1]=noasm,cluster ;; esac
  # The machines of a cluster must have the same build: the state of the checkout is no part of it.
  go build "${exact[@]}" -buildvcs=false -o "$built/verify" ./core/cmd/verify || exit 3
  "$built/verify" "$@"
  ;;
test)
  case ${2:-} in
  quick) test_quick ;;
  '') test_all ;;
  *)
    help >&2
    exit 2
    ;;
  esac
  ;;
bench)
  case ${2:-} in
  page) bench_page "${3:-}" ;;
  bounds) bench_bounds "${3:-}" "${4:-}" ;;
  ideal) bench_ideal "${@:3}" ;;
  cluster) bench_cluster ;;
  *) bench ;;
  esac
  ;;
generate) generate ;;
screenshot) draw_screenshot ;;
help | -h | --help) help ;;
*)
  help >&2
  exit 2
  ;;
esac
