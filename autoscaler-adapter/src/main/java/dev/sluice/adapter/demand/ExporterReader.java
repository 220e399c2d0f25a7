package dev.sluice.adapter.demand;

import dev.sluice.common.demand.DemandReport.ClusterReport;
import dev.sluice.common.net.Backoff;
import dev.sluice.common.tls.ClientTls;
import io.vertx.core.Context;
import io.vertx.core.Future;
import io.vertx.core.Vertx;
import java.net.URI;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.function.BiConsumer;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Polls one exporter until {@link #stop}: one request at a time, with longer pauses after failures. No other component
 * depends on the address or the availability of the exporter.
 */
public final class ExporterReader {

    private static final Logger LOG = LoggerFactory.getLogger(ExporterReader.class);

    /**
     * Maximum pause after failures, in intervals. The maximum is short enough that the reader reads a recovered
     * exporter before an alert could fire.
     */
    private static final int MAX_PAUSE_INTERVALS = 3;
    /**
     * Minimum fraction of the interval. Random intervals prevent several replicas from sending requests at the same
     * time.
     */
    private static final double MIN_INTERVAL_PART = 0.9;

    private static final Duration DEADLINE = Duration.ofSeconds(4);

    private final Vertx vertx;
    private final Context context;
    private final Endpoint exporter;
    private final ExporterClient client;
    private final DemandStore store;
    private final BiConsumer<String, Optional<ReadFailure>> listener;
    private final Duration interval;
    private final Backoff backoff;
    private Optional<ReadFailure.Kind> trouble = Optional.empty();
    private boolean answeredBefore;
    private boolean stopped;

    /**
     * An exporter to read.
     *
     * @param name name of the exporter in metrics and the log
     * @param url http or https URL of the exporter's API, optionally with a path, without a trailing slash
     */
    public record Endpoint(String name, URI url) {

        /** Returns the exporter in the syntax of the flag. */
        @Override
        public String toString() {
            return name + "=" + url;
        }
    }

    /**
     * Access to the exporters. Every file is read before every request.
     *
     * @param tls authorities and client certificate for https exporters
     * @param tokenFile file with the bearer token; the first line of the file counts
     */
    public record Access(ClientTls tls, Optional<Path> tokenFile) {}

    /**
     * Creates a reader that does not read yet.
     *
     * @param interval approximate time from the end of one request to the start of the next
     * @param listener called after each request with the exporter's name and the failure, if any
     */
    public ExporterReader(
            Vertx vertx,
            Endpoint exporter,
            Access access,
            Duration interval,
            DemandStore store,
            BiConsumer<String, Optional<ReadFailure>> listener) {
        this.vertx = vertx;
        this.context = vertx.getOrCreateContext();
        this.exporter = exporter;
        this.client = new ExporterClient(vertx, exporter, access, DEADLINE);
        this.store = store;
        this.listener = listener;
        this.interval = interval;
        this.backoff = new Backoff(interval, maxPause());
    }

    public void start() {
        context.runOnContext(unused -> read());
    }

    /** Stops polling; the end of Vert.x ends a running request. */
    public void stop() {
        context.runOnContext(unused -> stopped = true);
    }

    private void read() {
        if (stopped) {
            return;
        }
        // The composed future turns an exception into a failed request, so that the exception does not end the polling.
        Future.<Void>succeededFuture()
                .compose(unused -> client.demand())
                .map(this::answered)
                .recover(cause -> Future.succeededFuture(failed(cause)))
                .onComplete(this::again, unexpected -> again(maxPause()));
    }

    /** Records the result of a request, and returns the pause until the next request. */
    private Duration answered(List<ClusterReport> reports) {
        store.answered(exporter.name(), reports);
        if (trouble.isPresent() || !answeredBefore) {
            LOG.atInfo().addKeyValue("exporter", exporter.name()).log("exporter recovered");
        }
        trouble = Optional.empty();
        answeredBefore = true;
        listener.accept(exporter.name(), Optional.empty());
        backoff.reset();
        return backoff.shortened(interval, MIN_INTERVAL_PART);
    }

    /** Records the result of a request, and returns the pause until the next request. */
    private Duration failed(Throwable cause) {
        ReadFailure failure = cause instanceof ReadFailure known
                ? known
                : new ReadFailure(ReadFailure.Kind.UNREACHABLE, String.valueOf(cause.getMessage()));
        store.failed(exporter.name(), failure);
        if (!stopped && !trouble.equals(Optional.of(failure.kind()))) {
            LOG.atWarn()
                    .addKeyValue("exporter", exporter.name())
                    .addKeyValue("url", exporter.url())
                    .addKeyValue("kind", failure.kind().label())
                    .addKeyValue("failure", failure.message())
                    .log("exporter failed");
        }
        trouble = Optional.of(failure.kind());
        listener.accept(exporter.name(), Optional.of(failure));
        return backoff.next();
    }

    private Duration maxPause() {
        return interval.multipliedBy(MAX_PAUSE_INTERVALS);
    }

    private void again(Duration pause) {
        if (!stopped) {
            vertx.setTimer(Math.max(1, pause.toMillis()), unused -> read());
        }
    }
}
