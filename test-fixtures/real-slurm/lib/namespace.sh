# shellcheck shell=bash disable=SC2153
# The cluster runs in its own PID, mount, UTS and IPC namespaces, in a chroot. It shares the host's network: a test on
# the host must reach slurmrestd.

# Prints the start time of a process (field 22 of stat; the name in field 2 may contain anything). Together with the
# PID, it distinguishes a process from a later one with the same PID.
start_time_of() { # PID
  local stat
  stat=$(cat "/proc/$1/stat" 2>/dev/null) || return 1
  stat=${stat##*) }
  cut -d' ' -f20 <<<"$stat"
}

# Reads PID_FILE; succeeds if the process is still alive. Sets PID1.
cluster_runs() {
  local began
  PID1=''
  [ -s "$PID_FILE" ] || return 1
  read -r PID1 began <"$PID_FILE"
  [ "$(start_time_of "$PID1")" = "$began" ]
}

require_running() {
  cluster_runs || die "the cluster in $DIR is not running (use: real-slurm start)"
}

# Runs a command inside, as root, with a clean environment. The time zone is UTC in the chroot; times from slurmrestd
# are epoch seconds. With a faster clock, the command joins that clock.
in_cluster() { # COMMAND...
  local clock=()
  [ ! -f "$ROOT/run/clock" ] || mapfile -t clock <"$ROOT/run/clock"
  nsenter --target "$PID1" --mount --pid --uts --ipc --root --wd -- \
    /usr/bin/env -i PATH=/usr/sbin:/usr/bin:/sbin:/bin HOME=/root LANG=C.UTF-8 \
    TERM="${TERM:-dumb}" "${clock[@]}" "$@" 8>&- 9>&-
}

# Starts PID 1 of the namespace and waits until it has mounted everything.
launch() {
  rm -f "$PID_FILE"
  setsid unshare --mount --pid --uts --ipc --fork --kill-child --propagation private \
    "$HERE/inside/pid1.sh" "$ROOT" "$PID_FILE" "$CLUSTER_NAME" "$CLOCK_RATE" \
    >"$DIR/pid1.log" 2>&1 </dev/null 8>&- 9>&- &
  disown
  wait_until 10 "the namespace" test -s "$PID_FILE" && cluster_runs
}

cmd_exec() { # DIR COMMAND...
  require_root
  use_dir "$1"
  shift
  require_running
  in_cluster "$@"
}

cmd_status() { # DIR
  use_dir "$1"
  if cluster_runs; then
    echo "running"
  else
    echo "not running"
    exit 3
  fi
}
