package dev.sluice.adapter.server;

import dev.sluice.common.blocking.BlockingCall;
import dev.sluice.common.tls.NamedFile;
import dev.sluice.common.tls.ReloadingFiles;
import dev.sluice.common.tls.ServerCertificate;
import io.vertx.core.Future;
import io.vertx.core.Vertx;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.function.Consumer;
import java.util.function.Function;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Checks the certificate's files periodically, and passes changed certificates to the server. Reports an unusable
 * certificate once, and keeps the previous certificate.
 */
public final class CertificateFiles {

    private static final Logger LOG = LoggerFactory.getLogger(CertificateFiles.class);

    private final Vertx vertx;
    private final Consumer<ServerCertificate> serving;
    private final Runnable failed;
    private final ReloadingFiles<ServerCertificate> files;
    private final BlockingCall<Optional<ServerCertificate>> change;
    private volatile boolean looking;
    private volatile boolean stopped;

    /**
     * Reads the files for the first time.
     *
     * @param serving receives each certificate of new connections
     * @param failed called for each certificate that cannot be used; the previous certificate stays in use
     * @throws IOException if the files are unusable
     */
    public CertificateFiles(Vertx vertx, Path cert, Path key, Consumer<ServerCertificate> serving, Runnable failed)
            throws IOException {
        this.vertx = vertx;
        this.serving = serving;
        this.failed = failed;
        try {
            List<NamedFile> pair = List.of(new NamedFile("--tls-cert", cert), new NamedFile("--tls-key", key));
            this.files = new ReloadingFiles<>(pair, contents -> ServerCertificate.of(pair, contents));
        } catch (NamedFile.Unusable e) {
            throw new IOException(e.getMessage(), e);
        }
        this.change = new BlockingCall<>("reading " + cert + " and " + key, BlockingCall.SHORT_DEADLINE, files::look);
        serving.accept(files.current());
    }

    public ServerCertificate current() {
        return files.current();
    }

    /**
     * Starts to check for changes.
     *
     * @param use puts a certificate into use for new connections
     */
    public void follow(Duration interval, Function<ServerCertificate, Future<Boolean>> use) {
        vertx.setPeriodic(interval.toMillis(), unused -> look(use));
    }

    public void stop() {
        stopped = true;
    }

    private void look(Function<ServerCertificate, Future<Boolean>> use) {
        if (looking || stopped) {
            return;
        }
        looking = true;
        change.result(vertx)
                .compose(found -> found.map(now ->
                                use.apply(now).onSuccess(unused -> used(now)).<Void>mapEmpty())
                        .orElseGet(Future::succeededFuture))
                .onFailure(this::unusable)
                .onComplete(unused -> looking = false);
    }

    /**
     * Called only after the server has accepted the certificate. A rejected certificate is therefore retried and
     * reported.
     */
    private void used(ServerCertificate found) {
        files.use(found);
        LOG.atInfo().addKeyValue("expires", found.expires()).log("certificate changed");
        serving.accept(found);
    }

    private void unusable(Throwable failure) {
        String now = String.valueOf(failure.getMessage());
        if (files.unusable(now)) {
            failed.run();
            LOG.atWarn().addKeyValue("failure", now).log("certificate rejected, the previous one stays in use");
        }
    }
}
