# shellcheck shell=bash
# Shared by .ci/run and .ci/nightly: installing, the real Slurm, and steps that both run. A script that sources this file
# stands in the root of the repository. No step is repeated. Steps that measure time run alone.

REAL_SLURM=$PWD/test-fixtures/real-slurm/real-slurm
readonly REAL_SLURM
readonly SLURM=$PWD/target/slurm
JDK_25=$(find /usr/lib/jvm -path '/usr/lib/jvm/*25*/bin/javac' -printf '%h' -quit 2>/dev/null || true)
JDK_25=${JDK_25%/bin}
readonly JDK_25

step() {
  echo
  echo "=== $* ($(date -u +%H:%M:%S))"
}

# Prints what does not run, and why. .ci/nightly prints all of these lines again at its end.
skipped() {
  echo "skipped: $*" | tee -a "${SLUICE_SKIPPED:-/dev/null}"
}

# beside COMMAND...: runs it with low priority beside the next steps: those wait for schedulers most of the time, and it
# needs the processor. What it prints is in target/beside.log until finish_beside.
beside() {
  mkdir -p target
  # A process group of its own.
  set -m
  (
    trap 'echo $? >target/beside' EXIT
    renice -n 19 "$BASHPID" >/dev/null
    "$@"
  ) >target/beside.log 2>&1 &
  set +m
  BESIDE=$!
}

# Waits for it, prints what it printed, and fails if it failed.
finish_beside() {
  renice -n 0 -g "$BESIDE" >/dev/null 2>&1 || true
  tail --pid="$BESIDE" -f /dev/null
  cat target/beside.log
  return "$(cat target/beside)"
}

# At the end, no process and no cluster stays.
clean() {
  if [ -n "${BESIDE:-}" ]; then kill -- "-$BESIDE" 2>/dev/null || true; fi
  wait
  remove_slurm
}

# Runs a program with JDK 25, if it is here.
on_jdk_25() {
  JAVA_HOME=${JDK_25:-${JAVA_HOME:-}} "$@"
}

can_install() {
  [ "$(id -u)" = 0 ] && command -v apt-get >/dev/null
}

