# shellcheck shell=bash disable=SC2153
# stop and remove: end everything and verify that nothing is left.

# Prints the PIDs whose root is inside the chroot. These are all processes of the cluster: all come from its PID 1 or
# from nsenter, and both change their root.
cluster_pids() {
  local process
  for process in /proc/[0-9]*; do
    case $(readlink "$process/root" 2>/dev/null) in
      "$ROOT" | "$ROOT"/*) echo "${process#/proc/}" ;;
    esac
  done
}

# Prints the mounts below DIR that this shell sees, innermost first. The cluster's mounts are in its own mount namespace
# and end with it.
mounts_below() {
  awk -v dir="$DIR/" 'index($5 "/", dir) == 1 { print $5 }' /proc/self/mountinfo | sort -r
}

nothing_left() { [ -z "$(cluster_pids)" ]; }

# Kills PID 1 of the namespace; the kernel then kills every process in it. No graceful stop, because the state is
# discarded anyway.
end_cluster() {
  local mount
  if cluster_runs; then
    kill -KILL "$PID1"
  fi
  wait_until 15 "the cluster's processes to end" nothing_left || {
    say "still there: $(cluster_pids | paste -sd' ')"
    return 1
  }
  for mount in $(mounts_below); do
    umount "$mount"
  done
  [ -z "$(mounts_below)" ] || {
    say "still mounted: $(mounts_below | paste -sd' ')"
    return 1
  }
  rm -rf "$ROOT"/run/slurm* "$ROOT"/run/mysqld
  rm -f "$PID_FILE"
}

cmd_stop() { # DIR
  require_root
  use_dir "$1"
  if ! is_ours; then
    say "nothing of real-slurm in $DIR"
    return 0
  fi
  take_lock
  local ran=''
  ! cluster_runs || ran=yes
  end_cluster || die "could not stop the cluster in $DIR completely"
  rm -f "$ENV_FILE" "$TOKEN_FILE" "$TOKEN_FILE.new" "$DIR"/{jobs,nodes}.tsv
  if [ -n "$ran" ]; then
    say "stopped $DIR: no process, mount or socket is left"
  else
    say "not running in $DIR: no process, mount or socket is left"
  fi
}

cmd_remove() { # DIR
  require_root
  use_dir "$1"
  if ! is_ours; then
    say "nothing of real-slurm in $DIR"
    return 0
  fi
  cmd_stop "$1"
  [ -z "$(mounts_below)" ] || die "something is mounted below $DIR"
  rm -rf --one-file-system "$DIR"
  say "removed $DIR"
}
