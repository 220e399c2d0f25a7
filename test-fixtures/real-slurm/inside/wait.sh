# shellcheck shell=bash
# Waiting, for the scripts that run inside the cluster. The seconds are those of a clock that is not faster.

# shellcheck disable=SC1091
. ./settings

wait_until() { # SECONDS DESCRIPTION COMMAND...
  local end=$((SECONDS + $1 * CLOCK_RATE)) what=$2
  shift 2
  until "$@" >/dev/null 2>&1; do
    if [ "$SECONDS" -gt "$end" ]; then
      echo "gave up waiting for: $what; the last try said:" >&2
      "$@" >&2 || true
      return 1
    fi
    sleep $((CLOCK_RATE / 5)).2
  done
}

controller_up() { scontrol ping | grep -q 'is UP'; }
