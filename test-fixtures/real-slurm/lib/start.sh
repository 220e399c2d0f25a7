# shellcheck shell=bash
# start, token, load and live.

cmd_start() { # DIR [RATE]
  local began
  CLOCK_RATE=${2:-1}
  case $CLOCK_RATE in
    *[!0-9]* | 0) die "the rate must be a positive number" ;;
  esac
  require_root
  use_dir "$1"
  require_installed
  take_lock
  if cluster_runs; then
    say "already running in $DIR"
    return 0
  fi
  began=$(now_ms)
  end_cluster # leftovers of a start that was killed
  # From here on, every exit except success stops the started processes. A trap can run while output is redirected, so
  # it needs a copy of stderr (which, like the lock, is closed for the daemons).
  exec 8>&2
  trap start_failed EXIT
  trap 'exit 130' INT
  trap 'exit 143' TERM HUP
  choose_ports
  write_configuration
  launch
  step boot.sh
  write_token $((3600 * CLOCK_RATE))
  wait_for_rest
  wait_until 60 "all nodes to be up" nodes_are_up
  write_env
  trap - EXIT INT TERM HUP
  exec 8>&-
  say "$SLURM_VERSION runs in $DIR ($(seconds_since "$began") s), REST API at port $PORT_REST"
}

seconds_since() { # MILLISECONDS
  local ms=$(($(now_ms) - $1))
  printf '%d.%d\n' $((ms / 1000)) $((ms % 1000 / 100))
}

start_failed() {
  local status=$?
  trap - EXIT INT TERM HUP
  exec 2>&8
  say "start failed; last lines of the logs in $ROOT/var/log:"
  show_logs
  end_cluster || true
  rm -f "$ENV_FILE" "$TOKEN_FILE"
  exit $((status ? status : 1))
}

show_logs() {
  local log
  for log in "$DIR/pid1.log" "$DIR/steps.log" "$ROOT"/var/log/slurm/{mariadb,slurmdbd,slurmctld,slurmrestd,slurmd-start}.log; do
    [ -s "$log" ] || continue
    printf -- '--- %s\n' "${log#"$DIR/"}" >&2
    tail -n 15 "$log" >&2
  done
  echo "--- errors of slurmd" >&2
  grep -sE 'error|fatal' "$ROOT"/var/log/slurm/slurmd.*.log | sed 's#.*/##' | tail -n 15 >&2 || true
}

# Runs one of the scripts in inside/ within the cluster; its output goes to steps.log, so that no daemon keeps the
# caller's output open.
step() { # SCRIPT ARGS...
  local script=$1
  shift
  in_cluster /bin/bash "/opt/real-slurm/inside/$script" "$@" >>"$DIR/steps.log" 2>&1 </dev/null
}

# Number of ports for each group of nodes in slurm.conf.in.
PORT_GROUPS="REED:9 OTTER:3 HERON:1 PIKE:1 NEWT:2 DACE:2 MIST:4 RILL:2 SPROUT:1 POD:2"

