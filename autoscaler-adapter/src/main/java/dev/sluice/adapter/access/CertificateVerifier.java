package dev.sluice.adapter.access;

import java.io.IOException;
import java.security.GeneralSecurityException;
import java.security.cert.CertPathBuilder;
import java.security.cert.CertStore;
import java.security.cert.CertificateException;
import java.security.cert.CollectionCertStoreParameters;
import java.security.cert.PKIXBuilderParameters;
import java.security.cert.TrustAnchor;
import java.security.cert.X509CertSelector;
import java.security.cert.X509Certificate;
import java.time.Instant;
import java.util.Date;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;

/** Verifies client certificates against trusted authorities. TLS has already proved that the client has the key. */
final class CertificateVerifier {

    private static final String CLIENT_AUTH = "1.3.6.1.5.5.7.3.2";

    private CertificateVerifier() {}

    /**
     * Returns the flaw of a certificate; empty if the certificate is valid.
     *
     * @param chain presented chain: the certificate, followed by any intermediate certificates
     */
    static Optional<String> flaw(List<X509Certificate> chain, List<X509Certificate> authorities, Instant now) {
        try {
            verify(chain, authorities, Date.from(now));
            return Optional.empty();
        } catch (GeneralSecurityException e) {
            return Optional.of(String.valueOf(e.getMessage()).replace('\n', ' '));
        }
    }

    private static void verify(List<X509Certificate> chain, List<X509Certificate> authorities, Date now)
            throws GeneralSecurityException {
        X509CertSelector wanted = new X509CertSelector();
        wanted.setCertificate(chain.get(0));
        try {
            // A certificate without extended key usages is valid for every usage.
            wanted.setExtendedKeyUsage(Set.of(CLIENT_AUTH));
        } catch (IOException e) {
            throw new IllegalStateException("it is a well-formed identifier", e);
        }
        if (!wanted.match(chain.get(0))) {
            throw new CertificateException("it is not for client authentication");
        }
        // A renewed authority can have two certificates with the same name and key, of which one expires earlier.
        Set<TrustAnchor> anchors = authorities.stream()
                .filter(authority -> isValid(authority, now))
                .map(authority -> new TrustAnchor(authority, null))
                .collect(Collectors.toSet());
        if (anchors.isEmpty()) {
            throw new CertificateException("no authority is valid now");
        }
        PKIXBuilderParameters parameters = new PKIXBuilderParameters(anchors, wanted);
        parameters.addCertStore(CertStore.getInstance("Collection", new CollectionCertStoreParameters(chain)));
        parameters.setRevocationEnabled(false);
        parameters.setDate(now);
        CertPathBuilder.getInstance("PKIX").build(parameters);
    }

    private static boolean isValid(X509Certificate certificate, Date now) {
        try {
            certificate.checkValidity(now);
            return true;
        } catch (CertificateException e) {
            return false;
        }
    }
}
