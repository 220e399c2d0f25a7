#!/bin/sh
# Makes the PEM files beside it anew. The authorities' keys are thrown away.
set -eu
cd "$(dirname "$0")"
keys=$(mktemp -d)
trap 'rm -rf "$keys"' EXIT

authority() { # name, subject
  openssl genpkey -algorithm EC -pkeyopt ec_paramgen_curve:P-256 -out "$keys/$1.key"
  openssl req -x509 -new -key "$keys/$1.key" -days 36500 -subj "/CN=$2" \
    -addext basicConstraints=critical,CA:TRUE -addext keyUsage=critical,keyCertSign -out "$1.pem"
}

certificate() { # name, authority, subject, alternative names, usage
  openssl genpkey -algorithm EC -pkeyopt ec_paramgen_curve:P-256 -out "$1-key.pem"
  printf 'subjectAltName=%s\nextendedKeyUsage=%s\nbasicConstraints=critical,CA:FALSE\n' "$4" "$5" > "$keys/extensions"
  openssl req -new -key "$1-key.pem" -subj "/CN=$3" |
    openssl x509 -req -CA "$2.pem" -CAkey "$keys/$2.key" -CAcreateserial -CAserial "$keys/$2.serial" \
      -days 36500 -extfile "$keys/extensions" -out "$1.pem"
}

authority ca "Sluice test authority"
authority other-ca "Sluice other test authority"
certificate server ca localhost IP:127.0.0.1,DNS:localhost serverAuth
certificate elsewhere ca slurm.example DNS:slurm.example serverAuth
certificate client ca sluice DNS:sluice clientAuth
certificate other-server other-ca localhost IP:127.0.0.1,DNS:localhost serverAuth
certificate other-client other-ca sluice DNS:sluice clientAuth
