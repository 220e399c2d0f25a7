package dev.sluice.exporter.sink.otlp;

import dev.sluice.exporter.metrics.process.OtlpMetrics;
import dev.sluice.exporter.metrics.process.OtlpMetrics.Fate;
import dev.sluice.exporter.metrics.process.OtlpMetrics.Outcome;
import java.time.Clock;
import java.time.Instant;
import java.util.EnumMap;
import java.util.Map;
import java.util.Optional;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.slf4j.event.Level;

/**
 * Counts requests and points by result, because the SDK's own results hide failures. Also logs each change of the
 * result. One thread writes, and other threads read.
 */
final class DeliveryCounts {

    private static final Logger LOG = LoggerFactory.getLogger(DeliveryCounts.class);

    private final Clock clock;
    private final Map<Outcome, Long> requests = new EnumMap<>(Outcome.class);
    private final Map<Fate, Long> points = new EnumMap<>(Fate.class);
    private Optional<Instant> lastSuccess = Optional.empty();
    private RequestResult newest = RequestResult.failed(Outcome.OK, "");
    private boolean closed;

    DeliveryCounts(Clock clock) {
        this.clock = clock;
    }

    synchronized void request(RequestResult result) {
        if (!closed) {
            requests.merge(result.outcome(), 1L, Long::sum);
            if (result.outcome() == Outcome.OK) {
                lastSuccess = Optional.of(clock.instant());
            }
            log(result, newest.outcome());
        }
        newest = result;
    }

    /** Ends the newest request and returns the result of this request. The request is not sent again. */
    synchronized RequestResult end(long sent) {
        long rejected = newest.outcome() == Outcome.REFUSED ? sent : Math.min(sent, newest.rejected());
        if (newest.judged()) {
            points.merge(Fate.ACCEPTED, sent - rejected, Long::sum);
            points.merge(Fate.REJECTED, rejected, Long::sum);
        } else {
            lost(sent);
        }
        return newest;
    }

    synchronized void lost(long count) {
        points.merge(Fate.LOST, count, Long::sum);
    }

    /** Stops counting failures, because the exporter itself aborts the requests that end after this call. */
    synchronized void close() {
        closed = true;
    }

    synchronized OtlpMetrics read() {
        return new OtlpMetrics(requests, points, lastSuccess);
    }

    private static void log(RequestResult result, Outcome before) {
        boolean changed = result.outcome() != before;
        if (changed && result.outcome() == Outcome.OK) {
            LOG.atInfo().addKeyValue("signal", OtlpMetrics.SIGNAL).log("otlp receiver recovered");
        } else {
            LOG.atLevel(changed ? Level.WARN : Level.DEBUG)
                    .addKeyValue("signal", OtlpMetrics.SIGNAL)
                    .addKeyValue("kind", result.outcome().label())
                    .addKeyValue("failure", result.message())
                    .log(changed ? "otlp push failed" : "otlp request finished");
        }
    }
}
