#!/usr/bin/env bash
# Creates the jobs and node conditions of mix/ and waits until they match the expectations in jobs.tsv and nodes.tsv.
set -euo pipefail
cd /opt/real-slurm
# shellcheck source=inside/wait.sh
. ./inside/wait.sh
# shellcheck source=inside/jobs.sh
. ./inside/jobs.sh

: >jobs.tsv
: >nodes.tsv
for part in mix/*.sh; do
  echo "$(date +%T) $part"
  # shellcheck disable=SC1090
  . "./$part"
done
echo "$(date +%T) settling"
wait_until_settled 60
echo "$(date +%T) settled"
