package dev.sluice.exporter.derive.scaling;

import dev.sluice.exporter.derive.scaling.need.UnsatisfiableCause;
import java.util.List;
import java.util.Optional;

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
    record Candidate(PoolState pool, String partition, PoolState.Ask ask, long nodes) {

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
