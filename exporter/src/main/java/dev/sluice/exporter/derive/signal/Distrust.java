package dev.sluice.exporter.derive.signal;

import dev.sluice.exporter.derive.scaling.JobExplanation;
import dev.sluice.exporter.derive.scaling.ScalingDemand;
import dev.sluice.exporter.derive.scaling.evidence.Contradiction;
import dev.sluice.exporter.derive.scaling.evidence.ShapeClass;
import dev.sluice.exporter.model.controller.Diag;
import dev.sluice.exporter.model.controller.DiagGauge;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collections;
import java.util.EnumMap;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/**
 * Remembers for which jobs Slurm contradicts the model, and how many nodes they get beyond what the model says. A
 * contradiction counts once it has lasted for two polls and one scheduling cycle: until then the nodes may be so new that
 * slurmctld has not looked at the job again. The job then gets as many nodes as Slurm says, or one more, and one more each
 * time that this many idle nodes have not been enough for as long. It is forgotten when the job starts or goes.
 * Observations come from one thread; {@link #counts()} is for any.
 */
public final class Distrust {

    /** slurmctld's default sched_interval: a pass over the first jobs in line that nothing else has caused. */
    private static final Duration SCHEDULING_INTERVAL = Duration.ofMinutes(1);

    /** Where nobody knows how long the schedulers take. */
    private static final Duration DEFAULT_CYCLE = Duration.ofMinutes(2);

    private static final Duration MAX_CYCLE = Duration.ofMinutes(10);
    private static final int POLLS = 2;

    private final Map<Long, Memory> jobs = new HashMap<>();
    private Duration cycle = DEFAULT_CYCLE;
    private Instant newest = Instant.MIN;
    private volatile Map<ShapeClass, Long> counts = zeros();

    /**
     * What is known of one job.
     *
     * @param tasks how many of its tasks wait; fewer have started since
     * @param extra nodes beyond its need
     * @param since since when it has been contradicted without a change
     * @param polls how many polls have said so since; 0 while it is not contradicted
     * @param idle the most idle nodes that these polls found
     */
    private record Memory(long tasks, long extra, Instant since, int polls, long idle) {

        static final Memory NOTHING = new Memory(0, 0, Instant.MAX, 0, 0);

        Memory withTasks(long now) {
            return new Memory(now, extra, since, polls, idle);
        }

        Memory uncontradicted() {
            return new Memory(tasks, extra, Instant.MAX, 0, 0);
        }

        /** Nodes that have become idle since may be what the job waited for. */
        Memory contradicted(Contradiction found, Instant at) {
            return polls == 0 || found.idle() > idle
                    ? new Memory(tasks, extra, at, 1, found.idle())
                    : new Memory(tasks, extra, since, polls + 1, idle);
        }

        Memory withMore(Contradiction found, Instant at) {
            return new Memory(tasks, Math.max(extra + 1, found.slurmNodes() - found.nodes()), at, 1, found.idle());
        }
    }

    /** Takes in how long slurmctld's schedulers take. */
    public void observe(Diag diag) {
        double main = diag.gauge(DiagGauge.MAIN_CYCLE_LAST).orElse(0);
        double backfill = diag.gauge(DiagGauge.BACKFILL_CYCLE_LAST).orElse(0);
        Duration taken = Duration.ofMillis((long) (1_000 * Math.max(0, main + backfill)));
        Duration known = SCHEDULING_INTERVAL.plus(taken);
        cycle = known.compareTo(MAX_CYCLE) > 0 ? MAX_CYCLE : known;
    }

    /**
     * Takes in a demand.
     *
     * @param at the age of the oldest answer that it was made from; one that is no newer than the last says nothing
     * @return contradictions for which a job gets more nodes for the first time
     */
    public List<Contradiction> observe(ScalingDemand demand, Instant at) {
        if (!at.isAfter(newest)) {
            return List.of();
        }
        newest = at;
        Map<Long, Memory> before = stillPending(demand);
        jobs.clear();
        before.forEach((id, memory) -> {
            if (memory.extra() > 0) {
                jobs.put(id, memory.uncontradicted());
            }
        });
        List<Contradiction> first = new ArrayList<>();
        for (Contradiction found : demand.contradictions()) {
            Memory known = Optional.ofNullable(before.get(found.jobId()))
                    .orElse(Memory.NOTHING)
                    .contradicted(found, at);
            if (known.polls() >= POLLS && !at.isBefore(known.since().plus(cycle))) {
                if (known.extra() == 0) {
                    first.add(found);
                }
                known = known.withMore(found, at);
                count(found.shape());
            }
            jobs.put(found.jobId(), known);
        }
        return first;
    }

    /** A record of an array stays after tasks of it have started, and stands for fewer. */
    private Map<Long, Memory> stillPending(ScalingDemand demand) {
        Map<Long, Memory> pending = new HashMap<>();
        if (!jobs.isEmpty() || !demand.contradictions().isEmpty()) {
            Set<Long> asked = new HashSet<>(jobs.keySet());
            demand.contradictions().forEach(found -> asked.add(found.jobId()));
            for (JobExplanation job : demand.jobs()) {
                if (asked.contains(job.jobId())) {
                    Memory known = jobs.getOrDefault(job.jobId(), Memory.NOTHING);
                    boolean started = job.tasks() < known.tasks();
                    pending.put(job.jobId(), (started ? Memory.NOTHING : known).withTasks(job.tasks()));
                }
            }
        }
        return pending;
    }

    private void count(ShapeClass shape) {
        Map<ShapeClass, Long> all = new EnumMap<>(counts);
        all.merge(shape, 1L, Long::sum);
        counts = Collections.unmodifiableMap(all);
    }

    /** How many nodes beyond its need each job gets, by JobId. */
    public Map<Long, Long> extraNodes() {
        Map<Long, Long> extra = new HashMap<>();
        jobs.forEach((id, memory) -> {
            if (memory.extra() > 0) {
                extra.put(id, memory.extra());
            }
        });
        return extra;
    }

    /** Whether a demand of the same cluster at a later time can say more. */
    public boolean watches() {
        return !jobs.isEmpty();
    }

    /** How often a job got more nodes, by what it is; all classes. */
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
