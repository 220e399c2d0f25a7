package dev.sluice.exporter.sink.otlp;

import dev.sluice.exporter.metrics.OtlpMetrics.Fate;
import dev.sluice.exporter.metrics.OtlpMetrics.Kind;
import dev.sluice.exporter.metrics.OtlpMetrics.Outcome;
import dev.sluice.exporter.metrics.OtlpMetrics.Signal;
import java.time.Clock;
import java.time.Instant;
import java.util.EnumMap;
import java.util.Map;
import java.util.Optional;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Counts what became of one signal, because the SDK's own results hide failures, and logs when that changes. Written by
 * one thread, read by others.
 */
final class Ledger {

    private static final Logger LOG = LoggerFactory.getLogger(Ledger.class);

    private final Kind kind;
    private final Clock clock;
    private final Map<Outcome, Long> requests = new EnumMap<>(Outcome.class);
    private final Map<Fate, Long> items = new EnumMap<>(Fate.class);
    private Optional<Instant> lastSuccess = Optional.empty();
    private Outcome newest = Outcome.OK;
    private boolean closed;

    Ledger(Kind kind, Clock clock) {
        this.kind = kind;
        this.clock = clock;
    }

    synchronized void request(Verdict verdict) {
        if (closed) {
            return;
        }
        requests.merge(verdict.outcome(), 1L, Long::sum);
        if (verdict.outcome() == Outcome.OK) {
            lastSuccess = Optional.of(clock.instant());
        }
        log(verdict);
        newest = verdict.outcome();
    }

    /** A request that will not be repeated is at its end. */
    synchronized void end(Verdict verdict, long sent) {
        long rejected = Math.min(sent, verdict.rejected());
        switch (verdict.outcome()) {
            case OK, PARTIAL -> {
                items.merge(Fate.ACCEPTED, sent - rejected, Long::sum);
                items.merge(Fate.REJECTED, rejected, Long::sum);
            }
            case REFUSED -> items.merge(Fate.REJECTED, sent, Long::sum);
            case UNAUTHORIZED, THROTTLED, UNAVAILABLE, UNREACHABLE, TIMEOUT -> lost(sent);
        }
    }

    synchronized void lost(long count) {
        items.merge(Fate.LOST, count, Long::sum);
    }

    /** What ends now was cut off by us: nobody's failure. */
    synchronized void close() {
        closed = true;
    }

    synchronized Signal read() {
        return new Signal(kind, requests, items, lastSuccess);
    }

    private void log(Verdict verdict) {
        if (verdict.outcome() == newest) {
            LOG.atDebug()
                    .addKeyValue("signal", kind.label())
                    .addKeyValue("kind", verdict.outcome().label())
                    .addKeyValue("failure", verdict.message())
                    .log("otlp request ended");
        } else if (verdict.outcome() == Outcome.OK) {
            LOG.atInfo().addKeyValue("signal", kind.label()).log("otlp receiver accepts again");
        } else {
            LOG.atWarn()
                    .addKeyValue("signal", kind.label())
                    .addKeyValue("kind", verdict.outcome().label())
                    .addKeyValue("failure", verdict.message())
                    .log("otlp push fails");
        }
    }
}
