# shellcheck shell=bash
# install: builds a minimal Debian with Slurm in DIR/root.

SLURM_PACKAGES=(slurmctld slurmd slurmdbd slurmrestd slurm-client
  slurm-wlm-jwt-plugin slurm-wlm-mysql-plugin mariadb-server)

cmd_install() { # RELEASE DIR
  local release=$1 started
  require_root
  use_dir "$2"
  case " $SUPPORTED_RELEASES " in
    *" $release "*) ;;
    *) die "release must be one of: $SUPPORTED_RELEASES" ;;
  esac
  claim_dir
  take_lock
  if [ -s "$STAMP" ]; then
    [ "$(cut -d' ' -f1 "$STAMP")" = "$release" ] ||
      die "$DIR already holds release $(cut -d' ' -f1 "$STAMP")"
    say "$release is already installed in $DIR"
    return 0
  fi
  started=$(now_ms)
  if ! command -v debootstrap >/dev/null; then
    say "installing debootstrap on this machine"
    apt-get -qq update
    DEBIAN_FRONTEND=noninteractive apt-get -qq install -y --no-install-recommends debootstrap >/dev/null
  fi
  # Everything that mounts or runs inside the unfinished chroot does so in its own namespaces, and --kill-child ends
  # them together with unshare: an abort leaves no mount and no process behind.
  unshare --mount --pid --ipc --fork --kill-child \
    "$HERE/real-slurm" __install-inside "$release" "$DIR" 9>&- &
  # shellcheck disable=SC2064 # the pid of now is meant
  trap "kill -KILL $! 2>/dev/null || true" EXIT
  trap 'exit 130' INT
  trap 'exit 143' TERM HUP
  local status=0
  wait $! || status=$?
  trap - EXIT INT TERM HUP
  if [ "$status" -ne 0 ]; then
    say "last lines of $DIR/install.log:"
    tail -n 25 "$DIR/install.log" >&2 || true
    die "install of $release in $DIR failed"
  fi
  say "installed $(cat "$STAMP") in $((($(now_ms) - started) / 1000)) s"
}

