package dev.sluice.exporter.slurm;

import dev.sluice.common.blocking.BlockingCall;
import dev.sluice.common.tls.ClientTls;
import dev.sluice.common.tls.ClientTlsFiles;
import dev.sluice.exporter.model.FailureKind;
import dev.sluice.exporter.poll.FetchFailure;
import io.vertx.core.Future;
import io.vertx.core.Vertx;
import io.vertx.core.net.ClientSSLOptions;
import java.util.concurrent.Callable;
import java.util.concurrent.TimeoutException;

/**
 * Creates TLS options from the current PEM files. Reads the files before every request, because the owner of the files
 * may replace the files.
 */
final class TlsFiles {

    private final Vertx vertx;
    private final ClientTls tls;
    private final ClientTlsFiles files;

    TlsFiles(Vertx vertx, ClientTls tls) {
        this.vertx = vertx;
        this.tls = tls;
        this.files = new ClientTlsFiles(tls, BlockingCall.DEADLINE);
    }

    /** Returns the options for a new connection; fails if the files are unusable. */
    Future<ClientSSLOptions> options() {
        return files.read(vertx)
                .recover(TlsFiles::unreadable)
                .compose(contents -> vertx.executeBlocking(() -> optionsOf(contents)));
    }

    private static Future<ClientTlsFiles.Contents> unreadable(Throwable failure) {
        if (!(failure instanceof ClientTlsFiles.Unreadable file)) {
            return Future.failedFuture(failure);
        }
        String key = switch (file.part()) {
            case CA -> "caFile";
            case CERTIFICATE -> "certFile";
            case KEY -> "keyFile";
        };
        String name = "slurm.tls." + key + " " + file.path();
        return Future.failedFuture(
                file.why() instanceof TimeoutException late
                        ? new FetchFailure(FailureKind.TIMEOUT, name + ": " + late.getMessage())
                        : SlurmHttp.unreachable(name + " cannot be read" + BlockingCall.reason(file.why())));
    }

    private ClientSSLOptions optionsOf(ClientTlsFiles.Contents contents) throws FetchFailure {
        if (contents.trust().isPresent()) {
            check("caFile", () -> contents.trust().get().getTrustManagerFactory(vertx));
        }
        if (contents.identity().isPresent()) {
            check("certFile with keyFile", () -> contents.identity().get().getKeyManagerFactory(vertx));
        }
        return contents.options(tls.verifyHost());
    }

    private static void check(String name, Callable<?> use) throws FetchFailure {
        try {
            use.call();
        } catch (Exception e) {
            throw SlurmHttp.unreachable("slurm.tls." + name + " holds no usable PEM: " + e.getMessage());
        }
    }
}
