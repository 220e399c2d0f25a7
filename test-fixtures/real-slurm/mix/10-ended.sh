# shellcheck shell=bash disable=SC2034
# Jobs that have ended when the tests start

for user in ada cleo finn; do
  job "completed-$user" "$user" COMPLETED '.*' -p meadow -w reed01 -J prepare -t 10 --wrap='true'
done
job failed ben FAILED NonZeroExitCode -p meadow -w reed01 -J evaluate -t 10 --wrap='exit 3'
FAILED_JOB=$JOB
job failed-signal cleo FAILED 'NonZeroExitCode|RaisedSignal:11.*' -p meadow -w reed01 -J segv -t 10 --wrap='kill -SEGV $$'
job cancelled-pending dan CANCELLED '.*' -p meadow -J never-ran --begin=now+1hour
scancel "$JOB"
job cancelled-running cleo CANCELLED '.*' -p meadow -w reed01 -J stop-me -t 60
CANCEL_JOB=$JOB
job node-fail eve NODE_FAIL '.*' -p meadow -w reed05 -n 8 -t 100 --no-requeue -J lost
LOST_JOB=$JOB

running() { [ "$(squeue -h -j "$1" -o %T)" = RUNNING ]; }
wait_until 20 "job $CANCEL_JOB" running "$CANCEL_JOB"
scancel "$CANCEL_JOB"
wait_until 20 "job $LOST_JOB" running "$LOST_JOB"
scontrol update nodename=reed05 state=down reason="power supply failure"
jobs_ready
