#!/bin/bash
# A run as a Slurm array: the first task serves, asks and prints the report, all others work.
#
#   sbatch --array=0-99 slurm.sh -lab workshop -experiment auditors
#
# HOME is a folder that all nodes see, with the command built into it as verify (go build -tags
# noasm,cluster -gcflags=all=-d=fmahash=qn -o verify ./core/cmd/verify). A job that
# was stopped goes on where it was with KEEP=FOLDER, the folder that it printed.
#SBATCH --job-name=indistinct
#SBATCH --cpus-per-task=16
#SBATCH --mem=4G
#SBATCH --time=1-00:00:00
set -eu
verify=${VERIFY:-$HOME/verify}
keep=${KEEP:-$HOME/indistinct-$SLURM_ARRAY_JOB_ID}
port=${PORT:-4222}
address=$keep/address-$SLURM_ARRAY_JOB_ID

if [ "$SLURM_ARRAY_TASK_ID" != 0 ]; then
  until [ -s "$address" ]; do sleep 1; done
  exec "$verify" worker -cluster "@$address" -workers "$SLURM_CPUS_PER_TASK"
fi

# Only this user can read the folder, and only those who know the token join.
umask 077
mkdir -p "$keep"
echo "The run is kept in $keep" >&2
token=$(od -An -N16 -tx1 /dev/urandom | tr -d ' \n')
echo "$token@0.0.0.0:$port" >"$keep/listen"
"$verify" worker -serve -listen "@$keep/listen" -store "$keep/store" -workers 0 &
trap 'kill $!; wait; scancel "$SLURM_ARRAY_JOB_ID"' EXIT
echo "nats://$token@$(hostname):$port" >"$address.new"
mv "$address.new" "$address"
"$verify" "$@" -cluster "@$address" -resume
