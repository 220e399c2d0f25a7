package dev.sluice.adapter.tls;

import java.security.PrivateKey;
import java.security.cert.CertificateEncodingException;
import java.security.cert.X509Certificate;
import java.util.Base64;
import java.util.Collection;
import java.util.stream.Collectors;

/** Writes certificates and keys as text (RFC 7468). */
final class PemText {

    private static final int LINE = 64;
    private static final String CERTIFICATE = "CERTIFICATE";
    private static final String KEY = "PRIVATE KEY";

    private PemText() {}

    static String of(X509Certificate certificate) {
        try {
            return text(CERTIFICATE, certificate.getEncoded());
        } catch (CertificateEncodingException e) {
            throw new IllegalStateException("it was read from its bytes", e);
        }
    }

    static String of(Collection<X509Certificate> certificates) {
        return certificates.stream().map(PemText::of).collect(Collectors.joining());
    }

    static String of(PrivateKey key) {
        return text(KEY, key.getEncoded());
    }

    private static String text(String label, byte[] der) {
        String base64 = Base64.getMimeEncoder(LINE, new byte[] {'\n'}).encodeToString(der);
        return "-----BEGIN " + label + "-----\n" + base64 + "\n-----END " + label + "-----\n";
    }
}
