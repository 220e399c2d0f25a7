package dev.sluice.adapter.tls;

import dev.sluice.adapter.config.TlsSettings;
import dev.sluice.common.blocking.BlockingCall;
import io.vertx.core.Future;
import io.vertx.core.Vertx;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.GeneralSecurityException;
import java.time.Duration;
import java.time.Instant;
import java.util.Optional;
import java.util.function.Function;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Reads the certificate's files again and again, and lets the server have what changed. What cannot be used is reported
 * once, and the certificate before it stays.
 */
public final class CertificateFiles {

    private static final Logger LOG = LoggerFactory.getLogger(CertificateFiles.class);

    private final Vertx vertx;
    private final TlsSettings.Files files;
    private final CertificateEvents events;
    private final ServingCertificate first;
    private final BlockingCall<Optional<Found>> change;
    private volatile Pair current;
    private volatile String trouble = "";
    private volatile boolean looking;
    private volatile boolean stopped;
    private int looks;

    /** The content of both files. */
    private record Pair(String chain, String key) {
        static Pair read(TlsSettings.Files files) throws IOException {
            return new Pair(text(files.certFile()), text(files.keyFile()));
        }

        private static String text(Path file) throws IOException {
            try {
                return Files.readString(file);
            } catch (IOException e) {
                throw new IOException("the file " + file + " cannot be read", e);
            }
        }

        @Override
        public String toString() {
            return "Pair";
        }
    }

    /** What the files held when they had changed. */
    private record Found(Pair pair, ServingCertificate certificate) {}

    /**
     * Reads them for the first time.
     *
     * @throws IOException where they cannot be used
     */
    public CertificateFiles(Vertx vertx, TlsSettings.Files files, CertificateEvents events) throws IOException {
        this.vertx = vertx;
        this.files = files;
        this.events = events;
        this.change = new BlockingCall<>(
                "reading " + files.certFile() + " and " + files.keyFile(), BlockingCall.SHORT_DEADLINE, this::changed);
        this.current = Pair.read(files);
        try {
            this.first = ServingCertificate.of(vertx, current.chain(), current.key());
        } catch (GeneralSecurityException e) {
            throw new IOException(problem(e), e);
        }
        events.serving(first.expires());
    }

    /** What was there first. */
    public ServingCertificate first() {
        return first;
    }

    /**
     * Begins to look for changes.
     *
     * @param use lets new connections have a certificate
     */
    public void follow(Duration interval, Function<ServingCertificate, Future<Boolean>> use) {
        vertx.setPeriodic(interval.toMillis(), unused -> look(use));
    }

    /** Looks no more. */
    public void stop() {
        stopped = true;
    }

    private void look(Function<ServingCertificate, Future<Boolean>> use) {
        if (looking || stopped) {
            return;
        }
        looking = true;
        change.result(vertx)
                .compose(found -> found.map(now -> use.apply(now.certificate())
                                .onSuccess(unused -> used(now))
                                .<Void>mapEmpty())
                        .orElseGet(Future::succeededFuture))
                .onFailure(this::unusable)
                .onComplete(unused -> looking = false);
    }

    /** Empty where nothing has changed. */
    private Optional<Found> changed() throws GeneralSecurityException, IOException {
        Pair now = Pair.read(files);
        if (now.equals(current)) {
            trouble = "";
            return Optional.empty();
        }
        try {
            return Optional.of(new Found(now, ServingCertificate.of(vertx, now.chain(), now.key())));
        } catch (GeneralSecurityException e) {
            throw new GeneralSecurityException(problem(e), e);
        }
    }

    private String problem(GeneralSecurityException e) {
        return files.certFile() + " and " + files.keyFile() + ": " + e.getMessage();
    }

    /** Only then is it the current one: what a server would not take is tried again, and reported. */
    private void used(Found found) {
        current = found.pair();
        trouble = "";
        Instant expires = found.certificate().expires();
        LOG.atInfo().addKeyValue("expires", expires).log("certificate has changed");
        events.serving(expires);
    }

    /** Reported when it is so for the second time: the first time, somebody may just have written one of the files. */
    private void unusable(Throwable failure) {
        String now = String.valueOf(failure.getMessage());
        looks = now.equals(trouble) ? looks + 1 : 1;
        trouble = now;
        if (looks == 2) {
            events.failed();
            LOG.atWarn().addKeyValue("failure", now).log("certificate cannot be used, the one before it stays");
        }
    }
}
