#!/usr/bin/env bash
# Starts the daemons, in order, inside the chroot and its namespaces.
set -euo pipefail
cd /opt/real-slurm
# shellcheck source=inside/wait.sh
. ./inside/wait.sh
logs=/var/log/slurm
# shellcheck source=inside/daemons.sh
. ./inside/daemons.sh

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

for node in $(scontrol show hostnames 'reed[01-09],otter[01-03],heron01,pike01,newt[01-02],dace[01-02],rill[01-02]'); do
  start_slurmd "$node"
done
index=0
for port in $POD_PORTS; do
  start_pod "pod-$index" "$port"
  index=$((index + 1))
done

# TRES limits need the TRES that slurmctld registers with slurmdbd.
tres_known() { sacctmgr -n -P show tres format=type,name | grep -q '^gres|gpu$'; }
wait_until 20 "the TRES in the database" tres_known
/bin/bash inside/accounts.sh limit

: >"$logs/slurmrestd.log"
chown slurmrestd: "$logs/slurmrestd.log"
start_slurmrestd

# The node comments that a Kubernetes operator sets.
wait_until 20 "the dynamic nodes" scontrol show node pod-0,pod-1
for index in 0 1; do
  scontrol update nodename="pod-$index" \
    comment="{\"namespace\":\"compute\",\"podName\":\"worker-$index\",\"node\":\"host-$index\"}"
done
