package dev.sluice.common.tls;

import dev.sluice.common.blocking.BlockingCall;
import io.vertx.core.Future;
import io.vertx.core.Vertx;
import io.vertx.core.buffer.Buffer;
import io.vertx.core.net.ClientSSLOptions;
import io.vertx.core.net.PemKeyCertOptions;
import io.vertx.core.net.PemTrustOptions;
import java.nio.file.Path;
import java.time.Duration;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;

/**
 * The current PEM files of a client: trusted authorities and client certificate. The owner of the files may replace
 * them at any time. Passes contents instead of paths to connections, because Vert.x reads a path only once.
 */
public final class ClientTlsFiles {

    /** Key of the authorities, which replace Java's authorities. */
    public static final String CA = "caFile";

    private static final String CERTIFICATE = "certFile";
    private static final String KEY = "keyFile";

    private final boolean verifyHost;
    private final Map<String, Reading> files = new HashMap<>();

    private record Reading(NamedFile file, BlockingCall<Buffer> call) {}

    /** The contents of the files; empty without a file. */
    public record Contents(
            boolean verifyHost, Optional<Buffer> ca, Optional<Buffer> certificate, Optional<Buffer> key) {

        public ClientSSLOptions options() {
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

    /**
     * Creates a reader of the configured files without reading a file.
     *
     * @param deadline maximum time to read a file
     */
    public ClientTlsFiles(ClientTls config, Duration deadline) {
        this.verifyHost = config.verifyHost();
        config.caFile().ifPresent(path -> add(CA, path, deadline));
        config.certFile().ifPresent(path -> add(CERTIFICATE, path, deadline));
        config.keyFile().ifPresent(path -> add(KEY, path, deadline));
    }

    private void add(String key, Path path, Duration deadline) {
        files.put(key, new Reading(new NamedFile(key, path), BlockingCall.reading(path, deadline)));
    }

    /** Reads all files; fails with {@link NamedFile.Unusable}. */
    public Future<Contents> read(Vertx vertx) {
        return Future.all(read(CA, vertx), read(CERTIFICATE, vertx), read(KEY, vertx))
                .map(read -> new Contents(verifyHost, read.resultAt(0), read.resultAt(1), read.resultAt(2)));
    }

    private Future<Optional<Buffer>> read(String key, Vertx vertx) {
        Reading reading = files.get(key);
        return reading == null
                ? Future.succeededFuture(Optional.empty())
                : reading.call()
                        .result(vertx)
                        .map(Optional::of)
                        .recover(why -> Future.failedFuture(reading.file().unreadable(why)));
    }
}
