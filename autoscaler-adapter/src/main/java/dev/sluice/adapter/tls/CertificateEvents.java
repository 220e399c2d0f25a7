package dev.sluice.adapter.tls;

import dev.sluice.common.tls.ServerCertificate;

/** What happens to the certificate, for metrics. */
public interface CertificateEvents {

    /** New connections get this certificate. */
    void serving(ServerCertificate certificate);

    /** Whether the API server was last seen to trust the certificate in use. */
    void trusted(boolean trusted);

    /** A certificate could not be read, made or registered. The one before it is still in use. */
    void failed();
}
