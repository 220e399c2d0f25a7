package dev.sluice.exporter.derive.signal;

import dev.sluice.exporter.derive.scaling.HeadOfLine.Contradiction;
import dev.sluice.exporter.derive.scaling.HeadOfLine.ShapeClass;
import dev.sluice.exporter.derive.scaling.JobExplanation;
import dev.sluice.exporter.derive.scaling.ScalingDemand;
import dev.sluice.exporter.derive.scaling.Unhelped;
import dev.sluice.exporter.model.Amounts;
import dev.sluice.exporter.model.cluster.Diag;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collections;
import java.util.EnumMap;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;

/**
 * Tracks the jobs for which Slurm contradicts the model, and the extra nodes that these jobs get. A contradiction
 * counts only after two polls and one scheduling cycle, because slurmctld may not have considered the job on new nodes
 * earlier. The job then gets as many nodes as Slurm reports, but at least one extra node. If Slurm still contradicts
 * the model after two more polls and one more scheduling cycle with as many idle nodes, the job gets one more node. The
 * extra nodes end when the job starts or leaves the queue, or when three additions did not help: then the job does not
 * count until the job or its nodes change. Updates come from one thread; {@link #counts()} is thread-safe.
 */
public final class Distrust {

    /** slurmctld's default sched_interval: the time between periodic passes over the first jobs in the queue. */
    private static final Duration SCHEDULING_INTERVAL = Duration.ofMinutes(1);

    /** The scheduling cycle until slurmctld reports the cycle times of its schedulers. */
    private static final Duration DEFAULT_CYCLE = Duration.ofMinutes(2);

    private static final Duration MAX_CYCLE = Duration.ofMinutes(10);
    private static final long UNKNOWN = -1;
    private static final int POLLS = 2;
    private static final int MAX_ADDITIONS = 3;

    /** slurmctld alternates between this reason and Resources. */
    private static final String NOT_AVAILABLE = "ReqNodeNotAvail";

    private final Map<Long, Memory> jobs = new HashMap<>();
    private final Map<Long, Unhelped> unhelped = new HashMap<>();
    private Duration cycle = DEFAULT_CYCLE;
    /** Number of scheduling cycles of slurmctld, which starts over each day. */
    private long passes = UNKNOWN;

    private Instant newest = Instant.MIN;
    private volatile Map<ShapeClass, Long> counts = zeros();

    /**
     * The state of one job.
     *
     * @param tasks number of pending tasks; the number decreases when tasks start
     * @param extra nodes in addition to the job's need
     * @param additions number of increases of {@code extra}
     * @param since time of the last change of the contradiction
     * @param polls number of polls with the contradiction since that time; 0 without a contradiction
     * @param idle maximum number of idle nodes in these polls
     * @param missed whether the last poll had no contradiction
     * @param passes number of scheduling cycles before that time
     */
    private record Memory(
            long tasks, long extra, int additions, Instant since, int polls, long idle, boolean missed, long passes) {

        static final Memory NOTHING = new Memory(0, 0, 0, Instant.MAX, 0, 0, true, 0);

        Memory withTasks(long now) {
            return new Memory(now, extra, additions, since, polls, idle, missed, passes);
        }

        /** Keeps the contradiction over one poll with the other reason. */
        Memory uncontradicted(String reason) {
            return missed || !reason.equals(NOT_AVAILABLE)
                    ? new Memory(tasks, extra, additions, Instant.MAX, 0, 0, true, 0)
                    : new Memory(tasks, extra, additions, since, polls, idle, true, passes);
        }

        boolean isForgotten() {
            return additions == 0 && polls == 0;
        }

        /** Starts over if more nodes are idle, because the job may have been waiting for these nodes. */
        Memory contradicted(Contradiction found, Instant at, long passesNow) {
            return polls == 0 || found.idle() > idle
                    ? new Memory(tasks, extra, additions, at, 1, found.idle(), false, passesNow)
                    : new Memory(tasks, extra, additions, since, polls + 1, idle, false, passes);
        }

        Memory withMore(Contradiction found, Instant at, long passesNow) {
            long more = found.grows() ? Math.max(extra + 1, found.slurmNodes() - found.nodes()) : extra;
            return new Memory(tasks, more, additions + 1, at, 1, found.idle(), false, passesNow);
        }
    }

