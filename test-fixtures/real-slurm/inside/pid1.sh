#!/usr/bin/env bash
# First process of the cluster's namespaces, started by unshare on the host's
# file system. It mounts what the chroot needs (visible only in this mount
# namespace, so gone together with it), reports itself and becomes the reaper.
set -euo pipefail

root=$1 pid_file=$2 cluster=$3

# /proc is still the host's here, so this is our pid as the host sees it.
read -r host_pid _ </proc/self/stat
stat=$(<"/proc/$host_pid/stat")
read -ra fields <<<"${stat##*) }"

hostname "$cluster-ctl"
mount -t proc proc "$root/proc"
mount -t sysfs -o ro sysfs "$root/sys"
mount -t tmpfs -o mode=755 tmpfs "$root/dev"
cp -a "$root/opt/real-slurm/dev/." "$root/dev/"
# MariaDB and slurmctld wait for the disk after every change; on a busy disk
# that makes the start many seconds longer. The data is not kept anyway.
for folder in var/lib/mysql var/lib/slurm var/spool/slurmd; do
  mkdir -p "$root/$folder"
  mount -t tmpfs -o mode=755 tmpfs "$root/$folder"
done

printf '%s %s\n' "$host_pid" "${fields[19]}" >"$pid_file.new"
mv "$pid_file.new" "$pid_file"
cd "$root"
# bash as pid 1 collects the orphans that daemons and jobs leave behind.
exec chroot "$root" /bin/bash -c 'while :; do sleep 86400 & wait $!; done'
