# shellcheck shell=bash
# What the scripts of .ci share: a folder of their own, waiting, free ports, and children that end with the script.
# Whoever sources this has set NAME.

WORK=$(mktemp -d)
readonly WORK
CHILDREN=()

# Ends the children, the youngest first, and removes what the script wrote.
stop_all() {
  local i
  for ((i = ${#CHILDREN[@]} - 1; i >= 0; i--)); do
    kill "${CHILDREN[i]}" 2>/dev/null || true
  done
  wait 2>/dev/null || true
  rm -rf "$WORK"
}
trap stop_all EXIT

fail() {
  tail -n 20 "$WORK"/*.log | cut -c 1-300 >&2
  echo "$NAME: $*" >&2
  exit 1
}

# Where a machine lacks what the script needs, nothing has failed.
skip() {
  echo "skipped: $*"
  exit
}

# wait_until WHAT COMMAND...: for five minutes at most.
wait_until() {
  local what=$1
  shift
  for _ in $(seq 600); do
    "$@" && return
    sleep 0.5
  done
  fail "waited in vain: $what"
}

free_port() {
  local port
  while :; do
    # Below the ports that connections get, which the chaos suite opens by the thousand.
    port=$((20000 + RANDOM % 12000))
    (exec 3<>"/dev/tcp/127.0.0.1/$port") 2>/dev/null || {
      echo "$port"
      return
    }
  done
}

# Runs one file of Java in the background; its first line says its port. Sets PID and PORT.
start_java() {
  local file=$1 log=$2
  shift 2
  "${JAVA_HOME:+$JAVA_HOME/bin/}java" -XX:+UseSerialGC -XX:TieredStopAtLevel=1 "$file" "$@" >"$log" 2>&1 &
  PID=$!
  CHILDREN+=("$PID")
  wait_until "the port of $(basename "$file")" grep -q '^port=' "$log"
  PORT=$(sed -n '1s/^port=//p' "$log")
}

# The files of alerts/ that hold rules, one a line.
rule_files() {
  find "$1" -maxdepth 1 -name '*.yml' ! -name 'alertmanager*' | sort
}
