#!/usr/bin/env bash
# Starts the daemons, in order, inside the chroot and its namespaces.
# Daemons get /dev/null or a log file as their output: none may hold a pipe of
# the caller.
set -euo pipefail
cd /opt/real-slurm
# shellcheck disable=SC1091
. ./settings
# shellcheck source=inside/wait.sh
. ./inside/wait.sh
logs=/var/log/slurm

# These are empty tmpfs mounts (see pid1.sh).
cp -a /var/lib/mysql.empty/. /var/lib/mysql
chown mysql: /var/lib/mysql
install -d -o slurm -g slurm /var/lib/slurm/slurmctld

mariadbd --user=mysql --datadir=/var/lib/mysql --pid-file=/run/mysqld/mariadbd.pid \
  >"$logs/mariadb.log" 2>&1 </dev/null &
wait_until 20 "MariaDB" mariadb --batch -e 'SELECT 1'

slurmdbd
registered() { sacctmgr -n show cluster; }
wait_until 20 "slurmdbd" registered
sacctmgr -i -Q add cluster "$CLUSTER"
/bin/bash inside/accounts.sh qos account user

slurmctld
wait_until 20 "slurmctld" controller_up

# Each node has a slurmd of its own; they turn themselves into daemons. Each
# also gets its own /run/slurm: in a shared one they fight for the socket of
# auth/slurm, and now and then one loses and ends ("Address already in use").
start_slurmd() { # NODE OPTIONS...
  mkdir -p "/var/spool/slurmd/$1"
  unshare --mount --propagation unchanged /bin/sh -c 'mount -t tmpfs -o mode=755 tmpfs /run/slurm && exec slurmd -N "$@"' sh "$@" \
    >>"$logs/slurmd-start.log" 2>&1 </dev/null
}
for node in $(scontrol show hostnames 'reed[01-09],otter[01-03],heron01,pike01,newt01,rill[01-02]'); do
  start_slurmd "$node"
done
index=0
for port in $POD_PORTS; do
  start_slurmd "pod-$index" -Z \
    --conf "NodeAddr=127.0.0.1 Port=$port CPUs=16 RealMemory=100000 Gres=gpu:h100:2 Feature=pods"
  index=$((index + 1))
done

# TRES limits need the TRES that slurmctld registers with slurmdbd.
tres_known() { sacctmgr -n -P show tres format=type,name | grep -q '^gres|gpu$'; }
wait_until 20 "the TRES in the database" tres_known
/bin/bash inside/accounts.sh limit

# Not root and not SlurmUser; the socket is open to all, the token protects it.
: >"$logs/slurmrestd.log"
chown slurmrestd: "$logs/slurmrestd.log"
rm -f "$REST_SOCKET"
(
  umask 000
  SLURM_JWT=daemon exec setpriv --reuid slurmrestd --regid slurmrestd --clear-groups \
    slurmrestd -a rest_auth/jwt -s openapi/slurmctld,openapi/slurmdbd \
    "127.0.0.1:$REST_PORT" "unix:$REST_SOCKET" >>"$logs/slurmrestd.log" 2>&1 </dev/null
) &
wait_until 20 "slurmrestd's socket" test -S "$REST_SOCKET"

# What an operator of a Kubernetes cluster notes on its nodes.
wait_until 20 "the dynamic nodes" scontrol show node pod-0,pod-1
for index in 0 1; do
  scontrol update nodename="pod-$index" \
    comment="{\"namespace\":\"compute\",\"podName\":\"worker-$index\",\"node\":\"host-$index\"}"
done
