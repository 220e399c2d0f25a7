# shellcheck shell=bash disable=SC2034
# Jobs that run for the whole test, each on a fixed node, so that the result is the same in every run

# CPU nodes
job run-small ada RUNNING None -p meadow -w reed01 -n 4 --mem=4G -t 2-0 \
  -J 'align "v2" \ final' --comment='said "yes", path C:\tmp'
job run-utf8 eve RUNNING None -p meadow -w reed01 -n 2 --mem=2G -t 2-0 -J 'café-ρεύμα-川' --comment='größer'
job run-quick cleo RUNNING None -p quick -w reed02 -n 2 -t 1:59:00 -J probe
job run-exclusive cleo RUNNING None -p meadow -w reed08 --exclusive -t 2-0 -J simulate
job run-drain eve RUNNING None -p meadow -w reed03 -n 8 -t 2-0 -J fold
job run-two-nodes gwen RUNNING None -p meadow -q rush -N 2 -w reed01,reed02 -n 8 -t 2-0 -J mpi --wrap='srun sleep 200000'
job run-licence ben RUNNING None -p meadow -w reed02 -A oak -n 1 -L matlab:6,ansys:1 -t 2-0 -J solver
job run-array ada RUNNING None -p meadow -w reed01 -a 0-9%3 -n 1 -t 2-0 -J sweep
expect_job run-array "$JOB" ada PENDING JobArrayTaskLimit
job run-het ben RUNNING None -p meadow -w reed02 -A oak -n 2 -t 2-0 -J pair : -p gpu -A oak -w newt01 -n 2
expect_job run-het "$((JOB + 1))" ben RUNNING None
job run-solo ben RUNNING None -p meadow -q solo -A oak -w reed02 -n 1 -t 2-0 -J first-of-solo
job run-maxjobs dan RUNNING None -p meadow -w reed02 -n 1 -t 2-0 -J only-one

# GPU nodes
job run-h100-full ada RUNNING None -p h100 -w otter01 --exclusive --gpus-per-node=h100:8 --mem=500G -t 3-0 -J train-large
job run-h100-four ben RUNNING None -p h100 -A oak -w otter02 -n 4 -c 4 --gres=gpu:h100:4 -t 3-0 -J train-small
TRAIN_JOB=$JOB
job run-untyped-typed-node finn RUNNING None -p gpu -w otter02 --gpus=2 -n 2 -t 3-0 -J serve
job run-untyped cleo RUNNING None -p gpu -w heron01 --gpus=2 -n 2 -t 3-0 -J classify
job run-untyped-node eve RUNNING None -p gpu -w heron01 --gpus-per-node=1 -n 1 -t 3-0 -J detect
job run-a100 ada RUNNING None -p gpu -w pike01 --gres=gpu:a100:2 -n 2 -t 3-0 -J tune
job run-a100-task gwen RUNNING None -p gpu -w pike01 -n 2 --gpus-per-task=a100:1 -t 3-0 -J lattice
job run-mig cleo RUNNING None -p gpu -w pike01 --gres=gpu:a100_1g.10gb:1 -n 1 -t 3-0 -J notebook
job run-shard eve RUNNING None -p gpu -w newt01 --gres=shard:3 -n 1 -t 3-0 -J tiny-model
job run-l40s ben RUNNING None -p gpu -A oak -w newt01 --gres=gpu:l40s:1 -n 2 -t 3-0 -J render
job run-pods ada RUNNING None -p pods -N 2 --ntasks-per-node=2 --gpus-per-node=h100:1 -t 3-0 -J in-pods

# Jobs whose state is changed below
job to-suspend gwen RUNNING None -p meadow -w reed02 -n 4 -t 2-0 -J paused
SUSPEND_JOB=$JOB
job to-complete cleo RUNNING None -p quick -w reed02 -n 2 -t 60 -J slow-to-end --comment=slow-epilog
COMPLETE_JOB=$JOB
job to-special gwen RUNNING None -p meadow -w reed02 -n 1 -t 60 -J broken-input
SPECIAL_JOB=$JOB
jobs_ready 30

# Usage is calculated only when slurmctld starts and then every hour (see slurm.conf). This restarts it, so that shares
# are not all zero. It must come before the job with the slow epilog ends: 26.05's slurmd uses a whole core if it is
# reconfigured while an epilog runs.
sleep 2
scontrol reconfigure
wait_until 20 "slurmctld after reconfigure" controller_up
jobs_ready

scontrol suspend "$SUSPEND_JOB"
forget_job "$SUSPEND_JOB"
expect_job suspended "$SUSPEND_JOB" gwen SUSPENDED None

scancel "$COMPLETE_JOB"
forget_job "$COMPLETE_JOB"
expect_job completing "$COMPLETE_JOB" cleo COMPLETING '.*'

scontrol requeuehold State=SpecialExit "$SPECIAL_JOB"
forget_job "$SPECIAL_JOB"
expect_job special-exit "$SPECIAL_JOB" gwen SPECIAL_EXIT '.*'

# Jobs on nodes that are powering up forever
job configuring gwen CONFIGURING '.*' -p mist -w mist02 -n 4 -t 2-0 -J burst
