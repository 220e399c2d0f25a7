package dev.sluice.exporter.derive.life;

import dev.sluice.exporter.model.job.Job;
import dev.sluice.exporter.model.job.JobState;
import java.util.Arrays;
import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import java.util.stream.IntStream;

/**
 * Estimates the run time of a job: the job's time limit, multiplied by the share of the time limit that similar jobs
 * used. Similar jobs have the same partition, user and name. If fewer than {@value #MIN_JOBS} of these jobs have ended,
 * all jobs of the partition count as similar. Until {@value #MIN_JOBS} similar jobs have ended, the estimate is the
 * full time limit. Learns only from jobs that completed or reached their limit: a failed or cancelled job does not show
 * how long the next job runs. Confined to one thread.
 */
public final class RunTimes {

    /** Run time of a job without a time limit. */
    public static final long UNKNOWN = Long.MAX_VALUE;

    private static final double[] NOTHING_LEARNED = {};

    /** Maximum number of kinds of jobs, of about 350 bytes each. */
    private static final int MAX_KEPT = 10_000;

    private static final int MIN_JOBS = 3;

    /** Number of past jobs to remember per kind. */
    private static final int REMEMBERED_JOBS = 32;

    /** In the order of the last update; the oldest entry is removed first. */
    private final Map<Kind, Shares> shares = new LinkedHashMap<>();

    /** A kind of similar jobs; user and name are empty for a kind that covers all jobs of a partition. */
    private record Kind(String partition, String user, String name) {

        static Kind of(Job job) {
            return new Kind(job.firstPartition(), job.owner().user(), job.name());
        }

        Kind wholePartition() {
            return new Kind(partition, "", "");
        }
    }

    /** The shares of the time limit that the last jobs used. A new share replaces the oldest share. */
    private static final class Shares {

        private float[] used = new float[MIN_JOBS];
        private int jobs;

        void add(double share) {
            if (jobs == used.length && jobs < REMEMBERED_JOBS) {
                used = Arrays.copyOf(used, Math.min(REMEMBERED_JOBS, 2 * jobs));
            }
            used[jobs % used.length] = (float) share;
            jobs++;
        }

        boolean areEnough() {
            return jobs >= MIN_JOBS;
        }

        /** Returns the shares that are at least {@code least}, in no particular order. */
        double[] from(double least) {
            return IntStream.range(0, Math.min(jobs, used.length))
                    .mapToDouble(i -> used[i])
                    .filter(share -> share >= (float) least)
                    .toArray();
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
        double used = Math.min(
                1,
                (ended.times().endedAt() - ended.times().startedAt())
                        / (double) ended.times().limit());
        Kind kind = Kind.of(ended);
        if (!kind.equals(kind.wholePartition())) {
            learn(kind, used);
        }
        learn(kind.wholePartition(), used);
    }

    private void learn(Kind kind, double used) {
        Shares known = Optional.ofNullable(shares.remove(kind)).orElseGet(Shares::new);
        known.add(used);
        shares.put(kind, known);
        if (shares.size() > MAX_KEPT) {
            Iterator<Kind> oldest = shares.keySet().iterator();
            oldest.next();
            oldest.remove();
        }
    }

    /** Returns the expected run time of a job in seconds, at least 1; {@link #UNKNOWN} without a time limit. */
    public long expectedSeconds(Job job) {
        return expectedSeconds(job, 0);
    }

    /**
     * Returns the expected total run time of a running job in seconds: the mean of similar jobs with at least the given
     * run time. Without such jobs, returns the job's time limit.
     *
     * @param ran run time so far in seconds
     */
    public long expectedSeconds(Job job, long ran) {
        if (job.times().limit() <= 0) {
            return UNKNOWN;
        }
        double limit = job.times().limit();
        double share = Arrays.stream(sharesFrom(job, ran / limit)).average().orElse(1);
        return Math.max(1, Math.round(limit * share));
    }

    /**
     * Returns the probability that a running job ends soon. The probability is the share of jobs that ended within this
     * time, among similar jobs with at least the given run time. Returns 0 without a time limit, and after the end of
     * the time limit.
     *
     * @param ran run time so far in seconds
     * @param within seconds from now
     */
    public double chanceOfEnd(Job job, long ran, long within) {
        if (job.times().limit() <= 0 || ran > job.times().limit()) {
            return 0;
        }
        double limit = job.times().limit();
        double soon = (ran + within) / limit;
        return Arrays.stream(sharesFrom(job, ran / limit))
                .map(share -> share < soon ? 1 : 0)
                .average()
                .orElse(soon > 1 ? 1 : 0);
    }

    /** Returns the shares of the time limit that similar jobs used; only shares of at least {@code least}. */
    private double[] sharesFrom(Job job, double least) {
        Kind kind = Kind.of(job);
        return learned(kind)
                .or(() -> learned(kind.wholePartition()))
                .map(past -> past.from(least))
                .orElse(NOTHING_LEARNED);
    }

    private Optional<Shares> learned(Kind kind) {
        return Optional.ofNullable(shares.get(kind)).filter(Shares::areEnough);
    }
}
