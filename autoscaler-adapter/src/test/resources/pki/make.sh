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

certificate() { # name, authority, subject, days, extensions
  openssl genpkey -algorithm EC -pkeyopt ec_paramgen_curve:P-256 -out "$1-key.pem"
  printf '%b' "$5" > "$keys/extensions"
  openssl req -new -key "$1-key.pem" -subj "$3" |
    openssl x509 -req -CA "$2.pem" -CAkey "$keys/$2.key" -CAcreateserial -CAserial "$keys/$2.serial" \
      -days "$4" -extfile "$keys/extensions" -out "$1.pem"
}

client='basicConstraints=critical,CA:FALSE\nextendedKeyUsage=clientAuth\n'
server='basicConstraints=critical,CA:FALSE\nextendedKeyUsage=serverAuth\nsubjectAltName=IP:127.0.0.1,DNS:localhost\n'

authority proxy-ca "Sluice test front proxy authority"
authority next-proxy-ca "Sluice test front proxy authority"
authority cluster-ca "Sluice test cluster authority"
authority stranger-ca "Sluice test front proxy authority"
authority serving-ca "Sluice test serving authority"

certificate front-proxy proxy-ca /CN=front-proxy-client 36500 "$client"
certificate next-front-proxy next-proxy-ca /CN=front-proxy-client 36500 "$client"
certificate stranger stranger-ca /CN=front-proxy-client 36500 "$client"
certificate other-name proxy-ca /CN=somebody 36500 "$client"
certificate one-day proxy-ca /CN=front-proxy-client 1 "$client"
certificate for-servers proxy-ca /CN=front-proxy-client 36500 "$server"
certificate any-use proxy-ca /CN=front-proxy-client 36500 'basicConstraints=critical,CA:FALSE\n'
certificate jane cluster-ca /O=dev/O=ops/CN=jane 36500 "$client"
certificate serving serving-ca /CN=adapter 36500 "$server"
certificate next-serving serving-ca /CN=adapter 18250 "$server"

# A chain: the authority, one below it, and a certificate of that one.
certificate between proxy-ca "/CN=Sluice test authority between" 36500 \
  'basicConstraints=critical,CA:TRUE\nkeyUsage=critical,keyCertSign\n'
mv between-key.pem "$keys/between.key"
certificate below between /CN=front-proxy-client 36500 "$client"
cat between.pem >> below.pem
rm between.pem

# An authority that was renewed: one name and key in two certificates, of which the first is over after a day.
authority renewed-ca "Sluice test renewed authority"
openssl req -x509 -new -key "$keys/renewed-ca.key" -days 1 -subj "/CN=Sluice test renewed authority" \
  -addext basicConstraints=critical,CA:TRUE -addext keyUsage=critical,keyCertSign -out renewed-ca-before.pem
certificate renewed renewed-ca /CN=front-proxy-client 36500 "$client"
rm renewed-key.pem

# A user without a common name.
openssl req -x509 -newkey ec -pkeyopt ec_paramgen_curve:P-256 -nodes -keyout "$keys/nameless.key" -days 36500 \
  -subj /O=dev -addext basicConstraints=critical,CA:FALSE -addext extendedKeyUsage=clientAuth -out nameless.pem

# As OpenSSL used to write keys.
openssl genrsa -traditional -out rsa-key.pem 2048
openssl req -x509 -new -key rsa-key.pem -days 36500 -subj /CN=rsa -addext "subjectAltName=IP:127.0.0.1" -out rsa.pem