    /** Updates the scheduling cycles from the statistics of slurmctld's schedulers. */
    public void observe(Diag diag) {
        double micros = diag.number("schedule_cycle_last").orElse(0)
                + diag.number("bf_cycle_last").orElse(0);
        Duration taken = Duration.ofMillis((long) (micros / 1_000));
        Duration known = SCHEDULING_INTERVAL.plus(taken);
        cycle = known.compareTo(MAX_CYCLE) > 0 ? MAX_CYCLE : known;
        passes = (long) diag.number(Diag.MAIN_CYCLES).orElse(UNKNOWN);
    }

    /**
     * Updates the extra nodes from a demand.
     *
     * @param at time of the oldest data of the demand; a demand that is not newer than the last one is ignored
     * @return contradictions for which a job gets extra nodes for the first time
     */
    public List<Contradiction> observe(ScalingDemand demand, Instant at) {
        if (!at.isAfter(newest)) {
            return List.of();
        }
        newest = at;
        keepUnhelped(demand);
        Map<Long, Contradiction> contradictions = new HashMap<>();
        demand.contradictions().forEach(found -> contradictions.put(found.jobId(), found));
        Map<Long, Memory> before = Map.copyOf(jobs);
        jobs.clear();
        List<Contradiction> first = new ArrayList<>();
        if (before.isEmpty() && contradictions.isEmpty()) {
            return first;
        }
        for (JobExplanation job : demand.jobs()) {
            Contradiction found = contradictions.get(job.jobId());
            if (found == null && !before.containsKey(job.jobId())) {
                continue;
            }
            Memory last = before.getOrDefault(job.jobId(), Memory.NOTHING);
            // If some tasks of an array have started, the record of the array remains, with fewer tasks.
            boolean started = job.tasks() < last.tasks();
            Memory pending = (started ? Memory.NOTHING : last).withTasks(job.tasks());
            if (found == null) {
                Memory uncontradicted = pending.uncontradicted(job.reason());
                if (!uncontradicted.isForgotten()) {
                    jobs.put(job.jobId(), uncontradicted);
                }
                continue;
            }
            Memory known = pending.contradicted(found, at, passes);
            boolean settled = known.polls() >= POLLS
                    && !at.isBefore(known.since().plus(cycle))
                    && (passes == UNKNOWN || passes != known.passes());
            if (settled && known.additions() == MAX_ADDITIONS) {
                unhelped.put(found.jobId(), found.evidence());
                continue;
            }
            if (settled && found.grows()) {
                if (known.extra() == 0) {
                    first.add(found);
                }
                count(found.shape());
            }
            jobs.put(job.jobId(), settled ? known.withMore(found, at, passes) : known);
        }
        return first;
    }

    private void keepUnhelped(ScalingDemand demand) {
        if (!unhelped.isEmpty()) {
            unhelped.keySet()
                    .retainAll(demand.jobs().stream()
                            .filter(job -> job.verdict() == JobExplanation.Verdict.NOT_HELPED)
                            .map(JobExplanation::jobId)
                            .collect(Collectors.toSet()));
        }
    }

    /** Returns the jobs that idle nodes do not help, by JobId. */
    public Map<Long, Unhelped> unhelped() {
        return Map.copyOf(unhelped);
    }

    private void count(ShapeClass shape) {
        Map<ShapeClass, Long> all = new EnumMap<>(counts);
        all.merge(shape, 1L, Amounts::sum);
        counts = Collections.unmodifiableMap(all);
    }

    /** Returns the number of extra nodes of each job, by JobId. */
    public Map<Long, Long> extraNodes() {
        Map<Long, Long> extra = new HashMap<>();
        jobs.forEach((id, memory) -> {
            if (memory.extra() > 0) {
                extra.put(id, memory.extra());
            }
        });
        return extra;
    }

    /** Returns whether a later demand of an unchanged cluster can change the result. */
    public boolean watches() {
        return !jobs.isEmpty();
    }

    /** Returns how often jobs got extra nodes, by kind of request, with an entry for each kind. */
    Map<ShapeClass, Long> counts() {
        return counts;
    }

    private static Map<ShapeClass, Long> zeros() {
        Map<ShapeClass, Long> zeros = new EnumMap<>(ShapeClass.class);
        for (ShapeClass shape : ShapeClass.values()) {
            zeros.put(shape, 0L);
        }
        return Collections.unmodifiableMap(zeros);
    }
}
