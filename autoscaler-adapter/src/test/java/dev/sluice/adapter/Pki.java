package dev.sluice.adapter;

import static java.nio.charset.StandardCharsets.US_ASCII;

import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.net.Socket;
import java.security.GeneralSecurityException;
import java.security.KeyFactory;
import java.security.KeyStore;
import java.security.PrivateKey;
import java.security.cert.Certificate;
import java.security.cert.CertificateFactory;
import java.security.cert.X509Certificate;
import java.security.spec.PKCS8EncodedKeySpec;
import java.util.Base64;
import java.util.List;
import java.util.Objects;
import java.util.stream.Stream;
import javax.net.ssl.KeyManagerFactory;
import javax.net.ssl.SSLContext;
import javax.net.ssl.SSLEngine;
import javax.net.ssl.TrustManager;
import javax.net.ssl.TrustManagerFactory;
import javax.net.ssl.X509ExtendedTrustManager;

/** The certificates in the folder pki, by name. */
public final class Pki {

    private Pki() {}

    public static String pem(String name) {
        try (InputStream in = Objects.requireNonNull(Pki.class.getResourceAsStream("/pki/" + name + ".pem"), name)) {
            return new String(in.readAllBytes(), US_ASCII);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /**
     * Returns the TLS context of a client or a server.
     *
     * @param trusted PEM text of the trusted authority
     * @param own name of the certificate to present; empty for no certificate
     */
    public static SSLContext context(String trusted, String own) {
        try {
            TrustManagerFactory trust = TrustManagerFactory.getInstance(TrustManagerFactory.getDefaultAlgorithm());
            trust.init(trusting(trusted));
            SSLContext context = SSLContext.getInstance("TLS");
            context.init(own.isEmpty() ? null : showing(own).getKeyManagers(), trust.getTrustManagers(), null);
            return context;
        } catch (GeneralSecurityException | IOException e) {
            throw new AssertionError(e);
        }
    }

    /** Returns the certificate, followed by the certificates of the authorities below the root. */
    public static List<X509Certificate> chain(String name) {
        try {
            return Stream.of(certificates(pem(name)))
                    .map(X509Certificate.class::cast)
                    .toList();
        } catch (GeneralSecurityException e) {
            throw new AssertionError(e);
        }
    }

    public static X509Certificate certificate(String name) {
        return parsed(pem(name));
    }

    static X509Certificate parsed(String pem) {
        try {
            return (X509Certificate) certificates(pem)[0];
        } catch (GeneralSecurityException e) {
            throw new AssertionError(e);
        }
    }

    /** Returns a TLS context that presents a certificate and trusts every certificate, like an API server that skips the verification. */
    static SSLContext trustingAnybody(String own) {
        try {
            SSLContext context = SSLContext.getInstance("TLS");
            context.init(showing(own).getKeyManagers(), new TrustManager[] {new Anybody()}, null);
            return context;
        } catch (GeneralSecurityException | IOException e) {
            throw new AssertionError(e);
        }
    }

    private static final class Anybody extends X509ExtendedTrustManager {

        @Override
        public void checkClientTrusted(X509Certificate[] chain, String type, Socket socket) {}

        @Override
        public void checkServerTrusted(X509Certificate[] chain, String type, Socket socket) {}

        @Override
        public void checkClientTrusted(X509Certificate[] chain, String type, SSLEngine engine) {}

        @Override
        public void checkServerTrusted(X509Certificate[] chain, String type, SSLEngine engine) {}

        @Override
        public void checkClientTrusted(X509Certificate[] chain, String type) {}

        @Override
        public void checkServerTrusted(X509Certificate[] chain, String type) {}

        @Override
        public X509Certificate[] getAcceptedIssuers() {
            return new X509Certificate[0];
        }
    }

    private static KeyStore trusting(String pem) throws GeneralSecurityException, IOException {
        KeyStore store = KeyStore.getInstance(KeyStore.getDefaultType());
        store.load(null, null);
        for (Certificate authority : certificates(pem)) {
            store.setCertificateEntry("authority " + store.size(), authority);
        }
        return store;
    }

    private static KeyManagerFactory showing(String name) throws GeneralSecurityException, IOException {
        KeyStore store = KeyStore.getInstance(KeyStore.getDefaultType());
        store.load(null, null);
        String base64 = pem(name + "-key").replaceAll("-----[A-Z ]+-----", "");
        PrivateKey key = KeyFactory.getInstance("EC")
                .generatePrivate(new PKCS8EncodedKeySpec(Base64.getMimeDecoder().decode(base64)));
        store.setKeyEntry("own", key, new char[0], certificates(pem(name)));
        KeyManagerFactory keys = KeyManagerFactory.getInstance(KeyManagerFactory.getDefaultAlgorithm());
        keys.init(store, new char[0]);
        return keys;
    }

    private static Certificate[] certificates(String pem) throws GeneralSecurityException {
        return CertificateFactory.getInstance("X.509")
                .generateCertificates(new ByteArrayInputStream(pem.getBytes(US_ASCII)))
                .toArray(Certificate[]::new);
    }
}
