#!/bin/sh
# A run on machines that ssh reaches. Each connects through its ssh connection: nothing
# listens on any network.
#
#   HOSTS='anna berta carl' ./ssh.sh -lab workshop -experiment auditors
#
# A run that was stopped goes on where it was with the same line.
set -eu
verify=${VERIFY:-./verify} # the same file for all: only workers of the same build may join
address=nats://127.0.0.1:4222

"$verify" worker -serve -listen 127.0.0.1:4222 -store "${KEEP:-indistinct-store}" &
workers=$!
trap 'kill $workers; wait' EXIT
for host in $HOSTS; do
  scp -q "$verify" "$host:verify-worker"
  ssh -tt -R 4222:127.0.0.1:4222 "$host" "./verify-worker worker -cluster $address" </dev/null &
  workers="$workers $!"
done
"$verify" "$@" -cluster "$address" -resume
