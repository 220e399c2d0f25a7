package dev.sluice.common.tls;

import static java.nio.charset.StandardCharsets.ISO_8859_1;

import io.vertx.core.buffer.Buffer;
import io.vertx.core.net.PemKeyCertOptions;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.security.GeneralSecurityException;
import java.security.KeyFactory;
import java.security.KeyStore;
import java.security.PrivateKey;
import java.security.cert.CertificateException;
import java.security.cert.CertificateFactory;
import java.security.cert.X509Certificate;
import java.security.spec.PKCS8EncodedKeySpec;
import java.util.Base64;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import javax.net.ssl.SSLContext;
import javax.net.ssl.TrustManagerFactory;
import javax.net.ssl.X509KeyManager;

/** Uses certificates and keys in PEM (RFC 7468), as cert-manager and OpenSSL write them. */
public final class Pem {

    private static final Pattern PKCS8 =
            Pattern.compile("-----BEGIN PRIVATE KEY-----([A-Za-z0-9+/=\\s]+)-----END PRIVATE KEY-----");

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

    public static List<X509Certificate> certificates(NamedFile file, String content) throws NamedFile.Unusable {
        try {
            return certificates(content);
        } catch (CertificateException e) {
            throw file.unusable("holds no certificate (PEM)");
        }
    }

    /**
     * Returns the private key of a certificate: PKCS #8 ("PRIVATE KEY"), or OpenSSL's old form ("RSA PRIVATE KEY", "EC
     * PRIVATE KEY"), which only Vert.x reads.
     *
     * @param algorithm algorithm of the certificate's public key
     */
    static PrivateKey key(String key, String chain, String algorithm) throws GeneralSecurityException {
        Matcher pkcs8 = PKCS8.matcher(key);
        try {
            if (pkcs8.find()) {
                byte[] der = Base64.getMimeDecoder().decode(pkcs8.group(1));
                return KeyFactory.getInstance(algorithm).generatePrivate(new PKCS8EncodedKeySpec(der));
            }
            X509KeyManager read = (X509KeyManager) new PemKeyCertOptions()
                    .addCertValue(Buffer.buffer(chain))
                    .addKeyValue(Buffer.buffer(key))
                    .getKeyManagerFactory(null)
                    .getKeyManagers()[0];
            return read.getPrivateKey(read.getServerAliases(algorithm, null)[0]);
        } catch (GeneralSecurityException e) {
            throw e;
        } catch (Exception e) {
            throw new GeneralSecurityException("no usable, unencrypted private key", e);
        }
    }

    /**
     * Returns the TLS context of a client that trusts only the given authorities.
     *
     * @param pem the certificates of the authorities, at least one
     */
    public static SSLContext trusting(String pem) throws CertificateException {
        TrustManagerFactory trust = trusting(certificates(pem));
        try {
            SSLContext context = SSLContext.getInstance("TLS");
            context.init(null, trust.getTrustManagers(), null);
            return context;
        } catch (GeneralSecurityException e) {
            throw new IllegalStateException("every Java has TLS", e);
        }
    }

    /** Returns trust only in the given authorities. */
    static TrustManagerFactory trusting(List<X509Certificate> authorities) {
        try {
            KeyStore store = KeyStore.getInstance("PKCS12");
            store.load(null, null);
            for (X509Certificate authority : authorities) {
                store.setCertificateEntry("authority-" + store.size(), authority);
            }
            TrustManagerFactory factory = TrustManagerFactory.getInstance(TrustManagerFactory.getDefaultAlgorithm());
            factory.init(store);
            return factory;
        } catch (GeneralSecurityException | IOException e) {
            throw new IllegalStateException("a key store in memory takes any certificate", e);
        }
    }
}
