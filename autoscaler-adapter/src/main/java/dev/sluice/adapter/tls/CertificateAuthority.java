package dev.sluice.adapter.tls;

import static java.nio.charset.StandardCharsets.US_ASCII;

import dev.sluice.common.tls.Der;
import dev.sluice.common.tls.ServerCertificate;
import dev.sluice.common.tls.Sha256;
import java.io.ByteArrayInputStream;
import java.math.BigInteger;
import java.security.GeneralSecurityException;
import java.security.KeyPair;
import java.security.KeyPairGenerator;
import java.security.PrivateKey;
import java.security.PublicKey;
import java.security.SecureRandom;
import java.security.Signature;
import java.security.cert.CertificateFactory;
import java.security.cert.X509Certificate;
import java.security.spec.ECGenParameterSpec;
import java.time.Duration;
import java.time.Instant;
import java.util.Arrays;
import java.util.List;

/**
 * A certificate authority that issues only the adapter's certificates.
 *
 * @param certificate the authority's own certificate
 * @param key private key, which must stay secret
 */
record CertificateAuthority(X509Certificate certificate, PrivateKey key) {

    static final Duration LIFE = Duration.ofDays(3650);
    static final Duration LEAF_LIFE = Duration.ofDays(90);

    private static final Duration CLOCKS_DIFFER = Duration.ofHours(1);
    private static final int SERIAL_BITS = 127;
    private static final String NAME = "sluice-autoscaler-adapter";
    private static final String SIGNATURE = "SHA256withECDSA";

    private static final byte[] ECDSA_WITH_SHA256 = Der.sequence(Der.identifier("1.2.840.10045.4.3.2"));
    private static final byte[] VERSION_3 = Der.explicit(0, Der.integer(BigInteger.TWO));
    private static final String COMMON_NAME = "2.5.4.3";
    private static final String SUBJECT_KEY = "2.5.29.14";
    private static final String KEY_USAGE = "2.5.29.15";
    private static final String ALTERNATIVE_NAMES = "2.5.29.17";
    private static final String CONSTRAINTS = "2.5.29.19";
    private static final String AUTHORITY_KEY = "2.5.29.35";
    private static final String EXTENDED_KEY_USAGE = "2.5.29.37";
    private static final String SERVER_AUTH = "1.3.6.1.5.5.7.3.1";
    private static final int DNS_NAME = 2;
    private static final int KEY_IDENTIFIER_BYTES = 20;
    /** Key usage keyCertSign. */
    private static final byte[] SIGNS_CERTIFICATES = Der.bits(2, 0b0000_0100);
    /** Key usage digitalSignature. */
    private static final byte[] SIGNS = Der.bits(7, 0b1000_0000);

    /** Creates an authority that is valid from now on. */
    static CertificateAuthority create(Instant now) {
        try {
            return create(keys(), now);
        } catch (GeneralSecurityException e) {
            throw new IllegalStateException("every JDK has elliptic curves", e);
        }
    }

    private static CertificateAuthority create(KeyPair keys, Instant now) throws GeneralSecurityException {
        byte[] extensions = Der.sequence(
                critical(CONSTRAINTS, Der.sequence(Der.yes())),
                critical(KEY_USAGE, SIGNS_CERTIFICATES),
                extension(SUBJECT_KEY, Der.octets(identifier(keys.getPublic()))));
        // Each authority has its own name, so that clients do not confuse an authority with its replacement.
        byte[] name = name(NAME + "-ca-" + now.getEpochSecond());
        X509Certificate certificate =
                sign(name, name, now, now.plus(LIFE), keys.getPublic(), extensions, keys.getPrivate());
        return new CertificateAuthority(certificate, keys.getPrivate());
    }

    /** Returns true if the subject of a certificate is an authority of the adapter. */
    static boolean isOurs(X509Certificate certificate) {
        return certificate.getSubjectX500Principal().getName().startsWith("CN=" + NAME + "-ca-");
    }

    /** Issues a certificate for a server with the given names. */
    ServerCertificate issue(List<String> names, Instant now) throws GeneralSecurityException {
        KeyPair keys = keys();
        byte[][] alternatives = names.stream()
                .map(dns -> Der.implicit(DNS_NAME, dns.getBytes(US_ASCII)))
                .toArray(byte[][]::new);
        byte[] extensions = Der.sequence(
                critical(CONSTRAINTS, Der.sequence()),
                critical(KEY_USAGE, SIGNS),
                extension(EXTENDED_KEY_USAGE, Der.sequence(Der.identifier(SERVER_AUTH))),
                extension(ALTERNATIVE_NAMES, Der.sequence(alternatives)),
                extension(AUTHORITY_KEY, Der.sequence(Der.implicit(0, identifier(certificate.getPublicKey())))));
        Instant until = now.plus(LEAF_LIFE);
        Instant ours = certificate.getNotAfter().toInstant();
        X509Certificate leaf = sign(
                certificate.getSubjectX500Principal().getEncoded(),
                name(NAME),
                now,
                until.isBefore(ours) ? until : ours,
                keys.getPublic(),
                extensions,
                key);
        return ServerCertificate.of(List.of(leaf), keys.getPrivate());
    }

    private static X509Certificate sign(
            byte[] issuer,
            byte[] subject,
            Instant now,
            Instant until,
            PublicKey key,
            byte[] extensions,
            PrivateKey signer)
            throws GeneralSecurityException {
        byte[] content = Der.sequence(
                VERSION_3,
                Der.integer(new BigInteger(SERIAL_BITS, new SecureRandom()).add(BigInteger.ONE)),
                ECDSA_WITH_SHA256,
                issuer,
                Der.sequence(Der.time(now.minus(CLOCKS_DIFFER)), Der.time(until)),
                subject,
                key.getEncoded(),
                Der.explicit(3, extensions));
        Signature signature = Signature.getInstance(SIGNATURE);
        signature.initSign(signer);
        signature.update(content);
        byte[] whole = Der.sequence(content, ECDSA_WITH_SHA256, Der.bitString(signature.sign()));
        return (X509Certificate)
                CertificateFactory.getInstance("X.509").generateCertificate(new ByteArrayInputStream(whole));
    }

    private static KeyPair keys() throws GeneralSecurityException {
        KeyPairGenerator generator = KeyPairGenerator.getInstance("EC");
        generator.initialize(new ECGenParameterSpec("secp256r1"));
        return generator.generateKeyPair();
    }

    private static byte[] name(String common) {
        return Der.sequence(Der.setOf(Der.sequence(Der.identifier(COMMON_NAME), Der.text(common))));
    }

    /**
     * Returns a key identifier. Any value is valid if the certificates of authority and server contain the same value.
     */
    private static byte[] identifier(PublicKey key) {
        return Arrays.copyOf(Sha256.of(key.getEncoded()), KEY_IDENTIFIER_BYTES);
    }

    private static byte[] extension(String identifier, byte[] value) {
        return Der.sequence(Der.identifier(identifier), Der.octets(value));
    }

    private static byte[] critical(String identifier, byte[] value) {
        return Der.sequence(Der.identifier(identifier), Der.yes(), Der.octets(value));
    }

    @Override
    public String toString() {
        return "CertificateAuthority";
    }
}
