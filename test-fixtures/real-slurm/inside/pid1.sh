#!/usr/bin/env bash
# First process of the cluster's namespaces, started by unshare on the host's file system. Mounts what the chroot needs
# (visible only in this mount namespace and gone with it), writes its PID file and becomes the reaper.
set -euo pipefail

root=$1 pid_file=$2 cluster=$3 clock_rate=$4

# /proc is still the host's here, so this is our PID on the host.
read -r host_pid _ </proc/self/stat
stat=$(<"/proc/$host_pid/stat")
read -ra fields <<<"${stat##*) }"

hostname "$cluster-ctl"
mount -t proc proc "$root/proc"
mount -t sysfs -o ro sysfs "$root/sys"
mount -t tmpfs -o mode=755 tmpfs "$root/dev"
cp -a "$root/opt/real-slurm/dev/." "$root/dev/"
# MariaDB and slurmctld sync to disk after every change; on a busy disk, this delays the start by many seconds. The data
# is not kept anyway.
for folder in var/lib/mysql var/lib/slurm var/spool/slurmd; do
  mkdir -p "$root/$folder"
  mount -t tmpfs -o mode=755 tmpfs "$root/$folder"
done

# Programs with these variables share the clock that starts here.
if [ "$clock_rate" != 1 ]; then
  # shellcheck disable=SC2016
  FAKETIME_DONT_FAKE_MONOTONIC=1 chroot "$root" faketime -m -f "+0 x$clock_rate" /bin/bash -c '
    env | grep -E "^(LD_PRELOAD|FAKETIME)" >/run/clock.new
    mv /run/clock.new /run/clock
    unset LD_PRELOAD
    exec sleep infinity' &
  until [ -f "$root/run/clock" ]; do sleep 0.1; done
fi

printf '%s %s\n' "$host_pid" "${fields[19]}" >"$pid_file.new"
mv "$pid_file.new" "$pid_file"
cd "$root"
# As PID 1, bash reaps the orphans of daemons and jobs.
exec chroot "$root" /bin/bash -c 'while :; do sleep 86400 & wait $!; done'