install_packages() {
  local missing=() package
  for package in "$@"; do
    dpkg -s "$package" >/dev/null 2>&1 || missing+=("$package")
  done
  [ ${#missing[@]} -eq 0 ] && return
  apt-get update -qq
  # No package may start a service of its own: the tests start what they need.
  DEBIAN_FRONTEND=noninteractive RUNLEVEL=1 apt-get install -y -qq --no-install-recommends "${missing[@]}" >/dev/null
}

# Pictures and the prose linter need a newer Node than some systems have.
has_node() {
  local node
  node=$(node --version 2>/dev/null | sed 's/^v\([0-9]*\).*/\1/' || true)
  [ "${node:-0}" -ge 20 ] && command -v npm >/dev/null
}

# Tests with the tag "slow": floods, fuzzing, simulated days, waits of minutes.
slow_tests() {
  step "the slow tests"
  mvn -B -Pquick,slow test
}

# integration_tests CLASSES [PROFILES [OPTION...]]: runs Real*IT and others of the exporter in the built tree.
integration_tests() {
  mvn -B -pl exporter -am verify "-Pquick${2:-}" -Dtest=none -Dsurefire.failIfNoSpecifiedTests=false \
    -Dit.test="$1" -Dfailsafe.failIfNoSpecifiedTests=false -Dmaven.test.redirectTestOutputToFile=false "${@:3}"
}

install_slurm() { # RELEASE
  step "installing the real Slurm $1"
  install_packages debootstrap
  mkdir -p "$SLURM"
  "$REAL_SLURM" install "$1" "$SLURM/$1"
}

# A restart discards what earlier tests did to nodes and jobs.
start_slurm() { # RELEASE
  "$REAL_SLURM" stop "$SLURM/$1"
  "$REAL_SLURM" start "$SLURM/$1"
}

# slurm_tests RELEASE CLASSES: runs tests against a started cluster. The newer release is tested on JDK 25.
slurm_tests() {
  local profiles=
  if [ "$1" != 24.11 ]; then profiles=${JDK_25:+,jdk25}; fi
  SLUICE_REAL_SLURM=$SLURM/$1 integration_tests "$2" "$profiles"
}

remove_slurm() {
  local folder
  for folder in "$SLURM"/*/; do
    [ ! -d "$folder" ] || "$REAL_SLURM" remove "${folder%/}"
  done
}

rules() {
  step "rules: promtool"
  local files=() file
  for file in alerts/*.yml; do
    case $file in *alertmanager*) continue ;; esac
    files+=("$file")
  done
  for file in exporter/src/test/resources/golden/metrics-*.txt; do
    promtool check metrics <"$file"
  done
  promtool check rules alerts/compat/*.yml
  promtool test rules alerts/compat/tests/*.yml
  # Like the document, but runs the tests on both cores.
  .ci/lib/commands alerts/README.md | grep '^promtool check ' | bash -e
  .ci/lib/commands alerts/README.md | grep -x 'promtool test rules alerts/tests/\*_test.yml' >/dev/null
  # The document's objectives are those of the tests.
  sed -n '/^groups:$/,/^```$/p' alerts/README.md | sed '/^```$/d' | diff - alerts/tests/objectives.yml
  # The slowest tests first. With less garbage collection, they need an eighth less CPU, and 260 MB.
  printf 'alerts/tests/%s_test.yml\n' jobs-slow ordinary sluice-slow trouble jobs sluice |
    cat - <(printf '%s\n' alerts/tests/*_test.yml) | awk '!seen[$0]++' |
    GOGC=1000 xargs -P 2 -n 1 promtool test rules
  echo "$(cat "${files[@]}" | grep -cE '^ +- (alert|record):') rules are tested"
  mixin "${files[@]}"
}

# The mixin has every rule and dashboard, with the changes of its example.
mixin() { # RULE_FILE...
  install_packages jsonnet
  local folder=target/mixin kind
  mkdir -p "$folder"
  sed -n 's|^//   ||p' alerts/mixin.libsonnet | sed 's|sluice/alerts/||' >"$folder/example.jsonnet"
  # One evaluation: Debian's jsonnet needs half a minute for it.
  jsonnet -J alerts -e "{example: (import '$folder/example.jsonnet').prometheusAlerts}
    + {[kind]: (import 'mixin.libsonnet')[kind] for kind in ['prometheusRules', 'prometheusAlerts', 'grafanaDashboards']}" \
    >"$folder/all.json"
  for kind in prometheusRules prometheusAlerts grafanaDashboards; do
    jq ".$kind" "$folder/all.json" >"$folder/$kind.json"
  done
  promtool check rules "$folder"/prometheus*.json
  diff <(cat "$@" | sed -nE 's/^ +- (alert|record): //p' | sort) \
    <(jq -r '.groups[].rules[] | .alert // .record' "$folder"/prometheus*.json | sort)
  diff <(cd dashboards && printf '%s\n' *.json) <(jq -r 'keys[]' "$folder/grafanaDashboards.json")
  jq -e '[.example.groups[].rules[]] | any(.alert == "SlurmNodeDrainStuck" and .for == "2h")
      and all(.alert != "SlurmGpuUseNotCounted")' "$folder/all.json" >/dev/null
  echo "alerts/mixin.libsonnet has all of them"
}

# Each line of routes.txt is a receiver and the labels of an alert that must be routed to it.
routes() {
  step "routes: amtool"
  local config=alerts/alertmanager-example.yml receiver labels
  amtool check-config "$config"
  grep -v '^#' alerts/tests/routes.txt | while read -r receiver labels; do
    # shellcheck disable=SC2086
    amtool config routes test --config.file="$config" --verify.receivers="$receiver" $labels >/dev/null 2>&1 || {
      echo "not routed to $receiver: $labels"
      return 1
    }
  done
  echo "$(grep -vc '^#' alerts/tests/routes.txt) alerts are routed as they should"
}

scripts() {
  step "shellcheck"
  local scripts
  mapfile -t scripts < <(git ls-files | while read -r file; do
    if head -n 1 "$file" | grep -aqE '^#!.*\b(bash|sh)\b'; then echo "$file"; fi
  done | grep -v 'src/main/resources')
  shellcheck -x -P SCRIPTDIR -P test-fixtures/real-slurm "${scripts[@]}"
  # mvn verify wrote the scripts of the workflows' steps.
  shellcheck helm/target/workflows/*.sh
  echo "${#scripts[@]} scripts are fine, and those of the workflows"
}

# Finds words that the documents avoid. .ci/prose has the list, and the pages not yet revised.
prose() {
  step "the prose linter"
  if ! has_node; then
    skipped "the prose linter needs Node.js 20 or newer, with npm"
    return
  fi
  (cd .ci/prose && npm ci --no-audit --no-fund --silent && npm run --silent lint)
}

documents() {
  step "the commands of the documents"
  .ci/documents
}

demo() {
  step "the demo, and a real Prometheus that scrapes it"
  .ci/demo
}

page() {
  step "the status page in a browser"
  if ! has_node; then
    skipped "the status page needs Node.js 20 or newer, with npm"
    return
  fi
  install_packages chromium
  .ci/page
}