choose_ports() {
  local group count ports next=3 needed=3
  for group in $PORT_GROUPS; do needed=$((needed + ${group#*:})); done
  mapfile -t ports < <(free_ports "$needed")
  [ "${#ports[@]}" -eq "$needed" ] || die "found no free ports"
  PORT_CTLD=${ports[0]} PORT_DBD=${ports[1]} PORT_REST=${ports[2]}
  SED_PORTS=()
  for group in $PORT_GROUPS; do
    count=${group#*:} group=${group%:*}
    SED_PORTS+=(-e "s/@PORTS_$group@/[$(IFS=,; echo "${ports[*]:next:count}")]/")
    [ "$group" != POD ] || POD_PORTS=("${ports[@]:next:count}")
    next=$((next + count))
  done
  SED_PORTS+=(-e "s/@SLURMCTLD_PORT@/$PORT_CTLD/" -e "s/@SLURMDBD_PORT@/$PORT_DBD/")
}

# Creates new folders, keys and configuration; nothing of an earlier run remains.
write_configuration() {
  local etc=$ROOT/etc/slurm run=$ROOT/run dev=$ROOT/opt/real-slurm/dev metrics='' folder i
  rm -rf "$ROOT"/opt/real-slurm "$ROOT"/var/{lib,log,spool}/slurm* "$ROOT"/var/lib/mysql \
    "$run"/slurm* "$run"/mysqld "$run"/mariadbd "$etc"
  rm -f "$DIR"/{steps.log,jobs.tsv,nodes.tsv} "$ENV_FILE" "$TOKEN_FILE" "$run/clock"
  mkdir -p "$etc" "$dev" "$run"/{slurm,mysqld}
  # 26.05's slurmd requires /run/slurm to belong to root.
  for folder in run/slurmctld run/slurmdbd run/slurmrestd var/log/slurm; do
    mkdir -p "$ROOT/$folder"
    chroot "$ROOT" chown slurm: "/$folder"
  done
  chroot "$ROOT" chown slurmrestd: /run/slurmrestd
  chroot "$ROOT" chown mysql: /run/mysqld
  # The folder in which clients look depends on the MariaDB release.
  ln -s mysqld "$run/mariadbd"
  database_options "$ROOT"

  cp -r "$HERE/inside" "$HERE/mix" "$HERE/config/accounts" "$ROOT/opt/real-slurm/"
  make_devices "$dev"
  for i in 0 1 2 3 4 5 6 7; do mknod -m 666 "$dev/accel$i" c 1 3; done
  for i in 0 1 2 3; do mknod -m 666 "$dev/slice$i" c 1 3; done

  # The native metrics endpoint and its option exist since 25.11.
  [ "$RELEASE" = 24.11 ] || metrics=MetricsType=metrics/openmetrics
  sed "${SED_PORTS[@]}" -e "s#@METRICS@#$metrics#" "$HERE/config/slurm.conf.in" >"$etc/slurm.conf"
  sed "${SED_PORTS[@]}" "$HERE/config/slurmdbd.conf.in" >"$etc/slurmdbd.conf"
  cp "$HERE/config/gres.conf" "$HERE/config/cgroup.conf" "$etc/"
  install -m 755 "$HERE/config/epilog.sh" "$etc/epilog.sh"
  install -m 755 "$HERE/config/prolog.sh" "$etc/prolog.sh"
  (
    umask 077
    head -c 1024 /dev/urandom >"$etc/slurm.key"
    head -c 32 /dev/urandom >"$etc/jwt.key"
  )
  chroot "$ROOT" chown slurm: /etc/slurm/slurm.key /etc/slurm/jwt.key /etc/slurm/slurmdbd.conf
  chmod 600 "$etc/slurmdbd.conf"
  printf '127.0.0.1 localhost brook-ctl\n' >"$ROOT/etc/hosts"
  printf '%s\n' "REST_PORT=$PORT_REST" "REST_SOCKET=$SOCKET_INSIDE" "DBD_PORT=$PORT_DBD" \
    "POD_PORTS=\"${POD_PORTS[*]}\"" "CLUSTER=$CLUSTER_NAME" "REST_USER=$REST_USER" "CLOCK_RATE=$CLOCK_RATE" \
    >"$ROOT/opt/real-slurm/settings"
}

write_token() { # SECONDS
  local token
  token=$(in_cluster scontrol token "username=$REST_USER" "lifespan=$1")
  token=${token#SLURM_JWT=}
  [ -n "$token" ] || die "scontrol gave no token"
  (
    umask 077
    printf '%s\n' "$token" >"$TOKEN_FILE.new"
  )
  mv "$TOKEN_FILE.new" "$TOKEN_FILE"
}

# Prints the API versions that this slurmrestd supports, oldest first.
rest_versions() {
  find "$ROOT/usr/lib" -name 'data_parser_v*.so' -printf '%f\n' |
    sed 's/^data_parser_//; s/\.so$//; s/_/./g' | sort | paste -sd' '
}

# Prints the path of the socket on the host, or nothing if the path is too long for a unix socket (107 characters).
host_socket() {
  local socket=$ROOT$SOCKET_INSIDE
  [ ${#socket} -gt 107 ] || printf '%s\n' "$socket"
}

write_env() {
  local metrics=''
  [ "$RELEASE" = 24.11 ] || metrics=http://127.0.0.1:$PORT_CTLD
  cat >"$ENV_FILE" <<ENV
SLURM_RELEASE=$RELEASE
SLURM_VERSION=$SLURM_VERSION
CLUSTER_NAME=$CLUSTER_NAME
REST_URL=http://127.0.0.1:$PORT_REST
REST_SOCKET=$(host_socket)
REST_USER=$REST_USER
REST_VERSIONS='$(rest_versions)'
TOKEN_FILE=$TOKEN_FILE
CONTROLLER_METRICS_URL=$metrics
CLOCK_RATE=$CLOCK_RATE
ENV
}

wait_for_rest() {
  local socket version
  version=$(rest_versions)
  version=${version##* }
  socket=$(host_socket)
  wait_until 20 "the REST API" http_ok "$PORT_REST" "/slurm/$version/nodes"
  if [ -n "$socket" ]; then
    wait_until 5 "the REST socket" http_ok "$socket" "/slurm/$version/nodes"
  fi
  [ "$RELEASE" = 24.11 ] || wait_until 5 "native metrics" http_ok "$PORT_CTLD" /metrics/nodes
}

# reed 9, otter 3, heron, pike, newt 2, dace 2, rill 2, pod 2; the others have no slurmd.
nodes_are_up() {
  [ "$(in_cluster sinfo --noheader -N -o '%N %t' | sort -u | grep -c ' idle$')" -eq 22 ]
}

cmd_token() { # DIR [SECONDS]
  require_root
  use_dir "$1"
  require_running
  case ${2:-3600} in
    *[!0-9]* | 0) die "seconds must be a positive number" ;;
  esac
  write_token "${2:-3600}"
  printf '%s\n' "$TOKEN_FILE"
}

cmd_load() { # DIR
  local began
  require_root
  use_dir "$1"
  require_installed
  take_lock
  require_running
  [ ! -e "$ROOT/opt/real-slurm/jobs.tsv" ] || die "jobs were already loaded (stop and start first)"
  began=$(now_ms)
  if ! step load.sh; then
    say "load failed; last lines of the logs:"
    show_logs
    exit 1
  fi
  cp "$ROOT"/opt/real-slurm/{jobs,nodes}.tsv "$DIR/"
  say "loaded $(in_cluster squeue -a -h -t all | wc -l) job lines ($(seconds_since "$began") s)"
}

cmd_live() { # DIR
  local began
  require_root
  use_dir "$1"
  require_running
  began=$(now_ms)
  if ! in_cluster /bin/bash /opt/real-slurm/inside/live.sh >>"$DIR/steps.log" 2>&1 </dev/null; then
    say "live failed; last lines of the logs:"
    show_logs
    exit 1
  fi
  say "all jobs have ended ($(seconds_since "$began") s)"
}
