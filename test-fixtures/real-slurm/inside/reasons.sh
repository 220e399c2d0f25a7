#!/usr/bin/env bash
# Brings jobs into many of the pending reasons, on a cluster without other jobs:
#   reasons.sh make      prints the expected reason and the ID of each job
#   reasons.sh remove    cancels them and reverts all settings
set -euo pipefail
cd /opt/real-slurm
# shellcheck source=inside/wait.sh
. ./inside/wait.sh

JOB=''    # id of the job that is to get the reason
BEFORE='' # id of the job that was submitted before it

# One user for all accounts with limits, another for everything else.
readonly LIMITED=gwen OTHER=ada

# A limit of its own QOS or account; a job that uses part of the limit; a job that exceeds it, alone or with the first.
limits() { # REASON|KIND|LIMIT|OPTIONS OF THE FIRST JOB|OPTIONS OF THE SECOND JOB
  cat <<'TABLE'
QOSGrpCpuLimit|qos|GrpTRES=cpu=4|-n 2|-n 6
QOSGrpMemLimit|qos|GrpTRES=mem=2G|--mem=1G|--mem=3G
QOSGrpNodeLimit|qos|GrpTRES=node=2|--array=0-1|-N 3
QOSGrpGRES|qos|GrpTRES=gres/gpu=2|-p h100 --gres=gpu:h100:1|-p h100 --gres=gpu:h100:3
QOSGrpLicense|qos|GrpTRES=license/matlab=1|-L matlab:1|-L matlab:2
QOSGrpJobsLimit|qos|GrpJobs=1|-n 1|-n 1
QOSMaxCpuPerUserLimit|qos|MaxTRESPerUser=cpu=4|-n 2|-n 6
QOSMaxMemoryPerUser|qos|MaxTRESPerUser=mem=2G|--mem=1G|--mem=3G
QOSMaxNodePerUserLimit|qos|MaxTRESPerUser=node=2|--array=0-1|-N 3
QOSMaxGRESPerUser|qos|MaxTRESPerUser=gres/gpu=2|-p h100 --gres=gpu:h100:1|-p h100 --gres=gpu:h100:3
QOSMaxJobsPerUserLimit|qos|MaxJobsPerUser=1|-n 1|-n 1
MaxCpuPerAccount|qos|MaxTRESPerAccount=cpu=4|-n 2|-n 6
MaxMemoryPerAccount|qos|MaxTRESPerAccount=mem=2G|--mem=1G|--mem=3G
MaxNodePerAccount|qos|MaxTRESPerAccount=node=2|--array=0-1|-N 3
MaxGRESPerAccount|qos|MaxTRESPerAccount=gres/gpu=2|-p h100 --gres=gpu:h100:1|-p h100 --gres=gpu:h100:3
MaxJobsPerAccount|qos|MaxJobsPerAccount=1|-n 1|-n 1
QOSMaxCpuPerJobLimit|qos|MaxTRESPerJob=cpu=4||-n 6
QOSMaxNodePerJobLimit|qos|MaxTRESPerJob=node=1||-N 2
QOSMaxWallDurationPerJobLimit|qos|MaxWall=30||-t 60
QOSMinCpuNotSatisfied|qos|MinTRESPerJob=cpu=8||-n 2
QOSGrpCPUMinutesLimit|qos|GrpTRESMins=cpu=0||-n 1
AssocGrpCpuLimit|account|GrpTRES=cpu=4|-n 2|-n 6
AssocGrpMemLimit|account|GrpTRES=mem=2G|--mem=1G|--mem=3G
AssocGrpNodeLimit|account|GrpTRES=node=2|--array=0-1|-N 3
AssocGrpGRES|account|GrpTRES=gres/gpu=2|-p h100 --gres=gpu:h100:1|-p h100 --gres=gpu:h100:3
AssocGrpLicense|account|GrpTRES=license/matlab=1|-L matlab:1|-L matlab:2
AssocGrpJobsLimit|account|GrpJobs=1|-n 1|-n 1
AssocMaxJobsLimit|account|MaxJobs=1|-n 1|-n 1
AssocMaxCpuPerJobLimit|account|MaxTRESPerJob=cpu=4||-n 6
AssocMaxWallDurationPerJobLimit|account|MaxWall=30||-t 60
AssocGrpCPUMinutesLimit|account|GrpTRESMins=cpu=0||-n 1
AssocGrpWallLimit|account|GrpWall=0||-n 1
TABLE
}

submit() { # USER SBATCH_OPTIONS...
  local user=$1
  shift
  case " $* " in
    *' --mem='*) ;;
    *) set -- --mem-per-cpu=100M "$@" ;;
  esac
  runuser -u "$user" -- sbatch --parsable --chdir=/tmp --output=/dev/null -p meadow -t 60 --wrap='sleep 90000' "$@"
}

# Prints the name of the QOS or account of a reason.
owner() { echo "at-${1,,}"; }

make_owners() {
  local reason kind limit qos='' accounts=''
  while IFS='|' read -r reason kind limit _; do
    case $kind in
      qos) qos+=,$(owner "$reason") && sacctmgr -i -Q add qos "$(owner "$reason")" "$limit" ;;
      account)
        accounts+=,$(owner "$reason")
        sacctmgr -i -Q add account "$(owner "$reason")" parent=forest "$limit"
        ;;
    esac
  done < <(limits)
  sacctmgr -i -Q add user "$LIMITED" Account="${accounts#,}" QOS=normal DefaultQOS=normal
  sacctmgr -i -Q modify user "$LIMITED" where account=keepers set QOS+="${qos#,}"
}

