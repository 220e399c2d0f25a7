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
 * For how long jobs run: their time limit times the share of it that jobs like them have used, those of the same
 * partition, user and name, or else all of the partition. Until {@value #MIN_JOBS} such jobs have ended, the whole limit.
 * Only jobs that completed or reached their limit are learned from: a job that failed or was cancelled does not show how
 * long the next one runs. Confined to one thread.
 */
public final class RunTimes {

    /** Of a job without a time limit. */
    public static final long UNKNOWN = Long.MAX_VALUE;

    private static final double[] NOTHING_LEARNED = {};

    /** Partitions and names of jobs together, about 350 bytes each. */
    private static final int MAX_KEPT = 10_000;

    private static final int MIN_JOBS = 3;

    /** How many jobs back the past counts. */
    private static final int REMEMBERED_JOBS = 32;

    /** In the order in which they were last learned: the first is forgotten first. */
    private final Map<Kind, Shares> shares = new LinkedHashMap<>();

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

    /** The shares of the limit that the last jobs used; a new one takes the place of the oldest. */
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

        /** Those of at least so much, in no order. */
        double[] from(double least) {
            return IntStream.range(0, Math.min(jobs, used.length))
                    .mapToDouble(i -> used[i])
                    .filter(share -> share >= (float) least)
                    .toArray();
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
        Shares known = Optional.ofNullable(shares.remove(kind)).orElseGet(Shares::new);
        known.add(used);
        shares.put(kind, known);
        if (shares.size() > MAX_KEPT) {
            Iterator<Kind> oldest = shares.keySet().iterator();
            oldest.next();
            oldest.remove();
        }
    }

    /** Seconds for which a job is expected to run, 1 at least; {@link #UNKNOWN} without a time limit. */
    public long expectedSeconds(Job job) {
        return expectedSeconds(job, 0);
    }

    /**
     * For how long a running job is expected to run in all: the mean of the jobs like it that ran for at least as long
     * as it has until now; its limit, if none did.
     *
     * @param ran seconds for which it has run
     */
    public long expectedSeconds(Job job, long ran) {
        if (job.timeLimit() <= 0) {
            return UNKNOWN;
        }
        double limit = job.timeLimit();
        double share = Arrays.stream(sharesFrom(job, ran / limit)).average().orElse(1);
        return Math.max(1, Math.round(limit * share));
    }

    /**
     * How likely a running job is to end soon: the part that did of the jobs like it that ran for at least as long as
     * it has until now. 0 without a time limit, and beyond it.
     *
     * @param ran seconds for which it has run
     * @param within seconds from now
     */
    public double chanceOfEnd(Job job, long ran, long within) {
        if (job.timeLimit() <= 0 || ran > job.timeLimit()) {
            return 0;
        }
        double limit = job.timeLimit();
        double soon = (ran + within) / limit;
        return Arrays.stream(sharesFrom(job, ran / limit))
                .map(share -> share < soon ? 1 : 0)
                .average()
                .orElse(soon > 1 ? 1 : 0);
    }

    /** What jobs like it used of their limit, of those that used at least so much. */
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
