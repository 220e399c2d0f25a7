package dev.sluice.adapter.tls;

import dev.sluice.common.tls.ServerCertificate;

/** Receives events of the certificate, for metrics. */
public interface CertificateEvents {

    /** Reports the certificate of new connections. */
    void serving(ServerCertificate certificate);

    /** Reports whether the API server trusted the certificate in use at the last check. */
    void trusted(boolean trusted);

    /** Reports that a certificate could not be read, made or registered. The previous certificate stays in use. */
    void failed();
}
