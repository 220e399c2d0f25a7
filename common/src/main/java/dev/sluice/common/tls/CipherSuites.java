package dev.sluice.common.tls;

import java.security.NoSuchAlgorithmException;
import java.util.List;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import javax.net.ssl.SSLContext;

/** The cipher suites of Sluice's servers. */
public final class CipherSuites {

    /** TLS 1.3, and the suites of TLS 1.2 with an ephemeral key exchange and authenticated encryption. */
    private static final Pattern STRONG =
            Pattern.compile("TLS_((AES|CHACHA20)_|ECDHE_\\w+_WITH_\\w*(GCM|CHACHA20)_).*");

    /** The enabled suites of the JDK that are forward-secret and authenticated (AEAD), in the JDK's order. */
    public static final List<String> SERVER = strong();

    private CipherSuites() {}

    private static List<String> strong() {
        try {
            return Stream.of(SSLContext.getDefault().getDefaultSSLParameters().getCipherSuites())
                    .filter(name -> STRONG.matcher(name).matches())
                    .toList();
        } catch (NoSuchAlgorithmException e) {
            throw new IllegalStateException("every Java has TLS", e);
        }
    }
}
