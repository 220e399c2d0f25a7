package dev.sluice.exporter.slurm;

import dev.sluice.common.tls.ClientTls;
import io.vertx.core.http.ClientAuth;
import io.vertx.core.http.HttpServerOptions;
import io.vertx.core.net.PemKeyCertOptions;
import io.vertx.core.net.PemTrustOptions;
import java.nio.file.Path;
import java.util.Optional;

/** The certificates under {@code src/test/resources/tls}. */
public final class Pem {

    private Pem() {}

    public static Path file(String name) {
        return Path.of("src", "test", "resources", "tls", name + ".pem").toAbsolutePath();
    }

    /** Returns a client that trusts the authority. */
    public static ClientTls trusting(Path authority) {
        return new ClientTls(Optional.of(authority), Optional.empty(), Optional.empty(), true);
    }

    /** Returns a client that trusts the first authority and presents a certificate. */
    public static ClientTls showing(Path cert, Path key) {
        return new ClientTls(Optional.of(file("ca")), Optional.of(cert), Optional.of(key), true);
    }

    /** Returns the options of a server that uses the certificate. */
    public static HttpServerOptions server(String certificate) {
        return new HttpServerOptions().setSsl(true).setKeyCertOptions(identity(certificate));
    }

    /**
     * Returns the options of a server that uses the certificate. The server requires a client certificate that the
     * authority signed.
     */
    public static HttpServerOptions serverAsking(String certificate, String clientAuthority) {
        return server(certificate)
                .setClientAuth(ClientAuth.REQUIRED)
                .setTrustOptions(
                        new PemTrustOptions().addCertPath(file(clientAuthority).toString()));
    }

    private static PemKeyCertOptions identity(String certificate) {
        return new PemKeyCertOptions()
                .setCertPath(file(certificate).toString())
                .setKeyPath(file(certificate + "-key").toString());
    }
}
