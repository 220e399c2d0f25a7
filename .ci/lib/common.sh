# shellcheck shell=bash
# Shared by the scripts of .ci: a work folder, waiting, free ports, and child processes that end with the script.
# A script that sources this file sets NAME first.

WORK=$(mktemp -d)
readonly WORK
CHILDREN=()

# Ends the child processes, the youngest first, and removes the work folder.
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

# Ends the script successfully if the machine lacks a requirement. .ci/nightly prints the line again at its end.
skip() {
  echo "skipped: $NAME: $*" | tee -a "${SLUICE_SKIPPED:-/dev/null}"
  exit
}

# wait_until WHAT COMMAND...: waits up to five minutes.
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
    # Below the range of ephemeral ports, of which the chaos suite uses thousands.
    port=$((20000 + RANDOM % 12000))
    (exec 3<>"/dev/tcp/127.0.0.1/$port") 2>/dev/null || {
      echo "$port"
      return
    }
  done
}

# Runs a Java source file in the background; its first output line contains its port. Sets PID and PORT.
start_java() {
  local file=$1 log=$2
  shift 2
  "${JAVA_HOME:+$JAVA_HOME/bin/}java" -XX:+UseSerialGC -XX:TieredStopAtLevel=1 "$file" "$@" >"$log" 2>&1 &
  PID=$!
  CHILDREN+=("$PID")
  wait_until "the port of $(basename "$file")" grep -q '^port=' "$log"
  PORT=$(sed -n '1s/^port=//p' "$log")
}

# Prints the rule files of alerts/, one per line.
rule_files() {
  find "$1" -maxdepth 1 -name '*.yml' ! -name 'alertmanager*' | sort
}
