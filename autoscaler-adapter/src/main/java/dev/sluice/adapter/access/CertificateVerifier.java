package dev.sluice.adapter.access;

import java.io.IOException;
import java.security.GeneralSecurityException;
import java.security.cert.CertPathBuilder;
import java.security.cert.CertStore;
import java.security.cert.CertificateException;
import java.security.cert.CollectionCertStoreParameters;
import java.security.cert.PKIXBuilderParameters;
import java.security.cert.PKIXCertPathBuilderResult;
import java.security.cert.TrustAnchor;
import java.security.cert.X509CertSelector;
import java.security.cert.X509Certificate;
import java.time.Clock;
import java.time.Instant;
import java.util.Date;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * Verifies client certificates against trusted authorities. TLS has already proved that the client has the key. Caches
 * each result until the end of the result's validity, because the API server presents the same certificate with every
 * request.
 */
final class CertificateVerifier {

    private static final String CLIENT_AUTH = "1.3.6.1.5.5.7.3.2";
    private static final int MAX_REMEMBERED = 256;

    private final Clock clock;
    private final Map<Question, Finding> remembered = new LinkedHashMap<>();

    /** The certificates to verify, and the trusted authorities. Both together are the key of a cached result. */
    private record Question(List<X509Certificate> chain, List<X509Certificate> authorities) {}

    /**
     * The result of a verification, and the end of the result's validity. The validity ends, because a certificate that
     * is not valid yet becomes valid.
     */
    private record Finding(Optional<String> flaw, Instant until) {}

    CertificateVerifier(Clock clock) {
        this.clock = clock;
    }

    /**
     * Returns the flaw of a certificate; empty if the certificate is valid.
     *
     * @param chain presented chain: the certificate, followed by any intermediate certificates
     */
    synchronized Optional<String> flaw(List<X509Certificate> chain, List<X509Certificate> authorities) {
        Instant now = clock.instant();
        Question question = new Question(chain, authorities);
        Finding known = remembered.get(question);
        if (known == null || !now.isBefore(known.until())) {
            known = find(question, now);
            remembered.put(question, known);
            if (remembered.size() > MAX_REMEMBERED) {
                remembered.remove(remembered.keySet().iterator().next());
            }
        }
        return known.flaw();
    }

    synchronized int size() {
        return remembered.size();
    }

    private static Finding find(Question question, Instant now) {
        try {
            List<X509Certificate> path = path(question, Date.from(now));
            Instant until = path.stream()
                    .map(certificate -> certificate.getNotAfter().toInstant())
                    .min(Instant::compareTo)
                    .orElse(now);
            return new Finding(Optional.empty(), until);
        } catch (GeneralSecurityException e) {
            return new Finding(
                    Optional.of(String.valueOf(e.getMessage()).replace('\n', ' ')), firstChange(question, now));
        }
    }

    private static Instant firstChange(Question question, Instant now) {
        return Stream.concat(question.chain().stream(), question.authorities().stream())
                .map(certificate -> certificate.getNotBefore().toInstant())
                .filter(now::isBefore)
                .min(Instant::compareTo)
                .orElse(Instant.MAX);
    }

    private static boolean isValid(X509Certificate certificate, Date now) {
        try {
            certificate.checkValidity(now);
            return true;
        } catch (CertificateException e) {
            return false;
        }
    }

    /** Returns the path from the certificate to an authority. The path includes the certificate and the authority. */
    private static List<X509Certificate> path(Question question, Date now) throws GeneralSecurityException {
        X509Certificate leaf = question.chain().get(0);
        X509CertSelector wanted = new X509CertSelector();
        wanted.setCertificate(leaf);
        try {
            // A certificate without extended key usages is valid for every usage.
            wanted.setExtendedKeyUsage(Set.of(CLIENT_AUTH));
        } catch (IOException e) {
            throw new IllegalStateException("it is a well-formed identifier", e);
        }
        if (!wanted.match(leaf)) {
            throw new CertificateException("it is not for client authentication");
        }
        // A renewed authority can have two certificates with the same name and key. One of the two certificates expires
        // earlier.
        Set<TrustAnchor> anchors = question.authorities().stream()
                .filter(authority -> isValid(authority, now))
                .map(authority -> new TrustAnchor(authority, null))
                .collect(Collectors.toSet());
        if (anchors.isEmpty()) {
            throw new CertificateException("no authority is valid now");
        }
        PKIXBuilderParameters parameters = new PKIXBuilderParameters(anchors, wanted);
        parameters.addCertStore(
                CertStore.getInstance("Collection", new CollectionCertStoreParameters(question.chain())));
        parameters.setRevocationEnabled(false);
        parameters.setDate(now);
        PKIXCertPathBuilderResult built =
                (PKIXCertPathBuilderResult) CertPathBuilder.getInstance("PKIX").build(parameters);
        return Stream.concat(
                        built.getCertPath().getCertificates().stream().map(X509Certificate.class::cast),
                        Stream.of(built.getTrustAnchor().getTrustedCert()))
                .toList();
    }
}
