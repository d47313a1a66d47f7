#!/bin/sh
# Writes the part of the corpus that awk, bc, jq, sort, sed, sqlite3 and Node write: sh make.sh
# Each kind: a count and a sum of squares, each 1 larger for the neighbour, of epsilon 1/2 each; wrong: a twentieth of
# the noise.
set -e
N=200

# draw WHICH SIDE SEED: lines "n sumsq"
draw() {
    scale=2
    if [ "$1" = wrong ]; then scale=0.1; fi
    mawk -v n=$N -v side="$2" -v seed="$3" -v b=$scale 'function lap() { return b * (log(1 - rand()) - log(1 - rand())) }
        BEGIN { srand(seed); for (i = 0; i < n; i++) printf "%.3f %.3f\n", 12 + side + lap(), 30 + side + lap() }'
}
seed=7
# each NAME EXT COMMAND: the command reads those lines
each() {
    for which in right wrong; do
        for side in 0 1; do
            seed=$((seed + 13))
            draw $which $side $seed | sh -c "$3" > "$1.$which.$side.$2"
        done
    done
}
each awk-print txt "awk '{ print \$1 * 3, \$2 / 3 }'"
each awk-ofs csv "awk -v OFS=';' '{ print \$1, \$2 }'"
each awk-numbered txt "awk '{ print NR \":\", \$1, \$2 }'"
each awk-printf txt "awk '{ printf \"%10.3e|%8.2f\\n\", \$1, \$2 }'"
each bc txt "awk '{ print \"scale=4; (\" \$1 \"-12)/1\" }' | bc"
each jq-numbers jsonl "jq -cR 'split(\" \")[0] | tonumber'"
each jq-arrays jsonl "jq -cR 'split(\" \") | map(tonumber)'"
each jq-objects jsonl "jq -cR 'split(\" \") | map(tonumber) | {n: .[0], sumsq: .[1]}'"
each jq-objects-indented json "jq -R 'split(\" \") | map(tonumber) | {n: .[0], sumsq: .[1]}'"
each jq-slurp json "jq -R 'split(\" \") | map(tonumber) | {n: .[0], sumsq: .[1]}' | jq -s ."
each jq-slurp-numbers json "jq -R 'split(\" \")[0] | tonumber' | jq -s ."
each jq-columns json "jq -R 'split(\" \") | map(tonumber)' | jq -sc '{n: map(.[0]), sumsq: map(.[1])}'"
each jq-columns-wrapped json "jq -R 'split(\" \") | map(tonumber)' | jq -s '{seed: 7, releases: map({n: .[0], sumsq: .[1]})}'"
each jq-csv csv "jq -rR 'split(\" \") | map(tonumber) | @csv'"
each jq-tsv tsv "jq -rR 'split(\" \") | map(tonumber) | @tsv'"
each jq-missing-key jsonl "jq -cR 'split(\" \") | map(tonumber) | if .[0] > 15 then {n: .[0]} else {sumsq: .[1], n: .[0]} end'"
each jq-strings jsonl "jq -cR 'split(\" \")'"
each jq-bool jsonl "jq -cR 'split(\" \")[0] | tonumber > 12.5'"
each jq-id jsonl "jq -cR '{i: input_line_number, n: (split(\" \")[0] | tonumber)}'"
each sort-unique txt "sort -n"
each nl txt "nl"
each cat-n txt "cat -n"
each column-t txt "column -t"
each paste-crlf tsv "sed 's/ /\\t/; s/\$/\\r/'"
each node-array txt "node -e 'for (const l of require(\"fs\").readFileSync(0, \"utf8\").trim().split(\"\\n\")) console.log(l.split(\" \").map(Number))'"
each node-object txt "node -e 'for (const l of require(\"fs\").readFileSync(0, \"utf8\").trim().split(\"\\n\")) { const [n, sumsq] = l.split(\" \").map(Number); console.log({n, sumsq}) }'"
each node-float32 jsonl "node -e 'for (const l of require(\"fs\").readFileSync(0, \"utf8\").trim().split(\"\\n\")) console.log(JSON.stringify([...new Float32Array(l.split(\" \").map(x => Math.round(x * 1024) / 1024))]))'"
each node-locale txt "node -e 'for (const l of require(\"fs\").readFileSync(0, \"utf8\").trim().split(\"\\n\")) console.log((1000 * l.split(\" \")[0] / 7).toLocaleString(\"de-DE\"))'"
each sqlite-table txt "sed 's/ /,/' > /tmp/corpus.csv; sqlite3 :memory: 'create table r (n real, sumsq real)' '.mode csv' '.import /tmp/corpus.csv r' '.mode table' 'select * from r'"
each sqlite-json json "sed 's/ /,/' > /tmp/corpus.csv; sqlite3 :memory: 'create table r (n real, sumsq real)' '.mode csv' '.import /tmp/corpus.csv r' '.mode json' 'select * from r'"
each sqlite-quote txt "sed 's/ /,/' > /tmp/corpus.csv; sqlite3 :memory: 'create table r (n real, sumsq real)' '.mode csv' '.import /tmp/corpus.csv r' '.mode quote' 'select * from r'"
each iconv-bom csv "sed '1i a,b' | sed 's/ /,/' | sed '1s/^/\\xef\\xbb\\xbf/'"
each c-printf-a txt "perl -ne '@v = split; printf \"%a,%a\\n\", map { int(\$_ * 64) / 64 } @v'"
each gzip-txt txt.gz "gzip -n"
rm -f /tmp/corpus.csv
draw right 0 1 | iconv -t UTF-16 > iconv-utf-16.txt
draw right 0 1 | iconv -t UTF-32LE > iconv-utf-32.txt
draw right 0 1 | bzip2 > bzip2.txt.bz2
draw right 0 1 | xz > xz.txt.xz
draw right 0 1 | tr ' ' '\n' | paste -sd ' ' > one-line.txt
draw right 0 1 | mawk '{ print; if (NR == 120) print "Killed" }' > killed.txt
draw right 0 1 | mawk '{ print NR == 57 ? "mech.py:12: RuntimeWarning: overflow" : $0 }' > warning-line.txt
