package dev.sluice.exporter.access;

import static java.nio.charset.StandardCharsets.US_ASCII;

import dev.sluice.exporter.config.ServerTlsConfig;
import java.io.IOException;
import java.security.GeneralSecurityException;
import java.security.KeyStore;
import java.security.PrivateKey;
import java.security.PublicKey;
import java.security.Signature;
import java.security.cert.CertificateException;
import java.security.cert.X509Certificate;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import javax.net.ssl.KeyManager;
import javax.net.ssl.KeyManagerFactory;
import javax.net.ssl.SSLContext;
import javax.net.ssl.TrustManager;
import javax.net.ssl.TrustManagerFactory;
import javax.net.ssl.X509KeyManager;
import javax.net.ssl.X509TrustManager;

/**
 * With what a server shows who it is.
 *
 * @param keyManager its certificate and key
 * @param clients who may be a client with a certificate; empty where nobody is asked for one
 * @param expires until when the certificate is valid
 */
public record ServerCertificate(X509KeyManager keyManager, Optional<X509TrustManager> clients, Instant expires) {

    private static final char[] NO_PASSWORD = {};

    /** The files of which one is made. */
    static List<ProtectedFile> files(ServerTlsConfig config) {
        List<ProtectedFile> files = new ArrayList<>();
        files.add(new ProtectedFile("tls.certFile", config.certFile()));
        files.add(new ProtectedFile("tls.keyFile", config.keyFile()));
        config.clientCaFile().ifPresent(file -> files.add(new ProtectedFile("tls.clientCaFile", file)));
        return files;
    }

    /**
     * One of what the files hold.
     *
     * @param contents of each file
     */
    static ServerCertificate of(List<ProtectedFile> files, List<String> contents) throws UnusableFile {
        List<X509Certificate> certificates = certificates(files.get(0), contents.get(0));
        PrivateKey secret =
                secret(files.get(1), contents.get(1), certificates.get(0).getPublicKey());
        Optional<X509TrustManager> clients =
                files.size() > 2 ? Optional.of(trust(certificates(files.get(2), contents.get(2)))) : Optional.empty();
        Instant expires = certificates.get(0).getNotAfter().toInstant();
        return new ServerCertificate(keyManager(certificates, secret), clients, expires);
    }

    /** For a server of the JDK's. */
    SSLContext context() {
        try {
            SSLContext context = SSLContext.getInstance("TLS");
            context.init(new KeyManager[] {keyManager}, clients.stream().toArray(TrustManager[]::new), null);
            return context;
        } catch (GeneralSecurityException e) {
            throw new IllegalStateException("every Java has TLS", e);
        }
    }

    static List<X509Certificate> certificates(ProtectedFile file, String text) throws UnusableFile {
        try {
            return Pem.certificates(text);
        } catch (CertificateException e) {
            throw file.unusable("holds no certificate (PEM)");
        }
    }

    private static PrivateKey secret(ProtectedFile file, String text, PublicKey publicKey) throws UnusableFile {
        try {
            PrivateKey secret = Pem.key(text, publicKey);
            if (belongs(secret, publicKey)) {
                return secret;
            }
        } catch (GeneralSecurityException e) {
            if (!text.contains("PRIVATE KEY-----") || text.contains("ENCRYPTED")) {
                throw file.unusable("holds no private key that is not encrypted (PEM)");
            }
            // Of another kind than the certificate's.
        }
        throw file.unusable("holds a key that does not belong to the certificate in tls.certFile");
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
            KeyStore store = emptyStore();
            store.setKeyEntry("server", key, NO_PASSWORD, chain.toArray(X509Certificate[]::new));
            KeyManagerFactory factory = KeyManagerFactory.getInstance(KeyManagerFactory.getDefaultAlgorithm());
            factory.init(store, NO_PASSWORD);
            return only(X509KeyManager.class, List.of(factory.getKeyManagers()));
        } catch (GeneralSecurityException | IOException e) {
            throw new IllegalStateException("a key store in memory takes any key and certificate", e);
        }
    }

    private static X509TrustManager trust(List<X509Certificate> authorities) {
        try {
            KeyStore store = emptyStore();
            for (int i = 0; i < authorities.size(); i++) {
                store.setCertificateEntry("authority-" + i, authorities.get(i));
            }
            TrustManagerFactory factory = TrustManagerFactory.getInstance(TrustManagerFactory.getDefaultAlgorithm());
            factory.init(store);
            return only(X509TrustManager.class, List.of(factory.getTrustManagers()));
        } catch (GeneralSecurityException | IOException e) {
            throw new IllegalStateException("a key store in memory takes any certificate", e);
        }
    }

    private static KeyStore emptyStore() throws GeneralSecurityException, IOException {
        KeyStore store = KeyStore.getInstance("PKCS12");
        store.load(null, NO_PASSWORD);
        return store;
    }

    private static <T> T only(Class<T> kind, List<?> found) {
        return found.stream()
                .filter(kind::isInstance)
                .map(kind::cast)
                .findFirst()
                .orElseThrow(() -> new IllegalStateException("no " + kind.getSimpleName()));
    }
}