at_limits() {
  local reason kind limit first second
  while IFS='|' read -r reason kind limit first second; do
    local owner=(-A keepers -q "$(owner "$reason")")
    [ "$kind" = qos ] || owner=(-A "$(owner "$reason")")
    # shellcheck disable=SC2086
    [ -z "$first" ] || submit "$LIMITED" "${owner[@]}" $first </dev/null >/dev/null
    # shellcheck disable=SC2086
    JOB=$(submit "$LIMITED" "${owner[@]}" $second </dev/null)
    gets "$reason"
  done < <(limits)
}

gets() { echo "$1 $JOB"; } # REASON

job() { # REASON SBATCH_OPTIONS...
  local reason=$1
  shift
  JOB=$(submit "$OTHER" "$@")
  gets "$reason"
}

before() { BEFORE=$(submit "$OTHER" "$@"); }

for_nodes() {
  before -p quiet --exclusive
  wait_until 30 "job $BEFORE to run" is "$BEFORE" RUNNING
  job Resources -p quiet --exclusive
  job Priority -p quiet -N 1
}

for_jobs_and_times() {
  before -p rapids
  job Dependency -p rapids -d "afterok:$BEFORE"
  before -p rapids --wrap='exit 3'
  job DependencyNeverSatisfied -p rapids -d "afterok:$BEFORE"
  job BeginTime -p rapids --begin=now+1day
  job JobHeldUser -p rapids --hold
  job JobHeldAdmin -p rapids --begin=now+1day
  scontrol hold "$JOB"
  job JobArrayTaskLimit -p rapids --array=0-5%2
}

# Launches that fail. The failed prolog drains the node.
for_launches() {
  job LaunchFailed -w reed07 --comment=failing-prolog
  wait_until 60 "job $JOB to be held" explained "$JOB" 'launch failed requeued held'
  scontrol update nodename=reed07 state=resume
  job RequeuedHeld -w reed07
  wait_until 30 "job $JOB to run" is "$JOB" RUNNING
  scontrol requeuehold "$JOB"
}

# With this shell, su prints no environment. slurmd 24.11 then starts the job with the environment of its submission.
without_environment() {
  usermod --shell /bin/false "$OTHER"
  job EnvironmentFailed -w reed07 --export=NONE
  wait_until 60 "job $JOB to be held" explained "$JOB" 'user env retrieval failed requeued held'
  usermod --shell /bin/sh "$OTHER"
  scontrol update nodename=reed07 state=resume || true
}

for_licences_and_reservations() {
  before -p rapids -L ansys:3
  job Licenses -p rapids -L ansys:2
  scontrol create reservation reservationname=bench starttime=now+1day duration=60 nodes=rill02 users="$OTHER" \
    flags=ignore_jobs >/dev/null
  job Reservation -p rapids --reservation=bench
}

# Restrictions of partitions and nodes, some of them changed after the submission.
for_partitions() {
  scontrol update nodename=reed04 state=drain reason="bad DIMM"
  job ReqNodeNotAvail -w reed04
  job PartitionDown -p parked
  scontrol update partitionname=closed state=down
  job PartitionInactive -p closed
  scontrol update partitionname=closed state=inactive
  job PartitionTimeLimit -p quick -t 3-0
  job PartitionNodeLimit -p quick -N 3
  features rill,fresh
  job BadConstraints -p rapids -C fresh --hold
  features rill
  scontrol release "$JOB"
  # Slurm lists these two partitions to administrators and with --all only.
  scontrol create partitionname=veiled nodes=rill01 state=up hidden=yes
  job PartitionTimeLimit -p veiled -t 60 --hold
  scontrol update partitionname=veiled maxtime=30
  scontrol release "$JOB"
  scontrol create partitionname=kin nodes=rill01 state=up allowgroups="$OTHER"
  job BeginTime -p kin --begin=now+1day
  scontrol create partitionname=rushed nodes=rill01 state=up
  job QOSNotAllowed -p rushed --hold
  scontrol update partitionname=rushed allowqos=rush
  scontrol release "$JOB"
}

features() { scontrol update nodename=rill02 availablefeatures="$1" activefeatures="$1"; }

is() { [ "$(squeue --noheader --states=all --job="$1" --format=%T)" = "$2" ]; }

explained() { squeue --noheader --all --job="$1" --format=%r | grep -q "$2"; }

none_left() { [ -z "$(squeue --noheader --all)" ]; }

make() {
  make_owners >/dev/null
  at_limits
  for_nodes
  for_jobs_and_times
  for_launches
  case $(slurmctld -V) in *' 24.11.'*) ;; *) without_environment ;; esac
  for_licences_and_reservations
  for_partitions
}

# Ignores errors: objects that were not created cannot be removed.
remove() {
  local reason kind owners_of_qos='' accounts=''
  scancel --user="$LIMITED"
  scancel --user="$OTHER"
  wait_until 60 "all jobs to end" none_left
  while IFS='|' read -r reason kind _; do
    case $kind in
      qos) owners_of_qos+=,$(owner "$reason") ;;
      account) accounts+=,$(owner "$reason") ;;
    esac
  done < <(limits)
  {
    scontrol delete reservationname=bench
    scontrol delete partitionname=rushed
    scontrol delete partitionname=veiled
    scontrol delete partitionname=kin
    scontrol update partitionname=closed state=inactive
    scontrol update nodename=reed04,reed07 state=resume
    features rill
    sacctmgr -i -Q delete account "${accounts#,}"
    sacctmgr -i -Q delete qos "${owners_of_qos#,}"
  } >/dev/null 2>&1 || true
}

"$1"
