package dev.sluice.exporter.derive.scaling;

import dev.sluice.exporter.derive.scaling.need.UnsatisfiableCause;
import java.util.List;
import java.util.Optional;

/**
 * Where jobs that ask alike could run.
 *
 * @param fits the pools that they fit on, those of the highest PriorityTier first
 * @param misfit the pool that came closest where none fits; empty where no pool serves the partitions, or where nodes of
 *     no pool suit them
 * @param elsewhere whether they fit on no pool and would on nodes of none
 */
record Options(List<Candidate> fits, Optional<Misfit> misfit, boolean elsewhere) {

    Options {
        fits = List.copyOf(fits);
    }

    /** A pool on which a job fits, and the partition by which it gets there. */
    record Candidate(PoolState pool, String partition, PoolState.Ask ask) {}

    /**
     * A pool on which a job does not fit.
     *
     * @param cause why; empty where it asks by name for nodes that the pool does not have
     */
    record Misfit(PoolState pool, String partition, Optional<UnsatisfiableCause> cause) {

        boolean closerThan(Misfit other) {
            return other.cause.isEmpty()
                    ? cause.isPresent()
                    : cause.filter(mine -> mine.compareTo(other.cause.get()) > 0)
                            .isPresent();
        }
    }

    /** The pool that a job is counted under where it is no demand; empty where no pool serves its partitions. */
    Optional<PoolState> home() {
        return fits.stream().map(Candidate::pool).findFirst().or(() -> misfit.map(Misfit::pool));
    }
}
