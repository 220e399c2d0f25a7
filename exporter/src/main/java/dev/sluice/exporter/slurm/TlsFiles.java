package dev.sluice.exporter.slurm;

import dev.sluice.common.blocking.BlockingCall;
import dev.sluice.exporter.model.FailureKind;
import dev.sluice.exporter.poll.FetchFailure;
import io.vertx.core.Future;
import io.vertx.core.Vertx;
import io.vertx.core.buffer.Buffer;
import io.vertx.core.net.ClientSSLOptions;
import io.vertx.core.net.PemKeyCertOptions;
import io.vertx.core.net.PemTrustOptions;
import java.nio.file.Path;
import java.util.Optional;
import java.util.concurrent.TimeoutException;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * TLS as the PEM files on disk want it at the moment. They are read before every request, because whoever made them may
 * replace them; while new ones cannot be used, the last good ones stay in force.
 */
final class TlsFiles {

    private static final Logger LOG = LoggerFactory.getLogger(TlsFiles.class);

    private final Vertx vertx;
    private final String cluster;
    private final SlurmConnection.Tls tls;
    private final Optional<PemFile> ca;
    private final Optional<PemFile> cert;
    private final Optional<PemFile> key;
    private @Nullable Loaded loaded;
    private boolean warned;

    TlsFiles(Vertx vertx, String cluster, SlurmConnection.Tls tls) {
        this.vertx = vertx;
        this.cluster = cluster;
        this.tls = tls;
        this.ca = tls.caFile().map(file -> PemFile.of("caFile", file));
        this.cert = tls.certFile().map(file -> PemFile.of("certFile", file));
        this.key = tls.keyFile().map(file -> PemFile.of("keyFile", file));
    }

    /** What the files held; options are made of contents, not paths, for Vert.x reads a path only once. */
    private record Contents(Optional<Buffer> ca, Optional<Buffer> cert, Optional<Buffer> key) {}

    /**
     * One of the files.
     *
     * @param name as the configuration has it, such as {@code slurm.tls.caFile /etc/ca.pem}
     */
    private record PemFile(String name, BlockingCall<Buffer> reading) {

        static PemFile of(String key, Path file) {
            return new PemFile("slurm.tls." + key + " " + file, BlockingCall.reading(file));
        }

        FetchFailure unreadable(Throwable failure) {
            return failure instanceof TimeoutException late
                    ? new FetchFailure(FailureKind.TIMEOUT, name + ": " + late.getMessage())
                    : SlurmHttp.unreachable(name + " cannot be read" + BlockingCall.reason(failure));
        }
    }

    private record Loaded(Contents contents, ClientSSLOptions options) {}

    /** The options for a new connection; fails where the files have never been usable. */
    Future<ClientSSLOptions> options() {
        return read().compose(this::load).recover(this::keep);
    }

    private Future<Contents> read() {
        Future<Optional<Buffer>> newCa = read(ca);
        Future<Optional<Buffer>> newCert = read(cert);
        Future<Optional<Buffer>> newKey = read(key);
        return Future.all(newCa, newCert, newKey)
                .map(unused -> new Contents(newCa.result(), newCert.result(), newKey.result()));
    }

    private Future<Optional<Buffer>> read(Optional<PemFile> file) {
        return file.map(present -> present.reading()
                        .result(vertx)
                        .map(Optional::of)
                        .recover(failure -> Future.failedFuture(present.unreadable(failure))))
                .orElseGet(() -> Future.succeededFuture(Optional.empty()));
    }

    private Future<ClientSSLOptions> load(Contents contents) {
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

    private ClientSSLOptions optionsOf(Contents contents) throws FetchFailure {
        ClientSSLOptions options = new ClientSSLOptions();
        options.setHostnameVerificationAlgorithm(tls.verifyHost() ? "HTTPS" : "");
        if (contents.ca().isPresent()) {
            options.setTrustOptions(trust(contents.ca().get()));
        }
        if (contents.cert().isPresent() && contents.key().isPresent()) {
            options.setKeyCertOptions(
                    identity(contents.cert().get(), contents.key().get()));
        }
        return options;
    }

    private PemTrustOptions trust(Buffer ca) throws FetchFailure {
        PemTrustOptions trust = new PemTrustOptions().addCertValue(ca);
        try {
            trust.getTrustManagerFactory(vertx);
            return trust;
        } catch (Exception e) {
            throw unusable("caFile", e);
        }
    }

    private PemKeyCertOptions identity(Buffer cert, Buffer key) throws FetchFailure {
        PemKeyCertOptions identity = new PemKeyCertOptions().setCertValue(cert).setKeyValue(key);
        try {
            identity.getKeyManagerFactory(vertx);
            return identity;
        } catch (Exception e) {
            throw unusable("certFile with keyFile", e);
        }
    }

    private static FetchFailure unusable(String name, Exception why) {
        return SlurmHttp.unreachable("slurm.tls." + name + " holds no usable PEM: " + why.getMessage());
    }
}
