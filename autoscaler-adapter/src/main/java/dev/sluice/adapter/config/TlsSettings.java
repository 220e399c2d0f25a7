package dev.sluice.adapter.config;

import java.nio.file.Path;

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
}
