#!/bin/sh
# Makes the PEM files beside it anew: certificates that sign themselves, with their keys in every form that servers get.
set -eu
cd "$(dirname "$0")"

certificate() { # name
  openssl req -x509 -new -key "$1-key.pem" -days 36500 -subj "/CN=$1" -out "$1.pem"
}

openssl genpkey -algorithm RSA -pkeyopt rsa_keygen_bits:2048 -out rsa-key.pem
openssl rsa -in rsa-key.pem -traditional -out rsa-pkcs1-key.pem
certificate rsa
openssl genpkey -algorithm EC -pkeyopt ec_paramgen_curve:P-384 -out ec-key.pem
openssl ec -in ec-key.pem -out ec-sec1-key.pem
openssl ecparam -name secp384r1 | cat - ec-sec1-key.pem > ec-parameters-key.pem
certificate ec
openssl genpkey -algorithm ED25519 -out ed25519-key.pem
certificate ed25519
openssl pkcs8 -topk8 -in rsa-key.pem -passout pass:secret -out rsa-encrypted-key.pem
