# shellcheck shell=bash
# Shared by all commands: messages, paths, lock, ports, HTTP. Sourced by real-slurm.
# Most of these variables are used by the other files of lib/:
# shellcheck disable=SC2034

REST_USER=sluice
CLUSTER_NAME=brook
SUPPORTED_RELEASES="24.11 26.05"

say() { printf 'real-slurm: %s\n' "$*" >&2; }
die() {
  say "error: $*"
  exit 1
}

expect_args() { # COMMAND MIN MAX ACTUAL
  if [ "$4" -lt "$2" ] || [ "$4" -gt "$3" ]; then
    die "wrong number of arguments for '$1' (see: real-slurm help)"
  fi
}

require_root() {
  [ "$(id -u)" -eq 0 ] || die "must run as root"
}

# Sets the paths of one cluster. The folder's name is written to a shell-readable file and used in mount commands, so
# special characters are rejected.
use_dir() { # DIR
  DIR=$(realpath -m -- "$1")
  case $DIR in
    / | /*[!A-Za-z0-9._/+@,=:-]*) die "unsuitable folder name: $DIR" ;;
  esac
  ROOT=$DIR/root             # the chroot
  STAMP=$DIR/release         # exists only after a complete install
  PID_FILE=$DIR/pid1         # host pid and start time of the namespace's pid 1
  ENV_FILE=$DIR/cluster.env
  TOKEN_FILE=$DIR/token
  SOCKET_INSIDE=/run/slurmrestd/rest.sock
}

# The lock file also marks a folder as ours: only such a folder is ever emptied or deleted, and a new one must be empty.
is_ours() { [ -e "$DIR/.real-slurm.lock" ]; }

claim_dir() {
  if ! is_ours; then
    mkdir -p "$DIR"
    [ -z "$(find "$DIR" -mindepth 1 -maxdepth 1 -print -quit)" ] || die "$DIR is not empty"
  fi
}

# One state-changing command per folder at a time. The lock's descriptor is closed for everything that keeps running
# (see in_cluster and launch).
take_lock() {
  exec 9>>"$DIR/.real-slurm.lock"
  flock --wait 5 9 || die "another real-slurm command is at work in $DIR"
}

require_installed() {
  [ -s "$STAMP" ] || die "nothing installed in $DIR (use: real-slurm install)"
  RELEASE=$(cut -d' ' -f1 "$STAMP")
  SLURM_VERSION=$(cut -d' ' -f2 "$STAMP")
}

now_ms() { date +%s%3N; }

# Repeats a check, with pauses, until it succeeds.
wait_until() { # SECONDS DESCRIPTION COMMAND...
  local end=$(($(now_ms) + $1 * 1000)) what=$2
  shift 2
  until "$@"; do
    if [ "$(now_ms)" -ge "$end" ]; then
      say "gave up waiting for: $what"
      return 1
    fi
    sleep 0.2
  done
}

# Prints COUNT free TCP ports of 127.0.0.1. A slurmd binds its port seconds later, so these are below the range from which
# the kernel gives ports to all other programs. All are bound at the same time, so they differ. perl-base is part of every
# Debian; bash cannot bind.
free_ports() { # COUNT
  perl -Mstrict -MSocket -e '
    open(my $range, "<", "/proc/sys/net/ipv4/ip_local_port_range") or die "ip_local_port_range: $!";
    my ($low) = <$range> =~ /(\d+)/;
    my ($first, @held) = (10000);
    die "no ports between $first and $low" if $low < $first + 1000;
    for (my $tries = 0; @held < $ARGV[0]; $tries++) {
      die "too few free ports between $first and $low" if $tries > 10000;
      my $port = $first + int(rand($low - $first));
      socket(my $s, PF_INET, SOCK_STREAM, 0) or die "socket: $!";
      next unless bind($s, sockaddr_in($port, INADDR_LOOPBACK));
      push @held, $s;
      print "$port\n";
    }' "$1"
}

# Prints the HTTP status of a GET with the token, or 000. ADDRESS is a port
# number or the path of a unix socket. (A fresh Debian has no curl.)
http_status() { # ADDRESS PATH
  perl -Mstrict -MSocket -e '
    my ($address, $path, $token_file) = @ARGV;
    open(my $f, "<", $token_file) or die "$token_file: $!";
    chomp(my $token = <$f>);
    my $unix = $address =~ m{^/};
    alarm 20;
    my $s;
    my $ok = socket($s, $unix ? PF_UNIX : PF_INET, SOCK_STREAM, 0)
      && connect($s, $unix ? sockaddr_un($address)
                           : sockaddr_in($address, INADDR_LOOPBACK));
    if (!$ok) { print "000\n"; exit }
    syswrite($s, "GET $path HTTP/1.1\r\nHost: localhost\r\n"
      . "Authorization: Bearer $token\r\nConnection: close\r\n\r\n");
    my $line = <$s> // "";
    print $line =~ m{^HTTP/\S+ (\d+)} ? "$1\n" : "000\n";
  ' "$1" "$2" "$TOKEN_FILE" 2>/dev/null || echo 000
}

http_ok() { # ADDRESS PATH
  [ "$(http_status "$1" "$2")" = 200 ]
}
