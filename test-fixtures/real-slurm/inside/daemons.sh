# shellcheck shell=bash disable=SC2154
# Starts daemons, for the scripts that run inside. The output of daemons goes to /dev/null or a log file: none may keep
# a pipe of the caller open.

# Each node has its own slurmd, which daemonizes itself. Each slurmd also gets its own /run/slurm: in a shared one they
# compete for the socket of auth/slurm, and sometimes one fails ("Address already in use").
start_slurmd() { # NODE OPTIONS...
  mkdir -p "/var/spool/slurmd/$1"
  unshare --mount --propagation unchanged /bin/sh -c 'mount -t tmpfs -o mode=755 tmpfs /run/slurm && exec slurmd -N "$@"' sh "$@" \
    >>"$logs/slurmd-start.log" 2>&1 </dev/null
}

# Starts a node that registers itself, like the pods of a Kubernetes operator.
start_pod() { # NODE PORT
  start_slurmd "$1" -Z \
    --conf "NodeAddr=127.0.0.1 Port=$2 CPUs=16 RealMemory=100000 Gres=gpu:h100:2 Feature=pods"
}

# Neither root nor SlurmUser. Everybody can open the socket; the token protects it.
slurmrestd_as_its_user() { # COMMAND_BEFORE... -- ADDRESS...
  local before=()
  while [ "$1" != -- ]; do before+=("$1") && shift; done
  shift
  (
    umask 000
    SLURM_JWT=daemon exec "${before[@]}" setpriv --reuid slurmrestd --regid slurmrestd --clear-groups \
      slurmrestd -a rest_auth/jwt -s openapi/slurmctld,openapi/slurmdbd "$@" >>"$logs/slurmrestd.log" 2>&1 </dev/null
  ) &
}

start_slurmrestd() {
  rm -f "$REST_SOCKET"
  slurmrestd_as_its_user -- "127.0.0.1:$REST_PORT" "unix:$REST_SOCKET"
  wait_until 20 "slurmrestd's socket" test -S "$REST_SOCKET"
}

# Starts a second slurmrestd whose host knows no users of the cluster, like the pods of a Kubernetes operator.
start_nameless() {
  local passwd=${REST_SOCKET%/*}/passwd socket=${REST_SOCKET%/*}/nameless.sock
  rm -f "$socket"
  grep -E '^(root|slurm|slurmrestd):' /etc/passwd >"$passwd"
  # shellcheck disable=SC2016
  slurmrestd_as_its_user unshare --mount --propagation unchanged /bin/sh -c \
    'mount --bind "$0" /etc/passwd && exec "$@"' "$passwd" -- "unix:$socket"
  wait_until 20 "the socket of the second slurmrestd" test -S "$socket"
}
