package dev.sluice.exporter.derive.life;

import dev.sluice.exporter.model.job.Job;
import dev.sluice.exporter.model.job.JobState;
import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.Map;

/**
 * For how long jobs run: their time limit times the share of it that jobs like them have used, those of the same
 * partition, user and name, or else all of the partition. Until {@value #MIN_JOBS} such jobs have ended, the whole limit.
 * Only jobs that completed or reached their limit are learned from: a job that failed or was cancelled does not show how
 * long the next one runs. Confined to one thread.
 */
public final class RunTimes {

    /** Of a job without a time limit. */
    public static final long UNKNOWN = Long.MAX_VALUE;

    /** Partitions and names of jobs together, about 200 bytes each. */
    private static final int MAX_KEPT = 10_000;

    private static final int MIN_JOBS = 3;

    /** How many jobs back the past counts. */
    private static final int REMEMBERED_JOBS = 32;

    /** In the order in which they were last learned: the first is forgotten first. */
    private final Map<Kind, Share> shares = new LinkedHashMap<>();

    /** Jobs that are alike; of a whole partition without user and name. */
    private record Kind(String partition, String user, String name) {

        static Kind of(Job job) {
            return new Kind(partitionOf(job), job.user(), job.name());
        }

        Kind wholePartition() {
            return new Kind(partition, "", "");
        }

        private static String partitionOf(Job job) {
            return job.partitions().isEmpty() ? "" : job.partitions().get(0);
        }
    }

    /** The mean of the shares of the last jobs. */
    private record Share(int jobs, double mean) {

        static final Share NONE = new Share(0, 0);

        Share plus(double used) {
            int more = Math.min(REMEMBERED_JOBS, jobs + 1);
            return new Share(more, mean + (used - mean) / more);
        }
    }

    /** Takes in a job that has ended; once. */
    public void learn(Job ended) {
        boolean ranToItsEnd = ended.base() == JobState.COMPLETED || ended.base() == JobState.TIMEOUT;
        if (!ranToItsEnd || ended.startedAt() <= 0 || ended.endedAt() < ended.startedAt() || ended.timeLimit() <= 0) {
            return;
        }
        double used = Math.min(1, (ended.endedAt() - ended.startedAt()) / (double) ended.timeLimit());
        Kind kind = Kind.of(ended);
        if (!kind.equals(kind.wholePartition())) {
            learn(kind, used);
        }
        learn(kind.wholePartition(), used);
    }

    private void learn(Kind kind, double used) {
        Share known = shares.remove(kind);
        shares.put(kind, (known == null ? Share.NONE : known).plus(used));
        if (shares.size() > MAX_KEPT) {
            Iterator<Kind> oldest = shares.keySet().iterator();
            oldest.next();
            oldest.remove();
        }
    }

    /** Seconds for which a job is expected to run, 1 at least; {@link #UNKNOWN} without a time limit. */
    public long expectedSeconds(Job job) {
        if (job.timeLimit() <= 0) {
            return UNKNOWN;
        }
        Kind kind = Kind.of(job);
        Share alike = shares.getOrDefault(kind, Share.NONE);
        Share share = alike.jobs() >= MIN_JOBS ? alike : shares.getOrDefault(kind.wholePartition(), Share.NONE);
        double used = share.jobs() >= MIN_JOBS ? share.mean() : 1;
        return Math.max(1, Math.round(job.timeLimit() * used));
    }
}
