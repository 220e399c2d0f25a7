#!/bin/sh
# Makes the certificates of the Kubernetes tests: an authority, an API server's certificate for 127.0.0.1 and
# api.cluster.example, and a client's with a key of each form that kubeconfig files carry.
set -eu
cd "$(dirname "$0")"
days=36500
openssl req -x509 -newkey ec -pkeyopt ec_paramgen_curve:prime256v1 -nodes -days $days \
    -subj "/CN=sluice test authority" -keyout ca-key.tmp -out ca.pem
issue() { # name subject extensions
    openssl req -new -key "$1-key.pem" -subj "$2" -out "$1.csr.tmp"
    printf '%s\n' "$3" >"$1.ext.tmp"
    openssl x509 -req -in "$1.csr.tmp" -CA ca.pem -CAkey ca-key.tmp -CAcreateserial -CAserial ca.srl.tmp \
        -days $days -extfile "$1.ext.tmp" -out "$1.pem"
}
openssl genpkey -algorithm EC -pkeyopt ec_paramgen_curve:prime256v1 -out server-key.pem
issue server "/CN=kube-apiserver" "subjectAltName=IP:127.0.0.1,DNS:api.cluster.example"
openssl genpkey -algorithm EC -pkeyopt ec_paramgen_curve:prime256v1 -out client-key.pem
issue client "/O=dev/CN=jane" "extendedKeyUsage=clientAuth"
openssl pkey -in client-key.pem -traditional -out client-key-ec.pem
openssl genrsa -traditional -out client-rsa-key.pem 2048
issue client-rsa "/O=dev/CN=jane" "extendedKeyUsage=clientAuth"
rm -f ./*.tmp
