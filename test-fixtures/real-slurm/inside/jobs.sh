# shellcheck shell=bash
# Commands for mix/*.sh.

JOB='' # id of the job submitted last

# Submits a job and records its expected state. The job sleeps unless the options contain --wrap. STATE and REASON are
# extended regular expressions.
job() { # LABEL USER STATE REASON SBATCH_OPTIONS...
  local label=$1 user=$2 state=$3 reason=$4 id
  shift 4
  case " $* " in
    *' --wrap='*) ;;
    *) set -- "$@" '--wrap=sleep 200000' ;;
  esac
  id=$(runuser -u "$user" -- sbatch --parsable --chdir=/tmp --output=/dev/null "$@") || {
    echo "could not submit $label" >&2
    return 1
  }
  JOB=${id%%;*}
  expect_job "$label" "$JOB" "$user" "$state" "$reason"
}

# Records another expectation, for example for an array's pending tasks.
expect_job() { # LABEL ID USER STATE REASON
  printf '%s\t%s\t%s\t%s\t%s\n' "$@" >>jobs.tsv
}

# Removes the expectations for a job whose state is changed later.
forget_job() { # ID
  awk -F'\t' -v id="$1" '$2 != id' jobs.tsv >jobs.new
  mv jobs.new jobs.tsv
}

expect_node() { # NAME STATE
  printf '%s\t%s\n' "$@" >>nodes.tsv
}

# Waits until every recorded job matches its expectation.
jobs_ready() {
  wait_until "${1:-20}" "jobs: $(unmet_jobs | paste -sd' ')" no_unmet_jobs || {
    unmet_jobs >&2
    return 1
  }
}

no_unmet_jobs() { [ -z "$(unmet_jobs)" ]; }
no_unmet_nodes() { [ -z "$(unmet_nodes)" ]; }

# Prints each expectation without a matching squeue line, with the actual lines. %F is the ID of the whole array; the
# reason code ends at the first comma.
unmet_jobs() {
  squeue --noheader --all --states=all --format='%F|%T|%r' | awk '
    NR == FNR {
      split($0, field, "|")
      line[++lines] = $0; id[lines] = field[1]; state[lines] = field[2]
      sub(/,.*/, "", field[3]); reason[lines] = field[3]
      next
    }
    {
      split($0, want, "\t"); met = 0; seen = ""
      for (i = 1; i <= lines; i++) if (id[i] == want[2]) {
        seen = seen " " line[i]
        if (state[i] ~ "^(" want[4] ")$" && reason[i] ~ "^(" want[5] ")$") met = 1
      }
      if (!met) print want[1] " (" want[4] " " want[5] ") is:" seen
    }' - jobs.tsv
}

unmet_nodes() {
  sinfo --noheader --all -N --format='%N %T' | awk '
    NR == FNR { state[$1] = $2; next }
    state[$1] !~ "^(" $2 ")$" { print $1 " (" $2 ") is: " state[$1] }' - nodes.tsv
}

# Waits until all jobs and nodes match in three checks in a row: the scheduler may still be working at the first check.
wait_until_settled() { # SECONDS
  local end=$((SECONDS + $1)) good=0
  while [ "$good" -lt 3 ]; do
    if no_unmet_jobs && no_unmet_nodes; then
      good=$((good + 1))
    else
      good=0
    fi
    if [ "$SECONDS" -gt "$end" ]; then
      unmet_jobs >&2
      unmet_nodes >&2
      return 1
    fi
    sleep 1
  done
}
