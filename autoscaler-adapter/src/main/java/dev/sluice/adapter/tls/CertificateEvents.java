package dev.sluice.adapter.tls;

import java.time.Instant;

/** What happens to the certificate, for metrics. */
public interface CertificateEvents {

    /** Connections get a certificate that is valid until then. */
    void serving(Instant expires);

    /** Whether the API server was last seen to trust the certificate in use. */
    void trusted(boolean trusted);

    /** A certificate could not be read, made or registered. The one before it is still in use. */
    void failed();
}
