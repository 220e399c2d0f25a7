# shellcheck shell=bash
# Pending jobs, one or more for each reason. No job leaves a gap in which another fits, so they stay pending as long as
# the running jobs run.

queue='Resources|Priority' # which of both depends on the order of evaluation

# Resources and priority
job pend-resources ada PENDING Resources -p h100 -q rush -N 3 --exclusive --gpus-per-node=h100:8 -t 5-0 -J pretrain
for number in 1 2; do
  job "pend-priority-$number" ben PENDING Priority -p h100 -A oak --gres=gpu:h100:8 -n 8 -t 9-0 -J "ablation-$number"
done
job pend-min-max ben PENDING Priority -p h100 -A oak -N 2-3 --exclusive --gpus-per-node=8 -t 9-0 -J elastic
job pend-slack ada PENDING Priority -p h100 -q slack -n 2 --gpus-per-task=h100:4 -t 9-0 -J leftover
job pend-multi-partition ada PENDING "$queue" -p h100,gpu,bank -N 2 --gres=gpu:8 -t 9-0 -J anywhere
job pend-gpu-array cleo PENDING "$queue" -p gpu -a 0-58:2 --gres=gpu:a100:1 -t 9-0 -J batch
job pend-cpus-per-gpu eve PENDING "$queue" -p gpu -C a100 -N 1 --gpus=4 --cpus-per-gpu=2 --mem-per-gpu=10G -t 9-0 -J flexible
job pend-pods ada PENDING "$queue" -p pods -N 2 --gres=gpu:h100:2 -t 9-0 -J wide-in-pods

# Dependencies and times
job pend-dependency ben PENDING Dependency -p gpu -A oak -d "afterok:$TRAIN_JOB" --gres=gpu:a100:1 -J after
job pend-never ben PENDING DependencyNeverSatisfied -p meadow -A oak -d "afterok:$FAILED_JOB" -J never
job pend-big-array cleo PENDING Dependency -p meadow -a '1-1000%20' -n 2 -t 2:00:00 -d "afterany:$TRAIN_JOB" -J genomes
job pend-begin eve PENDING BeginTime -p meadow -n 4 -N 2-4 --begin=now+6days -J later
# The REST API truncates the list of these task numbers and ends it with "...".
job pend-irregular-array cleo PENDING BeginTime -p meadow -n 2 --begin=now+6days -J irregular \
  -a "$(for n in $(seq 60); do printf '%d,' $((n * n)); done)9999"
job pend-het gwen PENDING BeginTime -p meadow -n 2 --begin=now+6days -J pair-later : -p gpu --gres=gpu:a100:2 -n 2
expect_job pend-het "$((JOB + 1))" gwen PENDING 'BeginTime|None'

# Held
job pend-held-user cleo PENDING JobHeldUser -p meadow -n 2 -H -J held-by-user
job pend-held-admin eve PENDING JobHeldAdmin -p meadow -n 2 --begin=now+6days -J held-by-admin
scontrol hold "$JOB"
job pend-held-array cleo PENDING JobHeldUser -p bank -a 1-5,8,11-20,40 -N 2 -H -J holes

# Licences and limits
job pend-licence cleo PENDING Licenses -p meadow -n 1 -L matlab:5 -t 60 -J wants-matlab
job pend-qos-gpu ada PENDING 'QOSMaxGRESPerUser' -p gpu -q twogpu --gres=gpu:l40s:3 -J three-of-two
job pend-qos-group ben PENDING 'QOSGrpGRES' -p gpu -A oak -q crew --gres=gpu:l40s:2 -J two-of-one
job pend-qos-jobs ben PENDING 'QOSMaxJobsPerUserLimit' -p meadow -A oak -q solo -n 1 -J second-of-solo
job pend-assoc-cpu finn PENDING 'AssocGrpCpuLimit' -p meadow -n 24 -J wide
job pend-assoc-jobs dan PENDING 'AssocMaxJobsLimit' -p meadow -n 1 -J second-of-one

# Partitions, nodes, reservations
job pend-partition-down eve PENDING PartitionDown -p parked -n 1 -J parked-job
# Slurm rejects submissions to an inactive partition, so it is opened for a moment.
scontrol update partitionname=closed state=down
job pend-partition-inactive eve PENDING PartitionInactive -p closed -n 1 -J closed-job
scontrol update partitionname=closed state=inactive
job pend-time-limit eve PENDING PartitionTimeLimit -p quick -n 1 -t 3-0 -J too-long
job pend-node-limit eve PENDING PartitionNodeLimit -p quick -N 3 -t 30 -J too-wide
job pend-node-down cleo PENDING ReqNodeNotAvail -p meadow -w reed04 -n 2 -J pinned
job pend-reservation gwen PENDING Reservation -p meadow --reservation=bench -n 2 -J benchmark
