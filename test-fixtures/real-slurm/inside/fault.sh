#!/usr/bin/env bash
# Stops or restarts a daemon inside the chroot and its namespaces:
#   fault.sh pause|continue|kill|start slurmrestd|slurmctld|slurmdbd
#   fault.sh restart slurmrestd|slurmctld|slurmdbd      gracefully, as in an upgrade
#   fault.sh start-nameless|kill-nameless    a second slurmrestd without the users in /etc/passwd
#   fault.sh kill-slurmd|start-slurmd NODE
#   fault.sh join NODE PORT        registers a dynamic node
#   fault.sh leave NODE            and removes it
set -euo pipefail
cd /opt/real-slurm
# shellcheck source=inside/wait.sh
. ./inside/wait.sh
logs=/var/log/slurm
# shellcheck source=inside/daemons.sh
. ./inside/daemons.sh

# After a reconfigure, slurmctld has a longer name with the same prefix.
signal() { # SIGNAL DAEMON
  pkill "-$1" "^$2"
}

accounting_up() { sacctmgr -n show cluster; }

start() { # DAEMON
  case $1 in
    slurmrestd) start_slurmrestd ;;
    # A killed slurmctld has not saved all of its state, and would not start without -i.
    slurmctld) slurmctld -i >/dev/null 2>&1 </dev/null && wait_until 30 "slurmctld" controller_up ;;
    slurmdbd) slurmdbd >/dev/null 2>&1 </dev/null && wait_until 30 "slurmdbd" accounting_up ;;
  esac
}

gone() { # DAEMON
  ! pgrep "^$1" >/dev/null
}

restart() { # DAEMON
  signal TERM "$1"
  wait_until 30 "$1 to end" gone "$1"
  start "$1"
}

kill_slurmd() { # NODE
  pkill -KILL -f "^slurmd -N $1( |\$)"
}

join() { # NODE PORT
  start_pod "$1" "$2"
  wait_until 30 "$1 to register" scontrol show node "$1"
}

# The record of a node disappears with its pod.
leave() { # NODE
  kill_slurmd "$1"
  scontrol update nodename="$1" state=down reason=gone
  wait_until 30 "$1 to be deletable" scontrol delete nodename="$1"
}

case $1 in
  pause) signal STOP "$2" ;;
  continue) signal CONT "$2" ;;
  kill) signal KILL "$2" ;;
  start) start "$2" ;;
  restart) restart "$2" ;;
  start-nameless) start_nameless ;;
  kill-nameless) pkill -KILL -f '^slurmrestd .*nameless' ;;
  kill-slurmd) kill_slurmd "$2" ;;
  start-slurmd) start_slurmd "$2" ;;
  join) join "$2" "$3" ;;
  leave) leave "$2" ;;
esac
