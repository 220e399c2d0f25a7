package dev.sluice.exporter.derive.life;

import dev.sluice.exporter.model.job.Job;
import dev.sluice.exporter.model.job.JobState;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;

/**
 * Estimates the run time of a job: the job's time limit, multiplied by the mean share of the time limit that jobs of
 * the same partition and user used. Until {@value #MIN_JOBS} of these jobs have ended, the estimate is the full time
 * limit. Learns only from jobs that completed or reached their limit: a failed or cancelled job does not show how long
 * the next job runs. Confined to one thread.
 */
public final class RunTimes {

    /** Run time of a job without a time limit. */
    public static final long UNKNOWN = Long.MAX_VALUE;

    /** Maximum number of pairs of partition and user, of about 150 bytes each. */
    private static final int MAX_KEPT = 10_000;

    private static final int MIN_JOBS = 3;

    /** The last job changes the mean by at least this part of one job. */
    private static final int REMEMBERED_JOBS = 32;

    /** In the order of the last update; the oldest entry is removed first. */
    private final Map<Kind, Share> shares = new LinkedHashMap<>();

    private record Kind(String partition, String user) {

        static Kind of(Job job) {
            return new Kind(job.firstPartition(), job.owner().user());
        }
    }

    /** The mean share of the time limit that the last jobs used. */
    private record Share(double mean, int jobs) {

        static final Share NONE = new Share(0, 0);

        Share and(double used) {
            int weight = Math.min(REMEMBERED_JOBS, jobs + 1);
            return new Share(mean + (used - mean) / weight, weight);
        }
    }

    /** Learns from an ended job. Call once for each job. */
    public void learn(Job ended) {
        boolean ranToItsEnd =
                ended.status().base() == JobState.COMPLETED || ended.status().base() == JobState.TIMEOUT;
        if (!ranToItsEnd
                || ended.times().startedAt() <= 0
                || ended.times().endedAt() < ended.times().startedAt()
                || ended.times().limit() <= 0) {
            return;
        }
        long ran = ended.times().ranSeconds(ended.times().endedAt());
        Kind kind = Kind.of(ended);
        Share known = Optional.ofNullable(shares.remove(kind)).orElse(Share.NONE);
        shares.put(kind, known.and(Math.min(1, ran / (double) ended.times().limit())));
        if (shares.size() > MAX_KEPT) {
            shares.remove(shares.keySet().iterator().next());
        }
    }

    /** Returns the expected run time of a job in seconds, at least 1; {@link #UNKNOWN} without a time limit. */
    public long expectedSeconds(Job job) {
        if (job.times().limit() <= 0) {
            return UNKNOWN;
        }
        Share known = shares.getOrDefault(Kind.of(job), Share.NONE);
        double share = known.jobs() < MIN_JOBS ? 1 : known.mean();
        return Math.max(1, Math.round(job.times().limit() * share));
    }
}
