package dev.sluice.adapter.config;

import java.nio.file.Path;
import java.util.Optional;

/** The source of the Kubernetes API's certificate. */
public sealed interface TlsSettings {

    /**
     * PEM files, read again when they change.
     *
     * @param certFile certificate, followed by intermediate certificates
     * @param keyFile private key of the certificate
     */
    record Files(Path certFile, Path keyFile) implements TlsSettings {}

    /** A certificate that the adapter creates at the start. */
    record SelfSigned() implements TlsSettings {}

    /** Returns the contradiction between the settings of the certificate; empty if the settings are consistent. */
    static Optional<String> problem(boolean insecureHttp, boolean selfSigned, boolean cert, boolean key) {
        boolean files = cert || key;
        if (insecureHttp) {
            return files || selfSigned
                    ? Optional.of("--insecure-http and a certificate exclude each other")
                    : Optional.empty();
        }
        if (selfSigned) {
            return files ? Optional.of("--tls-self-signed and --tls-cert exclude each other") : Optional.empty();
        }
        return cert && key
                ? Optional.empty()
                : Optional.of("--tls-cert and --tls-key are missing, or --tls-self-signed: the Kubernetes API is"
                        + " served over TLS (--insecure-http is for a demonstration on one machine)");
    }
}
