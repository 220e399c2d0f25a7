package dev.sluice.common.tls;

import static java.nio.charset.StandardCharsets.US_ASCII;

import io.vertx.core.net.KeyCertOptions;
import java.io.IOException;
import java.security.GeneralSecurityException;
import java.security.KeyStore;
import java.security.PrivateKey;
import java.security.PublicKey;
import java.security.Signature;
import java.security.cert.X509Certificate;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import javax.net.ssl.KeyManager;
import javax.net.ssl.KeyManagerFactory;
import javax.net.ssl.SSLContext;
import javax.net.ssl.TrustManager;
import javax.net.ssl.X509KeyManager;
import javax.net.ssl.X509TrustManager;

/**
 * The certificate of a server.
 *
 * @param keyManager certificate and key
 * @param clients trust in client certificates; empty if the server requests no client certificate
 * @param certificate the server's own certificate
 */
public record ServerCertificate(
        X509KeyManager keyManager, Optional<X509TrustManager> clients, X509Certificate certificate) {

    /** TLS 1.3, and the suites of TLS 1.2 with an ephemeral key exchange and authenticated encryption. */
    private static final Pattern STRONG =
            Pattern.compile("TLS_((AES|CHACHA20)_|ECDHE_\\w+_WITH_\\w*(GCM|CHACHA20)_).*");

    /** The enabled cipher suites of the JDK that are forward-secret and authenticated (AEAD), in the JDK's order. */
    public static final List<String> CIPHER_SUITES =
            enabledSuites().filter(name -> STRONG.matcher(name).matches()).toList();

    private static final char[] NO_PASSWORD = {};

    /** Fails without a context of the JDK: a server with an empty list would accept every suite. */
    private static Stream<String> enabledSuites() {
        try {
            return Stream.of(SSLContext.getDefault().getDefaultSSLParameters().getCipherSuites());
        } catch (GeneralSecurityException e) {
            throw new IllegalStateException("the JDK's default TLS context cannot be used", e);
        }
    }

    /**
     * Reads a certificate from PEM files.
     *
     * @param files the certificate, followed by intermediate certificates; its key, in PKCS #8 or OpenSSL's old form;
     *     and, if the server requests client certificates, their authorities
     * @param contents content of each file
     */
    public static ServerCertificate of(List<NamedFile> files, List<String> contents) throws NamedFile.Unusable {
        List<X509Certificate> chain = Pem.certificates(files.get(0), contents.get(0));
        PublicKey publicKey = chain.get(0).getPublicKey();
        String key = contents.get(1);
        try {
            PrivateKey secret = Pem.key(key, contents.get(0), publicKey.getAlgorithm());
            if (belongs(secret, publicKey)) {
                ServerCertificate made = of(chain, secret);
                return files.size() > 2 ? made.withClients(Pem.certificates(files.get(2), contents.get(2))) : made;
            }
        } catch (GeneralSecurityException e) {
            if (!key.contains("PRIVATE KEY-----") || key.contains("ENCRYPTED")) {
                throw files.get(1).unusable("holds no unencrypted private key (PEM)");
            }
            // The algorithm of the key differs from the algorithm of the certificate.
        }
        throw files.get(1)
                .unusable("holds a key that does not match the certificate in "
                        + files.get(0).key());
    }

    /** Creates a certificate from the certificate, followed by intermediate certificates, and its key. */
    public static ServerCertificate of(List<X509Certificate> chain, PrivateKey key) {
        return new ServerCertificate(keyManager(chain, key), Optional.empty(), chain.get(0));
    }

    /** Returns the same certificate for a server that requests client certificates from these authorities. */
    private ServerCertificate withClients(List<X509Certificate> authorities) {
        X509TrustManager trust = (X509TrustManager) Pem.trusting(authorities).getTrustManagers()[0];
        return new ServerCertificate(keyManager, Optional.of(trust), certificate);
    }

    public Instant expires() {
        return certificate.getNotAfter().toInstant();
    }

    public Duration lifetime() {
        return Duration.between(certificate.getNotBefore().toInstant(), expires());
    }

    public KeyCertOptions options() {
        return KeyCertOptions.wrap(keyManager);
    }

    public SSLContext context() {
        try {
            SSLContext context = SSLContext.getInstance("TLS");
            context.init(new KeyManager[] {keyManager}, clients.stream().toArray(TrustManager[]::new), null);
            return context;
        } catch (GeneralSecurityException e) {
            throw new IllegalStateException("every Java has TLS", e);
        }
    }

    private static boolean belongs(PrivateKey secret, PublicKey key) throws GeneralSecurityException {
        byte[] probe = "sluice".getBytes(US_ASCII);
        Signature signature = Signature.getInstance(
                switch (key.getAlgorithm()) {
                    case "RSA" -> "SHA256withRSA";
                    case "EC" -> "SHA256withECDSA";
                    default -> key.getAlgorithm();
                });
        signature.initSign(secret);
        signature.update(probe);
        byte[] signed = signature.sign();
        signature.initVerify(key);
        signature.update(probe);
        return signature.verify(signed);
    }

    private static X509KeyManager keyManager(List<X509Certificate> chain, PrivateKey key) {
        try {
            KeyStore store = KeyStore.getInstance("PKCS12");
            store.load(null, NO_PASSWORD);
            store.setKeyEntry("server", key, NO_PASSWORD, chain.toArray(X509Certificate[]::new));
            KeyManagerFactory factory = KeyManagerFactory.getInstance(KeyManagerFactory.getDefaultAlgorithm());
            factory.init(store, NO_PASSWORD);
            return (X509KeyManager) factory.getKeyManagers()[0];
        } catch (GeneralSecurityException | IOException e) {
            throw new IllegalStateException("a key store in memory takes any key and certificate", e);
        }
    }
}
