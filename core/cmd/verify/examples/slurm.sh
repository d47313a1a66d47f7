#!/bin/bash
# A run as a Slurm array: the first task serves, asks and prints the report, all others work.
#
#   sbatch --array=0-99 slurm.sh -lab workshop -experiment auditors
#
# HOME is a folder that all nodes see, with the command built into it. A job that was
# stopped goes on where it was with KEEP=FOLDER, the folder that it printed.
#SBATCH --job-name=indistinct
#SBATCH --cpus-per-task=16
#SBATCH --mem=4G
#SBATCH --time=1-00:00:00
set -eu
verify=${VERIFY:-$HOME/verify}
keep=${KEEP:-$HOME/indistinct-$SLURM_ARRAY_JOB_ID}

if [ "$SLURM_ARRAY_TASK_ID" != 0 ]; then
  until [ -s "$keep/address" ]; do sleep 1; done
  exec "$verify" worker -cluster "$(cat "$keep/address")" -workers "$SLURM_CPUS_PER_TASK"
fi

umask 077
mkdir -p "$keep"
echo "The run is kept in $keep"
rm -f "$keep/address"
token=$(od -An -N16 -tx1 /dev/urandom | tr -d ' \n')
"$verify" worker -serve -listen "nats://$token@0.0.0.0:4222" -store "$keep/store" -workers 0 2>"$keep/server" &
trap 'kill $! && wait; scancel "$SLURM_ARRAY_JOB_ID"' EXIT
until grep -q "nats://" "$keep/server"; do sleep 1; done
echo "nats://$token@$(hostname):4222" >"$keep/new"
mv "$keep/new" "$keep/address"
"$verify" "$@" -cluster "$(cat "$keep/address")" -resume
