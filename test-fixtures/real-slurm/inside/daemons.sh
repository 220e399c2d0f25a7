# shellcheck shell=bash disable=SC2154
# Starting daemons, for the scripts that run inside. Daemons get /dev/null or a
# log file as their output: none may hold a pipe of the caller.

# Each node has a slurmd of its own; they turn themselves into daemons. Each
# also gets its own /run/slurm: in a shared one they fight for the socket of
# auth/slurm, and now and then one loses and ends ("Address already in use").
start_slurmd() { # NODE OPTIONS...
  mkdir -p "/var/spool/slurmd/$1"
  unshare --mount --propagation unchanged /bin/sh -c 'mount -t tmpfs -o mode=755 tmpfs /run/slurm && exec slurmd -N "$@"' sh "$@" \
    >>"$logs/slurmd-start.log" 2>&1 </dev/null
}

# A node that registers itself, as a Kubernetes operator lets its pods do.
start_pod() { # NODE PORT
  start_slurmd "$1" -Z \
    --conf "NodeAddr=127.0.0.1 Port=$2 CPUs=16 RealMemory=100000 Gres=gpu:h100:2 Feature=pods"
}

# Not root and not SlurmUser; the socket is open to all, the token protects it.
start_slurmrestd() {
  rm -f "$REST_SOCKET"
  (
    umask 000
    SLURM_JWT=daemon exec setpriv --reuid slurmrestd --regid slurmrestd --clear-groups \
      slurmrestd -a rest_auth/jwt -s openapi/slurmctld,openapi/slurmdbd \
      "127.0.0.1:$REST_PORT" "unix:$REST_SOCKET" >>"$logs/slurmrestd.log" 2>&1 </dev/null
  ) &
  wait_until 20 "slurmrestd's socket" test -S "$REST_SOCKET"
}