# Runs inside unshare as pid 1 of the namespace.
install_inside() { # RELEASE DIR
  local release=$1 tmp mirror suite version build
  use_dir "$2"
  build=$DIR/root.partial
  tmp=$DIR/tmp
  rm -rf --one-file-system "$build" "$tmp" "$ROOT"
  mkdir -p "$tmp"
  exec 3>&2
  exec >"$DIR/install.log" 2>&1 </dev/null
  # This /proc belongs to the new PID namespace (debootstrap reads it).
  mount -t proc proc /proc
  find_suite "$release" "$tmp/suites" >"$tmp/found" || die "no suite offers Slurm $release"
  read -r mirror suite version <"$tmp/found"
  say "Slurm $version from suite $suite" 2>&3
  bootstrap "$build" "$mirror" "$suite" "$tmp/wget"
  chroot_apt "$build" "$mirror" "$suite"
  install_packages "$build"
  fix_libmariadb "$build" "$mirror" "$tmp/libmariadb"
  add_people "$build"
  make_database "$build"
  chroot "$build" apt-get clean
  rm -rf "$build"/var/lib/apt/lists/* "$tmp"
  umount "$build/proc" "$build/dev"
  mv "$build" "$ROOT"
  printf '%s %s %s\n' "$release" "${version%%-*}" "$suite" >"$STAMP"
}

bootstrap() { # ROOT MIRROR SUITE WGET_HOME
  local script=()
  # An older debootstrap does not know the names of newer suites; they are built like sid.
  [ -e "/usr/share/debootstrap/scripts/$3" ] || script=(sid)
  # A test cluster needs neither manuals nor a disk flush after every file. This comes first, because debootstrap's own
  # dpkg calls read it too.
  mkdir -p "$1/etc/dpkg/dpkg.cfg.d"
  printf '%s\n' force-unsafe-io 'path-exclude=/usr/share/man/*' \
    'path-exclude=/usr/share/doc/*' 'path-exclude=/usr/share/locale/*' \
    >"$1/etc/dpkg/dpkg.cfg.d/real-slurm"
  (
    wget_like_apt "$4" "$2"
    debootstrap --variant=minbase --keyring="$(keyring)" "$3" "$1" "$2" "${script[@]}"
  )
}

install_packages() { # ROOT
  mountpoint -q "$1/proc" || mount -t proc proc "$1/proc"
  # The packages' scripts need /dev/null and other devices, but never the host's real /dev.
  mount -t tmpfs -o mode=755 tmpfs "$1/dev"
  make_devices "$1/dev"
  # No daemon may start during the install.
  printf '#!/bin/sh\nexit 101\n' >"$1/usr/sbin/policy-rc.d"
  chmod 755 "$1/usr/sbin/policy-rc.d"
  chroot "$1" apt-get -q update
  DEBIAN_FRONTEND=noninteractive chroot "$1" apt-get -q install -y "${SLURM_PACKAGES[@]}" faketime
}

make_devices() { # FOLDER
  mknod -m 666 "$1/null" c 1 3
  mknod -m 666 "$1/zero" c 1 5
  mknod -m 666 "$1/full" c 1 7
  mknod -m 666 "$1/random" c 1 8
  mknod -m 666 "$1/urandom" c 1 9
  mknod -m 666 "$1/tty" c 5 0
  ln -s /proc/self/fd "$1/fd"
  mkdir "$1/shm"
  chmod 1777 "$1/shm"
}

# libmariadb3 1:11.8.9+ds-4 (sid in late 2026) reports an error that makes slurmdbd exit immediately
# ("_check_mysql_concat_is_sane"). The library of stable has the same ABI and works.
fix_libmariadb() { # ROOT MIRROR TMP
  local version deb
  # shellcheck disable=SC2016 # dpkg-query expands it
  version=$(chroot "$1" dpkg-query -W -f '${Version}' libmariadb3)
  dpkg --compare-versions "$version" ge '1:11.8.9+ds-3' || return 0
  dpkg --compare-versions "$version" lt '1:11.8.10' || return 0
  say "replacing libmariadb3 $version by stable's" 2>&3
  apt_aside_setup "$3" "$2" trixie
  (cd "$3" && apt_aside "$3" apt-get download libmariadb3)
  deb=$(find "$3" -maxdepth 1 -name 'libmariadb3_*.deb')
  dpkg-deb -x "$deb" "$3/unpacked"
  find "$3/unpacked" -name libmariadb.so.3 -exec cp {} "$1/$(cd "$1" && find usr/lib -name libmariadb.so.3)" \;
}

# Adds the users who own jobs, and the user of the REST requests. slurmrestd refuses to run as root or as SlurmUser, so
# it has its own user.
add_people() { # ROOT
  local user uid=7001
  for user in $(job_users) "$REST_USER"; do
    chroot "$1" useradd --uid "$uid" --user-group --no-create-home \
      --home-dir /tmp --shell /bin/sh "$user"
    uid=$((uid + 1))
  done
  chroot "$1" useradd --system --no-create-home --shell /usr/sbin/nologin slurmrestd
}

job_users() { sed -n 's/^user \([a-z]*\) .*/\1/p' "$HERE/config/accounts"; }

database_options() { # ROOT
  install -m 644 "$HERE/config/mariadb.cnf" "$1/etc/mysql/conf.d/zz-real-slurm.cnf"
}

# Creates an empty database, which each start copies (much faster than mariadb-install-db). The slurm user logs in by
# its UID, without a password.
make_database() { # ROOT
  rm -rf "$1/var/lib/mysql" "$1/var/lib/mysql.empty"
  database_options "$1"
  mkdir -p "$1/run/mysqld"
  chroot "$1" chown mysql: /run/mysqld
  chroot "$1" mariadb-install-db --user=mysql --datadir=/var/lib/mysql.empty \
    --auth-root-authentication-method=socket --skip-test-db
  chroot "$1" /bin/sh -c 'mariadbd --user=mysql --datadir=/var/lib/mysql.empty --bootstrap' <<'SQL'
FLUSH PRIVILEGES;
CREATE DATABASE slurm_acct_db;
CREATE USER slurm@localhost IDENTIFIED VIA unix_socket;
GRANT ALL ON slurm_acct_db.* TO slurm@localhost;
SQL
}
