#!/usr/bin/env bash
# Runs jobs on the rill nodes that are submitted, start and end in every way, and returns when the last one has ended.
# sacct has their final states. An exporter that polls every second sees every run that is cut short.
set -euo pipefail
cd /opt/real-slurm
# shellcheck source=inside/wait.sh
. ./inside/wait.sh

# Submits a job and prints its ID.
submit() { # USER SBATCH_OPTIONS...
  local user=$1 id
  shift
  case " $* " in
    *' --wrap='*) ;;
    *) set -- "$@" '--wrap=sleep 100000' ;;
  esac
  id=$(runuser -u "$user" -- sbatch --parsable --chdir=/tmp --output=/dev/null --mem=100M "$@")
  echo "${id%%;*}"
}

note() { echo "$(date +%T) $*"; }
is() { [ "$(squeue --noheader --states=all --job="$1" --format=%T)" = "$2" ]; }
awaits() { wait_until 180 "job $1 to be $2" is "$1" "$2"; } # JOB STATE

# Minimum duration of a run that is cut short.
seen() { sleep 4; }

# Slurm delays requeued jobs by two minutes.
start_again() { # JOBS...
  local job
  for job in "$@"; do scontrol update jobid="$job" StartTime=now; done
}

# Restarts slurmctld, as when its pod is replaced.
restart_controller() {
  local pid
  pid=$(</run/slurmctld/slurmctld.pid)
  kill -TERM "$pid"
  while kill -0 "$pid" 2>/dev/null; do sleep 0.1; done
  slurmctld >/dev/null 2>&1 </dev/null
  wait_until 20 "slurmctld" controller_up
  [ "$(</run/slurmctld/slurmctld.pid)" != "$pid" ]
}

# With this script, the first run of a job lasts, and later runs end immediately.
# shellcheck disable=SC2016
second_run_ends='--wrap=[ -n "$SLURM_RESTART_COUNT" ] || sleep 100000'

note "jobs that wait for something"
held=$(submit ada -p rapids -H --wrap='sleep 1')
never=$(submit ben -p pool -A oak -H)
held_array=$(submit cleo -p pool -a 0-3 -H)
submit eve -p rapids --begin=now+7 --wrap=true
expired=$(submit cleo -p rapids -H -t 1 --deadline=now+3600)
parent=$(submit ada -p pool --wrap='sleep 6')
submit ada -p pool -d "afterany:$parent" --wrap=true

note "jobs that end by themselves"
for user in ada cleo gwen; do
  submit "$user" -p rapids --wrap=true
  submit "$user" -p pool -q rush --wrap='sleep 3'
done
submit cleo -p rapids --wrap='exit 1'
submit cleo -p pool --wrap='sleep 4; exit 3'
submit gwen -p rapids -a 0-5%2 --wrap='sleep 1'
submit gwen -p rapids -n 1 --wrap='sleep 2' : -p pool -n 2

note "jobs that do not"
timeout=$(submit cleo -p rapids -w rill02 -t 5)
cancelled=$(submit cleo -p rapids -w rill01)
requeued=$(submit gwen -p rapids -w rill01 --requeue "$second_run_ends")
suspended=$(submit gwen -p rapids -w rill01 --wrap='sleep 8')
array=$(submit ada -p pool -w rill01 -a 1-8%2)
drift=$(submit ada -p pool -w rill02 -q drift -n 7)
ebb=$(submit eve -p rapids -w rill02 -q ebb -n 7 --requeue "$second_run_ends")
lost=$(submit ada -p pool -w rill01 --no-requeue)
moved=$(submit ada -p rapids -w rill01 --requeue "$second_run_ends")
# Suspend this job first: it is short, and the others may have to wait for nodes.
awaits "$suspended" RUNNING
scontrol suspend "$suspended"
for job in "$timeout" "$cancelled" "$requeued" "$drift" "$ebb" "$lost" "$moved"; do
  awaits "$job" RUNNING
done
# slurmctld checks for timed-out jobs every 30 s.
scontrol update jobid="$timeout" EndTime=now+1
# A pending job ends at its deadline when the scheduler next checks the whole queue.
scontrol update jobid="$expired" Deadline=now+1
note "slurmctld starts anew"
restart_controller
seen
note "cancel, release, requeue, preempt"
scancel "$cancelled" "$never" "$held_array" "${array}_[5-8]"
scontrol resume "$suspended"
scontrol release "$held"
scontrol requeue "$requeued"
submit ada -p rapids -w rill02 -q flood -N 1 -n 14 --wrap='sleep 1'
awaits "$drift" PREEMPTED
awaits "$requeued" PENDING
awaits "$ebb" PENDING
seen

note "a node fails"
start_again "$requeued" "$ebb"
awaits "$requeued" COMPLETED
awaits "$ebb" COMPLETED
awaits "$suspended" COMPLETED
scontrol update nodename=rill01 state=down reason="pulled the plug"
awaits "$lost" NODE_FAIL
awaits "$moved" PENDING
seen
scontrol update nodename=rill01 state=resume
start_again "$moved"
awaits "$moved" COMPLETED
awaits "$timeout" TIMEOUT
wait_until 120 "job $expired to be DEADLINE" is "$expired" DEADLINE
scancel "$array"

none_left() { [ -z "$(squeue --noheader --partition=rapids,pool)" ]; }
wait_until 120 "all jobs to end" none_left
note "all jobs have ended"
