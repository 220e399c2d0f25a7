package dev.sluice.adapter.server;

import dev.sluice.common.tls.ServerCertificate;
import java.time.Instant;
import java.time.ZoneOffset;
import java.time.ZonedDateTime;
import java.util.List;
import javax.security.auth.x500.X500Principal;
import org.wildfly.security.x500.GeneralName;
import org.wildfly.security.x500.cert.SelfSignedX509CertificateAndSigningKey;
import org.wildfly.security.x500.cert.SubjectAlternativeNamesExtension;

/** Creates a certificate in memory. The API server encrypts with this certificate, but cannot verify it. */
public final class SelfSignedCertificate {

    private static final String NAME = "sluice-adapter";
    private static final int KEY_BITS = 256;
    /** Longer than a process runs, so the adapter does not renew the certificate. */
    private static final int YEARS = 10;

    private SelfSignedCertificate() {}

    public static ServerCertificate create(Instant now) {
        ZonedDateTime time = now.atZone(ZoneOffset.UTC);
        SelfSignedX509CertificateAndSigningKey made = SelfSignedX509CertificateAndSigningKey.builder()
                .setDn(new X500Principal("CN=" + NAME))
                .setKeyAlgorithmName("EC")
                .setKeySize(KEY_BITS)
                .setSignatureAlgorithmName("SHA256withECDSA")
                // The clocks of clients can be slow.
                .setNotValidBefore(time.minusHours(1))
                .setNotValidAfter(time.plusYears(YEARS))
                .addExtension(new SubjectAlternativeNamesExtension(false, List.of(new GeneralName.DNSName(NAME))))
                .build();
        return ServerCertificate.of(List.of(made.getSelfSignedCertificate()), made.getSigningKey());
    }
}
