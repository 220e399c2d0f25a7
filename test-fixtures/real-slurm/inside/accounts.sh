#!/usr/bin/env bash
# Sets up accounting from the list in "accounts". Arguments: the kinds of lines to process.
set -euo pipefail
cd /opt/real-slurm
# shellcheck disable=SC1091
. ./settings

qos_names=$(sed -n 's/^qos \([a-z]*\) .*/\1/p' accounts | paste -sd,)
for wanted in "$@"; do
  while read -r kind name options; do
    [ "$kind" = "$wanted" ] || continue
    eval "options=($options)" # the list has quoted words
    case $kind in
      limit) sacctmgr -i -Q modify "$name" "${options[0]}" set "${options[@]:1}" ;;
      user) sacctmgr -i -Q add user "$name" "${options[@]}" "QOS=normal,$qos_names" DefaultQOS=normal ;;
      *) sacctmgr -i -Q add "$kind" "$name" "${options[@]}" ;;
    esac
  done < <(grep -v '^#' accounts)
done
case " $* " in
  *" user "*)
    sacctmgr -i -Q add user "$REST_USER" Account=keepers DefaultAccount=keepers
    ;;
esac
