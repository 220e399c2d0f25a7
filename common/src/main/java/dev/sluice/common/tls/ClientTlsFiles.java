package dev.sluice.common.tls;

import dev.sluice.common.blocking.BlockingCall;
import io.vertx.core.Future;
import io.vertx.core.Vertx;
import io.vertx.core.buffer.Buffer;
import io.vertx.core.net.ClientSSLOptions;
import io.vertx.core.net.PemKeyCertOptions;
import io.vertx.core.net.PemTrustOptions;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * The current PEM files of a client: trusted authorities and client certificate. The owner of the files may replace
 * them at any time. Passes contents instead of paths to connections, because Vert.x reads a path only once.
 */
public final class ClientTlsFiles {

    private final Map<Part, Path> paths = new EnumMap<>(Part.class);
    private final Map<Part, BlockingCall<Buffer>> reading = new EnumMap<>(Part.class);

    public enum Part {
        /** Trusted authorities that replace Java's authorities. */
        CA,
        /** The client certificate. */
        CERTIFICATE,
        /** The private key of the client certificate. */
        KEY
    }

    /** The contents of the files; empty without a file. */
    public record Contents(Optional<Buffer> ca, Optional<Buffer> certificate, Optional<Buffer> key) {

        public ClientSSLOptions options(boolean verifyHost) {
            ClientSSLOptions options =
                    new ClientSSLOptions().setHostnameVerificationAlgorithm(verifyHost ? "HTTPS" : "");
            trust().ifPresent(options::setTrustOptions);
            identity().ifPresent(options::setKeyCertOptions);
            return options;
        }

        public Optional<PemTrustOptions> trust() {
            return ca.map(pem -> new PemTrustOptions().addCertValue(pem));
        }

        public Optional<PemKeyCertOptions> identity() {
            return certificate.flatMap(chain ->
                    key.map(pem -> new PemKeyCertOptions().addCertValue(chain).addKeyValue(pem)));
        }
    }

    /** Reports a file that is unreadable now. */
    public static final class Unreadable extends IOException {

        private static final long serialVersionUID = 1;

        private final Part part;
        private final transient Path path;
        private final Throwable why;

        private Unreadable(Part part, Path path, Throwable why) {
            super("the file " + path + " cannot be read", why);
            this.part = part;
            this.path = path;
            this.why = why;
        }

        public Part part() {
            return part;
        }

        public Throwable why() {
            return why;
        }

        public Path path() {
            return path;
        }
    }

    /**
     * Creates a reader of the configured files without reading a file.
     *
     * @param deadline maximum time to read a file
     */
    public ClientTlsFiles(ClientTls config, Duration deadline) {
        config.caFile().ifPresent(path -> paths.put(Part.CA, path));
        config.certFile().ifPresent(path -> paths.put(Part.CERTIFICATE, path));
        config.keyFile().ifPresent(path -> paths.put(Part.KEY, path));
        paths.forEach((part, path) -> reading.put(part, BlockingCall.reading(path, deadline)));
    }

    /** Reads all files; fails with {@link Unreadable}. */
    public Future<Contents> read(Vertx vertx) {
        Map<Part, Future<Buffer>> read = new EnumMap<>(Part.class);
        reading.forEach((part, call) -> read.put(
                part,
                call.result(vertx).recover(failure -> Future.failedFuture(new Unreadable(part, path(part), failure)))));
        return Future.all(List.copyOf(read.values()))
                .map(unused -> new Contents(
                        Optional.ofNullable(read.get(Part.CA)).map(Future::result),
                        Optional.ofNullable(read.get(Part.CERTIFICATE)).map(Future::result),
                        Optional.ofNullable(read.get(Part.KEY)).map(Future::result)));
    }

    private Path path(Part part) {
        return paths.getOrDefault(part, Path.of(""));
    }
}
