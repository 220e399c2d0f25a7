package dev.sluice.exporter.derive.scaling;

import dev.sluice.exporter.derive.TaskUse;
import dev.sluice.exporter.derive.scaling.LimitBook.Headroom;
import dev.sluice.exporter.derive.scaling.pool.NodeShape;
import dev.sluice.exporter.derive.scaling.pool.UnsatisfiableCause;
import dev.sluice.exporter.model.Amounts;
import dev.sluice.exporter.model.job.Job;
import dev.sluice.exporter.model.node.NodeResources;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.Function;

/**
 * The pools where jobs with the same request could run.
 *
 * @param fits pools on which the jobs fit, highest PriorityTier first
 * @param misfit the closest pool if the jobs fit on no pool; empty if no pool serves the partitions, or if
 *     {@code elsewhere} is true
 * @param together pools of one partition that have enough nodes only together; empty if the jobs fit on one pool
 * @param small pool whose size others decide, and that has too few nodes now; empty if the jobs fit
 * @param elsewhere whether the jobs fit only on nodes outside of pools
 */
record Options(
        List<Candidate> fits,
        List<Candidate> together,
        Optional<Candidate> small,
        Optional<Misfit> misfit,
        boolean elsewhere) {

    Options {
        fits = List.copyOf(fits);
        together = List.copyOf(together);
    }

    /** Returns the first pool on which the job fits; empty if the job fits on no pool. */
    Optional<Candidate> first() {
        return fits.stream().findFirst().or(() -> together.stream().findFirst());
    }

    /**
     * Returns the options on which limits let the job start now; else the options on which limits let the job start
     * later; else all.
     */
    Options within(Function<Candidate, Headroom> headroom) {
        if (fits.size() < 2) {
            return this;
        }
        List<Candidate> now = new ArrayList<>();
        List<Candidate> later = new ArrayList<>();
        for (Candidate fit : fits) {
            Headroom room = headroom.apply(fit);
            if (!room.never()) {
                (room.tasks() > 0 ? now : later).add(fit);
            }
        }
        List<Candidate> open = now.isEmpty() ? later : now;
        return open.isEmpty() || open.size() == fits.size()
                ? this
                : new Options(open, together, small, misfit, elsewhere);
    }

    /** Returns the options of a job that still holds some nodes. */
    Options beyond(long nodes) {
        return nodes == 0
                ? this
                : new Options(fits.stream().map(fit -> fit.beyond(nodes)).toList(), together, small, misfit, elsewhere);
    }

    /**
     * A pool on which a job fits.
     *
     * @param partition partition through which the job is assigned to the pool
     * @param nodes number of nodes that one task needs, including nodes that the job still holds
     */
    record Candidate(PoolState pool, String partition, Ask ask, long nodes) {

        /** Returns the use of limits by one task: slurmctld counts all CPUs and GPUs of whole nodes. */
        TaskUse use(Job job) {
            TaskUse requested = TaskUse.of(job);
            List<NodeShape> shapes = pool.pool().shapes();
            if (!ask.need().whole() || shapes.isEmpty()) {
                long rounded =
                        Amounts.product(ask.need().pieces(), ask.need().piece().cpus());
                long cpus = requested.cpus();
                return requested.with(requested.nodes(), cpus, Math.max(cpus, rounded), requested.gpus(), false);
            }
            NodeResources node = shapes.get(ask.need().shape()).capacity();
            long cpus = Math.max(requested.cpus(), Amounts.product(nodes, node.cpus()));
            return requested.with(nodes, cpus, cpus, node.gpus().times(nodes), true);
        }

        private Candidate beyond(long held) {
            return new Candidate(pool, partition, ask.beyond(held), nodes);
        }
    }

    /**
     * A pool on which a job does not fit.
     *
     * @param cause why the job does not fit; empty if the pool does not have the nodes that the job requires by name or
     *     by reservation
     */
    record Misfit(PoolState pool, String partition, Optional<UnsatisfiableCause> cause) {

        boolean closerThan(Misfit other) {
            return other.cause.isEmpty()
                    ? cause.isPresent()
                    : cause.filter(mine -> mine.compareTo(other.cause.get()) > 0)
                            .isPresent();
        }
    }

    /** Returns the pool that counts a job that is not demand; empty if no pool serves the job's partitions. */
    Optional<PoolState> home() {
        return fits.stream().map(Candidate::pool).findFirst().or(() -> misfit.map(Misfit::pool));
    }
}
