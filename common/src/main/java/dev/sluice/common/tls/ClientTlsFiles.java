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
 * The PEM files with which a client trusts servers and shows who it is, as they are on disk at the moment: whoever made them
 * may replace them. Options are made of contents, not of paths, for Vert.x reads a path only once.
 */
public final class ClientTlsFiles {

    private final Map<Part, Path> paths;
    private final Map<Part, BlockingCall<Buffer>> reading = new EnumMap<>(Part.class);

    /** What a file is for. */
    public enum Part {
        /** Authorities that are trusted instead of Java's. */
        CA,
        /** The certificate that is shown to the server. */
        CERTIFICATE,
        /** The private key of that certificate. */
        KEY
    }

    /** What the files held; without what there is no file for. */
    public record Contents(Optional<Buffer> ca, Optional<Buffer> certificate, Optional<Buffer> key) {

        /** Options for a new connection. */
        public ClientSSLOptions options(boolean verifyHost) {
            ClientSSLOptions options =
                    new ClientSSLOptions().setHostnameVerificationAlgorithm(verifyHost ? "HTTPS" : "");
            trust().ifPresent(options::setTrustOptions);
            identity().ifPresent(options::setKeyCertOptions);
            return options;
        }

        /** The authorities. */
        public Optional<PemTrustOptions> trust() {
            return ca.map(pem -> new PemTrustOptions().addCertValue(pem));
        }

        /** The certificate with its key. */
        public Optional<PemKeyCertOptions> identity() {
            return certificate.flatMap(chain ->
                    key.map(pem -> new PemKeyCertOptions().addCertValue(chain).addKeyValue(pem)));
        }
    }

    /** A file that cannot be read now. */
    public static final class Unreadable extends IOException {

        private static final long serialVersionUID = 1;

        private final Part part;
        private final transient Path path;
        private final Throwable why;

        Unreadable(Part part, Path path, Throwable cause) {
            super("the file " + path + " cannot be read", cause);
            this.part = part;
            this.path = path;
            this.why = cause;
        }

        /** What the file is for. */
        public Part part() {
            return part;
        }

        /** What reading it failed with. */
        public Throwable why() {
            return why;
        }

        /** Where it is. */
        public Path path() {
            return path;
        }
    }

    /**
     * Files that have not been read yet.
     *
     * @param paths those that there are
     * @param deadline how long a file may take to be read
     */
    public ClientTlsFiles(Map<Part, Path> paths, Duration deadline) {
        this.paths = Map.copyOf(paths);
        paths.forEach((part, path) -> reading.put(part, BlockingCall.reading(path, deadline)));
    }

    /** Those that a configuration names, which have not been read yet. */
    public ClientTlsFiles(ClientTls config, Duration deadline) {
        this(config.paths(), deadline);
    }

    /** Reads all of them; fails with {@link Unreadable}. */
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
