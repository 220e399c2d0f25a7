# shellcheck shell=bash
# Node conditions and reservations

scontrol update nodename=reed03 state=drain reason="kernel update"
scontrol update nodename=reed04 state=drain reason='bad DIMM "A3" in bank \ 2'
scontrol update nodename=mist03 state=power_up
scontrol update nodename=mist04 state=down reason="image missing"

reserve() { scontrol create reservation "$@" >/dev/null; }
reserve reservationname=upkeep starttime=now duration=2-0 nodes=reed06 flags=maint,ignore_jobs users=root
reserve reservationname=workshop starttime=now duration=7-0 nodes=reed07 accounts=forest flags=ignore_jobs
# After a restart, slurmctld cannot select nodes until they have responded.
wait_until 30 "two nodes for a reservation" reserve reservationname=bench starttime=now+13days duration=12:00:00 nodecnt=2 \
  partitionname=meadow flags=ignore_jobs users=gwen
reserve reservationname=licence-hold starttime=now+13days duration=1-0 licenses=matlab:2 flags=license_only users=cleo

# A "-" at the end: the backfill scheduler has planned a job there
expect_node reed01 mixed
expect_node reed02 completing
expect_node reed03 draining
expect_node reed04 drained
expect_node reed05 down
expect_node reed06 maint
expect_node reed07 reserved
expect_node reed08 allocated
expect_node reed09 idle
expect_node rill01 idle
expect_node rill02 idle
expect_node otter01 allocated
expect_node otter02 'mixed-?'
expect_node otter03 planned
expect_node heron01 mixed
expect_node pike01 'mixed-?'
expect_node newt01 mixed
expect_node newt02 idle
expect_node dace01 idle
expect_node dace02 idle
expect_node pod-0 'mixed-?'
expect_node pod-1 'mixed-?'
expect_node mist01 'idle~'
expect_node mist02 'mixed#'
expect_node mist03 'idle#'
expect_node mist04 'down~'
