package dev.sluice.exporter;

import dev.sluice.exporter.model.accounting.AccountedRun;
import dev.sluice.exporter.poll.FetchFailure;
import dev.sluice.exporter.publish.UsageHistory;
import dev.sluice.exporter.slurm.Slurmrestd;
import io.vertx.core.Future;
import java.time.Instant;
import java.util.List;
import java.util.function.BiFunction;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.slf4j.spi.LoggingEventBuilder;

/**
 * Reads the runs of a long gap between two job lists from slurmdbd, because slurmctld no longer lists some of them.
 * Confined to one event loop.
 */
final class UsageGaps {

    private static final Logger LOG = LoggerFactory.getLogger(UsageGaps.class);

    private final String cluster;
    private final UsageHistory usage;
    private final BiFunction<Instant, Instant, Future<List<AccountedRun>>> endedRuns;
    private boolean reading;
    private boolean failed;

    /**
     * @param endedRuns reads the runs that ended between two times
     */
    UsageGaps(String cluster, UsageHistory usage, BiFunction<Instant, Instant, Future<List<AccountedRun>>> endedRuns) {
        this.cluster = cluster;
        this.usage = usage;
        this.endedRuns = endedRuns;
    }

    /** Reads the runs of the gap before a job list that is requested now. Call this method before each request. */
    void beforeJobs(Instant now) {
        if (!reading) {
            usage.gap(now).ifPresent(this::read);
        }
    }

    private void read(UsageHistory.UsageGap gap) {
        reading = true;
        usage.awaitAccounted();
        endedRuns
                .apply(gap.from(), gap.to())
                .onSuccess(runs -> read(gap, runs))
                .onFailure(failure -> failed(gap, failure))
                .onComplete(unused -> reading = false);
    }

    private void read(UsageHistory.UsageGap gap, List<AccountedRun> runs) {
        usage.accounted(gap, runs);
        failed = false;
        boolean all = runs.size() < Slurmrestd.MAX_ENDED_RUNS;
        log(all ? LOG.atInfo() : LOG.atWarn(), gap)
                .addKeyValue("runs", runs.size())
                .log(
                        all
                                ? "ended runs read from slurmdbd"
                                : "too many ended runs in slurmdbd: the newest do not count");
    }

    private void failed(UsageHistory.UsageGap gap, Throwable failure) {
        if (failure instanceof FetchFailure known && known.isAbsent()) {
            usage.accounted(gap, List.of());
        }
        log(failed ? LOG.atDebug() : LOG.atWarn(), gap)
                .addKeyValue("failure", failure.getMessage())
                .log("cannot read ended runs from slurmdbd");
        failed = true;
    }

    private LoggingEventBuilder log(LoggingEventBuilder event, UsageHistory.UsageGap gap) {
        return event.addKeyValue("cluster", cluster)
                .addKeyValue("gap_begins", gap.from())
                .addKeyValue("gap_ends", gap.to());
    }
}
