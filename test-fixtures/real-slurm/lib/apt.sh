# shellcheck shell=bash
# Finds out how this machine's apt reaches its Debian mirror, and passes this on to debootstrap (which uses wget) and to
# the chroot's apt. The mirror is never hardcoded: it may differ on every machine.

# Prints the http(s) mirrors of apt's one-line and deb822 sources that serve the component main, without security
# mirrors and duplicates.
configured_mirrors() {
  local list parts
  eval "$(apt-config shell list Dir::Etc::sourcelist/f parts Dir::Etc::sourceparts/d)"
  {
    find "$parts" -maxdepth 1 -name '*.sources' -exec awk '
      # A stanza ends at an empty line; indented lines continue a field.
      function flush_stanza(   i, n, u) {
        if (types ~ /(^| )deb( |$)/ && enabled != "no" && comps ~ /(^| )main( |$)/) {
          n = split(uris, u, " ")
          for (i = 1; i <= n; i++) print u[i]
        }
        types = uris = comps = enabled = field = ""
      }
      FNR == 1 || /^[ \t]*$/ { flush_stanza() }
      /^#/ { next }
      /^[A-Za-z-]+:/ { field = tolower($1); sub(/^[^:]*:[ \t]*/, "") }
      { gsub(/[ \t]+/, " "); sub(/^ /, "") }
      field == "types:" { types = types " " $0 }
      field == "uris:" { uris = uris " " $0 }
      field == "components:" { comps = comps " " $0 }
      field == "enabled:" { enabled = tolower($0); sub(/ $/, "", enabled) }
      END { flush_stanza() }' {} + || true
    find "$list" "$parts" -maxdepth 1 -type f \
      \( -name '*.list' -o -path "$list" \) -exec awk '
      $1 == "deb" {
        sub(/#.*/, ""); sub(/\[[^]]*\]/, "")
        for (i = 4; i <= NF; i++) if ($i == "main") { print $2; break }
      }' {} + 2>/dev/null || true
  } | sed 's:/*$::' | grep -E '^https?://' | grep -v 'security' | awk '!seen[$0]++'
}

# The archive's own keyring; both debootstrap and apt check signatures with it.
keyring() {
  printf '%s\n' "${REAL_SLURM_KEYRING:-/usr/share/keyrings/debian-archive-keyring.gpg}"
}

# Runs the host's apt-get or apt-cache with a single source and separate lists, so that other suites can be read without
# changing the host's state.
apt_aside() { # TMP TOOL ARGS...
  local tmp=$1 tool=$2
  shift 2
  "$tool" -q -o "Dir::Etc::sourcelist=$tmp/sources.list" -o Dir::Etc::sourceparts=/dev/null \
    -o "Dir::State::lists=$tmp/lists" -o "Dir::Cache::archives=$tmp/archives" \
    -o Dir::Etc::preferences=/dev/null -o Dir::Etc::preferencesparts=/dev/null \
    -o Dir::Cache::pkgcache= -o Dir::Cache::srcpkgcache= \
    -o Dir::State::status=/dev/null -o APT::Sandbox::User=root \
    -o Acquire::Languages=none -o Acquire::Check-Valid-Until=false \
    -o APT::Update::Post-Invoke-Success= "$@"
}

apt_aside_setup() { # TMP MIRROR SUITE
  mkdir -p "$1/lists/partial" "$1/archives/partial"
  printf 'deb [signed-by=%s] %s %s main\n' "$(keyring)" "$2" "$3" >"$1/sources.list"
  apt_aside "$1" apt-get update >"$1/update.log" 2>&1
}

# Prints "MIRROR SUITE VERSION" for the first mirror and suite with the wanted release of Slurm.
find_suite() { # RELEASE TMP
  local mirrors mirror suite suites version
  case $1 in
    24.11) suites=trixie ;;
    26.05) suites="forky sid" ;;
  esac
  suites=${REAL_SLURM_SUITE:-$suites}
  mirrors=${REAL_SLURM_MIRROR:-$(configured_mirrors)}
  [ -n "$mirrors" ] || die "no http(s) Debian mirror in apt's sources (set REAL_SLURM_MIRROR)"
  for mirror in $mirrors; do
    for suite in $suites; do
      apt_aside_setup "$2/$suite" "$mirror" "$suite" || continue
      version=$(apt_aside "$2/$suite" apt-cache policy slurmctld |
        awk '$1 == "Candidate:" { print $2 }')
      case $version in
        "$1".*)
          printf '%s %s %s\n' "$mirror" "$suite" "$version"
          return 0
          ;;
      esac
    done
  done
  tail -n 5 "$2"/*/update.log >&2 || true
  return 1
}

# Prints apt's proxy for a URL: fixed, or from the detection program.
apt_proxy_for() { # URL
  local proxy='' detect='' scheme=${1%%:*}
  eval "$(apt-config shell proxy "Acquire::$scheme::Proxy" detect Acquire::http::Proxy-Auto-Detect)"
  if [ -z "$proxy" ] && [ -x "$detect" ]; then
    proxy=$("$detect" "$1" 2>/dev/null || true)
  fi
  case $proxy in
    '' | DIRECT | false) ;;
    *) printf '%s\n' "$proxy" ;;
  esac
}

# debootstrap downloads with wget; this gives wget apt's proxy, certificates and logins through a private home folder.
# Prints nothing; sets variables.
wget_like_apt() { # TMP MIRROR
  local ca='' cert='' key='' peer='' proxy auth parts file
  eval "$(apt-config shell ca Acquire::https::CaInfo cert Acquire::https::SslCert \
    key Acquire::https::SslKey peer Acquire::https::Verify-Peer \
    auth Dir::Etc::netrc/f parts Dir::Etc::netrcparts/d)"
  mkdir -p "$1"
  chmod 700 "$1"
  proxy=$(apt_proxy_for "$2")
  {
    [ -z "$proxy" ] || printf 'use_proxy=on\nhttp_proxy=%s\nhttps_proxy=%s\n' "$proxy" "$proxy"
    [ -z "$ca" ] || printf 'ca_certificate=%s\n' "$ca"
    [ -z "$cert" ] || printf 'certificate=%s\n' "$cert"
    [ -z "$key" ] || printf 'private_key=%s\n' "$key"
    [ "$peer" != false ] || printf 'check_certificate=off\n'
  } >"$1/wgetrc"
  : >"$1/.netrc"
  chmod 600 "$1/.netrc"
  for file in "${auth:-/etc/apt/auth.conf}" "${parts:-/etc/apt/auth.conf.d}"/*; do
    # apt allows a scheme and a path after "machine"; netrc only a host.
    [ ! -f "$file" ] || sed -E 's#(machine[[:space:]]+)[a-z]+://#\1#; s#(machine[[:space:]]+[^/[:space:]]+)/[^[:space:]]*#\1#' \
      "$file" >>"$1/.netrc"
  done
  export WGETRC=$1/wgetrc HOME=$1
}

# Writes the chroot's apt configuration: the host's network settings, logins
# and certificates, and one source.
chroot_apt() { # ROOT MIRROR SUITE
  local conf=$1/etc/apt/apt.conf.d/90real-slurm proxy file path
  proxy=$(apt_proxy_for "$2")
  {
    apt-config dump | grep -E '^Acquire::(https?|socks|Retries|ForceIPv|Check-Date)' |
      grep -v 'Proxy-Auto-Detect' || true
    [ -z "$proxy" ] || printf 'Acquire::%s::Proxy "%s";\n' "${2%%:*}" "$proxy"
    # On a mirror that lags or is frozen, the lists of testing and sid can be past their Valid-Until; signatures are
    # still checked.
    echo 'Acquire::Check-Valid-Until "false";'
    echo 'Acquire::Languages "none";'
    echo 'APT::Install-Recommends "false";'
    echo 'APT::Sandbox::User "root";'
  } >"$conf"
  # An https mirror needs root certificates before the chroot has the package.
  if [ "${2%%:*}" = https ] && [ -f /etc/ssl/certs/ca-certificates.crt ]; then
    install -D -m 644 /etc/ssl/certs/ca-certificates.crt "$1/etc/ssl/certs/ca-certificates.crt"
  fi
  while IFS= read -r path; do
    [ ! -f "$path" ] || install -D -m 600 "$path" "$1$path"
  done < <(sed -nE 's/^Acquire::https.*::?(CaInfo|SslCert|SslKey|IssuerCert|CrlFile) "(.*)";$/\2/p' "$conf")
  for file in /etc/apt/auth.conf /etc/apt/auth.conf.d/*; do
    [ ! -f "$file" ] || install -D -m 600 "$file" "$1$file"
  done
  for file in /etc/resolv.conf /etc/hosts; do
    [ ! -f "$file" ] || cat "$file" >"$1$file"
  done
  install -m 644 "$(keyring)" "$1/usr/share/keyrings/real-slurm.gpg"
  rm -f "$1"/etc/apt/sources.list.d/*
  printf 'deb [signed-by=/usr/share/keyrings/real-slurm.gpg] %s %s main\n' "$2" "$3" \
    >"$1/etc/apt/sources.list"
}
