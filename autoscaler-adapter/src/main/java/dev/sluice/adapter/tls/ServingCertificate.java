package dev.sluice.adapter.tls;

import static java.nio.charset.StandardCharsets.US_ASCII;

import io.vertx.core.Vertx;
import io.vertx.core.buffer.Buffer;
import io.vertx.core.net.KeyCertOptions;
import io.vertx.core.net.PemKeyCertOptions;
import java.security.GeneralSecurityException;
import java.security.PrivateKey;
import java.security.PublicKey;
import java.security.Signature;
import java.security.cert.X509Certificate;
import java.time.Instant;
import java.util.Arrays;
import java.util.stream.Stream;
import javax.net.ssl.KeyManager;
import javax.net.ssl.X509KeyManager;

/**
 * A certificate with which can be served, because its key belongs to it.
 *
 * @param options for the server
 * @param certificate the server's own
 */
public record ServingCertificate(KeyCertOptions options, X509Certificate certificate) {

    /** What keys may be, with a way to sign for each. */
    private enum Algorithm {
        EC("SHA256withECDSA"),
        RSA("SHA256withRSA"),
        EDDSA("Ed25519");

        private final String signature;

        Algorithm(String signature) {
            this.signature = signature;
        }
    }

    /**
     * The pair in two PEM texts.
     *
     * @param chain the certificate, and behind it those of authorities
     * @param key PKCS #8, or as OpenSSL used to write it
     * @throws GeneralSecurityException with a line for people, where they cannot be used
     */
    static ServingCertificate of(Vertx vertx, String chain, String key) throws GeneralSecurityException {
        PemKeyCertOptions options =
                new PemKeyCertOptions().addCertValue(Buffer.buffer(chain)).addKeyValue(Buffer.buffer(key));
        X509Certificate certificate = Pem.certificates(chain).get(0);
        if (!belongs(privateKey(vertx, options), certificate.getPublicKey())) {
            throw new GeneralSecurityException("the key is not the certificate's");
        }
        return new ServingCertificate(options, certificate);
    }

    /** Until when it is valid. */
    public Instant expires() {
        return certificate.getNotAfter().toInstant();
    }

    private static PrivateKey privateKey(Vertx vertx, KeyCertOptions options) throws GeneralSecurityException {
        KeyManager[] managers;
        try {
            managers = options.getKeyManagerFactory(vertx).getKeyManagers();
        } catch (Exception e) {
            throw new GeneralSecurityException("the key or the certificate is not PEM of a usable kind", e);
        }
        return Arrays.stream(managers)
                .filter(X509KeyManager.class::isInstance)
                .map(X509KeyManager.class::cast)
                .flatMap(ServingCertificate::keys)
                .findFirst()
                .orElseThrow(() -> new GeneralSecurityException("the key is not of RSA, an elliptic curve or Ed25519"));
    }

    private static Stream<PrivateKey> keys(X509KeyManager manager) {
        return Stream.of(Algorithm.values())
                .flatMap(algorithm -> Stream.ofNullable(manager.getServerAliases(algorithm.name(), null)))
                .flatMap(Arrays::stream)
                .map(manager::getPrivateKey);
    }

    private static boolean belongs(PrivateKey secret, PublicKey key) throws GeneralSecurityException {
        if (!secret.getAlgorithm().equals(key.getAlgorithm())) {
            return false;
        }
        for (Algorithm algorithm : Algorithm.values()) {
            if (algorithm.name().equalsIgnoreCase(key.getAlgorithm())) {
                byte[] probe = "sluice".getBytes(US_ASCII);
                Signature signature = Signature.getInstance(algorithm.signature);
                signature.initSign(secret);
                signature.update(probe);
                byte[] signed = signature.sign();
                signature.initVerify(key);
                signature.update(probe);
                return signature.verify(signed);
            }
        }
        return false;
    }
}
