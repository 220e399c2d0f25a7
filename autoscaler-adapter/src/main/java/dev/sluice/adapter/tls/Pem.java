package dev.sluice.adapter.tls;

import static java.nio.charset.StandardCharsets.US_ASCII;

import java.io.ByteArrayInputStream;
import java.security.GeneralSecurityException;
import java.security.KeyFactory;
import java.security.PrivateKey;
import java.security.cert.CertificateEncodingException;
import java.security.cert.CertificateException;
import java.security.cert.CertificateFactory;
import java.security.cert.X509Certificate;
import java.security.spec.PKCS8EncodedKeySpec;
import java.util.Base64;
import java.util.Collection;
import java.util.List;
import java.util.stream.Collectors;

/** Certificates and keys as text (RFC 7468). */
final class Pem {

    private static final int LINE = 64;
    private static final String CERTIFICATE = "CERTIFICATE";
    private static final String KEY = "PRIVATE KEY";

    private Pem() {}

    static String of(X509Certificate certificate) {
        try {
            return text(CERTIFICATE, certificate.getEncoded());
        } catch (CertificateEncodingException e) {
            throw new IllegalStateException("it was read from its bytes", e);
        }
    }

    static String of(Collection<X509Certificate> certificates) {
        return certificates.stream().map(Pem::of).collect(Collectors.joining());
    }

    static String of(PrivateKey key) {
        return text(KEY, key.getEncoded());
    }

    private static String text(String label, byte[] der) {
        String base64 = Base64.getMimeEncoder(LINE, new byte[] {'\n'}).encodeToString(der);
        return "-----BEGIN " + label + "-----\n" + base64 + "\n-----END " + label + "-----\n";
    }

    /** At least one. */
    static List<X509Certificate> certificates(String text) throws CertificateException {
        List<X509Certificate> found = CertificateFactory.getInstance("X.509")
                .generateCertificates(new ByteArrayInputStream(text.strip().getBytes(US_ASCII)))
                .stream()
                .map(X509Certificate.class::cast)
                .toList();
        if (found.isEmpty()) {
            throw new CertificateException("no certificate");
        }
        return found;
    }

    /** Of an elliptic curve, and as {@link #of(PrivateKey)} writes it. */
    static PrivateKey key(String text) throws GeneralSecurityException {
        String bare = text.replace("-----BEGIN " + KEY + "-----", "").replace("-----END " + KEY + "-----", "");
        try {
            byte[] der = Base64.getMimeDecoder().decode(bare);
            return KeyFactory.getInstance("EC").generatePrivate(new PKCS8EncodedKeySpec(der));
        } catch (IllegalArgumentException e) {
            throw new GeneralSecurityException("no key", e);
        }
    }
}
