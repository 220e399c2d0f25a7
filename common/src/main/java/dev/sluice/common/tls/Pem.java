package dev.sluice.common.tls;

import static java.nio.charset.StandardCharsets.ISO_8859_1;

import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.math.BigInteger;
import java.security.GeneralSecurityException;
import java.security.KeyFactory;
import java.security.PrivateKey;
import java.security.PublicKey;
import java.security.cert.CertificateException;
import java.security.cert.CertificateFactory;
import java.security.cert.X509Certificate;
import java.security.spec.PKCS8EncodedKeySpec;
import java.util.Arrays;
import java.util.Base64;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Parses certificates and keys in PEM (RFC 7468), as cert-manager and OpenSSL write them. */
public final class Pem {

    private static final Pattern KEY = Pattern.compile(
            "-----BEGIN ((?:[A-Z]+ )*)PRIVATE KEY-----([A-Za-z0-9+/=\\s]+)-----END \\1PRIVATE KEY-----");
    private static final byte[] VERSION_0 = {0x02, 0x01, 0x00};
    private static final int SHORT = 0x80;
    private static final int BYTE = 8;

    private Pem() {}

    /** Returns the certificates in a PEM text. The result contains at least one certificate. */
    public static List<X509Certificate> certificates(String text) throws CertificateException {
        List<X509Certificate> found = CertificateFactory.getInstance("X.509")
                .generateCertificates(new ByteArrayInputStream(text.strip().getBytes(ISO_8859_1)))
                .stream()
                .map(X509Certificate.class::cast)
                .toList();
        if (found.isEmpty()) {
            throw new CertificateException("no certificate");
        }
        return found;
    }

    /**
     * Returns the private key in a PEM text: PKCS #8 ("PRIVATE KEY"), or OpenSSL's old form ("RSA PRIVATE KEY", "EC
     * PRIVATE KEY").
     *
     * @param publicKey public key of the certificate, which determines the algorithm
     */
    public static PrivateKey key(String text, PublicKey publicKey) throws GeneralSecurityException {
        Matcher matcher = KEY.matcher(text);
        if (!matcher.find()) {
            throw new GeneralSecurityException("no unencrypted private key");
        }
        byte[] der;
        try {
            der = Base64.getMimeDecoder().decode(matcher.group(2));
        } catch (IllegalArgumentException e) {
            throw new GeneralSecurityException("not base64", e);
        }
        byte[] pkcs8 = matcher.group(1).isEmpty() ? der : wrapped(der, publicKey);
        return KeyFactory.getInstance(publicKey.getAlgorithm()).generatePrivate(new PKCS8EncodedKeySpec(pkcs8));
    }

    /**
     * Converts the old form to PKCS #8, which contains the algorithm and then the old form. The public key has the same
     * algorithm.
     */
    private static byte[] wrapped(byte[] der, PublicKey publicKey) {
        return element(0x30, VERSION_0, kind(publicKey.getEncoded()), element(0x04, der));
    }

    /** Encodes an element in the distinguished encoding, DER (X.690). */
    private static byte[] element(int tag, byte[]... parts) {
        var content = new ByteArrayOutputStream();
        for (byte[] part : parts) {
            content.writeBytes(part);
        }
        var out = new ByteArrayOutputStream();
        out.write(tag);
        if (content.size() < SHORT) {
            out.write(content.size());
        } else {
            byte[] length = BigInteger.valueOf(content.size()).toByteArray();
            // Skips the leading zero byte: BigInteger adds this byte if the highest bit would otherwise be a sign.
            int start = length[0] == 0 ? 1 : 0;
            out.write(SHORT | (length.length - start));
            out.write(length, start, length.length - start);
        }
        out.writeBytes(content.toByteArray());
        return out.toByteArray();
    }

    /** Returns the first element of a SubjectPublicKeyInfo, which Java has encoded correctly. */
    private static byte[] kind(byte[] info) {
        int start = content(info, 0);
        int behindLength = content(info, start);
        int length = info[start + 1] & 0xff;
        if (length >= SHORT) {
            int bytes = length - SHORT;
            length = 0;
            for (int i = 0; i < bytes; i++) {
                length = (length << BYTE) | (info[start + 2 + i] & 0xff);
            }
        }
        return Arrays.copyOfRange(info, start, behindLength + length);
    }

    /** Returns the start of the element's content. */
    private static int content(byte[] der, int element) {
        int length = der[element + 1] & 0xff;
        return element + 2 + (length < SHORT ? 0 : length - SHORT);
    }
}
