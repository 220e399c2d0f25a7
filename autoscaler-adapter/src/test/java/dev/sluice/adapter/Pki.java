package dev.sluice.adapter;

import static java.nio.charset.StandardCharsets.US_ASCII;

import dev.sluice.common.tls.Pem;
import io.netty.handler.ssl.JdkSslContext;
import io.netty.handler.ssl.SslContextBuilder;
import io.netty.handler.ssl.SslProvider;
import io.netty.handler.ssl.util.InsecureTrustManagerFactory;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.security.cert.CertificateException;
import java.security.cert.X509Certificate;
import java.util.List;
import java.util.Objects;
import javax.net.ssl.SSLContext;
import javax.net.ssl.SSLException;

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

    /** Returns the certificate, followed by the certificates of the authorities below the root. */
    public static List<X509Certificate> chain(String name) {
        try {
            return Pem.certificates(pem(name));
        } catch (CertificateException e) {
            throw new AssertionError(e);
        }
    }

    public static X509Certificate certificate(String name) {
        return chain(name).get(0);
    }

    /**
     * Returns the TLS context of a client or a server that trusts the authority {@code serving-ca}.
     *
     * @param own name of the certificate to present; empty for no certificate
     */
    static SSLContext context(String own) {
        return context(own, SslContextBuilder.forClient().trustManager(certificate("serving-ca")));
    }

    /** Returns a TLS context that trusts every certificate, like an API server that skips the verification. */
    static SSLContext trustingAnybody(String own) {
        return context(own, SslContextBuilder.forClient().trustManager(InsecureTrustManagerFactory.INSTANCE));
    }

    private static SSLContext context(String own, SslContextBuilder builder) {
        if (!own.isEmpty()) {
            builder.keyManager(stream(own), stream(own + "-key"));
        }
        try {
            return ((JdkSslContext) builder.sslProvider(SslProvider.JDK).build()).context();
        } catch (SSLException e) {
            throw new AssertionError(e);
        }
    }

    private static InputStream stream(String name) {
        return new ByteArrayInputStream(pem(name).getBytes(US_ASCII));
    }
}
