package dev.sluice.exporter.slurm;

import dev.sluice.common.blocking.BlockingCall;
import dev.sluice.common.tls.ClientTls;
import dev.sluice.common.tls.ClientTlsFiles;
import dev.sluice.common.tls.NamedFile;
import dev.sluice.exporter.model.FailureKind;
import dev.sluice.exporter.poll.FetchFailure;
import io.vertx.core.Future;
import io.vertx.core.Vertx;
import io.vertx.core.net.ClientSSLOptions;
import java.util.concurrent.Callable;
import java.util.concurrent.TimeoutException;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Creates TLS options from the current PEM files. Reads the files before every request, because the owner of the files
 * may replace the files. If the new files are unusable, the last good options stay in use.
 */
final class TlsFiles {

    private static final Logger LOG = LoggerFactory.getLogger(TlsFiles.class);

    private final Vertx vertx;
    private final String cluster;
    private final ClientTlsFiles files;
    private @Nullable Loaded loaded;
    private boolean warned;

    TlsFiles(Vertx vertx, String cluster, ClientTls tls) {
        this.vertx = vertx;
        this.cluster = cluster;
        this.files = new ClientTlsFiles(tls, BlockingCall.DEADLINE);
    }

    private record Loaded(ClientTlsFiles.Contents contents, ClientSSLOptions options) {}

    /** Returns the options for a new connection; fails if the files have never been usable. */
    Future<ClientSSLOptions> options() {
        return files.read(vertx)
                .recover(TlsFiles::unreadable)
                .compose(this::load)
                .recover(this::keep);
    }

    private static Future<ClientTlsFiles.Contents> unreadable(Throwable failure) {
        if (!(failure instanceof NamedFile.Unusable file)) {
            return Future.failedFuture(failure);
        }
        return Future.failedFuture(new FetchFailure(
                file.getCause() instanceof TimeoutException ? FailureKind.TIMEOUT : FailureKind.UNREACHABLE,
                "slurm.tls." + file.key() + ": " + file.getMessage()));
    }

    private Future<ClientSSLOptions> load(ClientTlsFiles.Contents contents) {
        Loaded before = loaded;
        if (before != null && before.contents().equals(contents)) {
            warned = false;
            return Future.succeededFuture(before.options());
        }
        return vertx.executeBlocking(() -> optionsOf(contents)).map(options -> {
            if (before != null) {
                LOG.atInfo().addKeyValue("cluster", cluster).log("took over changed TLS files");
            }
            warned = false;
            loaded = new Loaded(contents, options);
            return options;
        });
    }

    private Future<ClientSSLOptions> keep(Throwable failure) {
        Loaded before = loaded;
        if (before == null) {
            return Future.failedFuture(failure);
        }
        if (!warned) {
            warned = true;
            LOG.atWarn()
                    .addKeyValue("cluster", cluster)
                    .addKeyValue("failure", failure.getMessage())
                    .log("changed TLS files cannot be used, keeping those from before");
        }
        return Future.succeededFuture(before.options());
    }

    private ClientSSLOptions optionsOf(ClientTlsFiles.Contents contents) throws FetchFailure {
        if (contents.trust().isPresent()) {
            check("caFile", () -> contents.trust().get().getTrustManagerFactory(vertx));
        }
        if (contents.identity().isPresent()) {
            check("certFile with keyFile", () -> contents.identity().get().getKeyManagerFactory(vertx));
        }
        return contents.options();
    }

    private static void check(String name, Callable<?> use) throws FetchFailure {
        try {
            use.call();
        } catch (Exception e) {
            throw SlurmHttp.unreachable("slurm.tls." + name + " holds no usable PEM: " + e.getMessage());
        }
    }
}
