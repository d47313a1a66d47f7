#!/bin/sh
# A run on machines that ssh reaches. Each of them gets the command and connects through its
# ssh connection: nothing listens on any network. It is built as slurm.sh says.
#
#   HOSTS='anna berta carl' ./ssh.sh -lab workshop -experiment auditors
#
# A run that was stopped goes on where it was with the same line. Other users of a machine
# can reach what listens on its loopback address: hence the token.
set -eu
verify=${VERIFY:-./verify}
keep=${KEEP:-indistinct-run}
port=${PORT:-4222}

umask 077
mkdir -p "$keep"
token=$(od -An -N16 -tx1 /dev/urandom | tr -d ' \n')
echo "$token@127.0.0.1:$port" >"$keep/listen"
echo "nats://$token@127.0.0.1:$port" >"$keep/address"
"$verify" worker -serve -listen "@$keep/listen" -store "$keep/store" &
all=$!
trap 'kill $all; wait' EXIT
for host in $HOSTS; do
  ssh "$host" mkdir -p indistinct-worker
  scp -q "$verify" "$host:indistinct-worker/verify"
  scp -q "$keep/address" "$host:indistinct-worker/address"
  ssh -tt -R "$port:127.0.0.1:$port" "$host" \
    'cd indistinct-worker && exec ./verify worker -cluster @address' </dev/null >&2 &
  all="$all $!"
done
"$verify" "$@" -cluster "@$keep/address" -resume
