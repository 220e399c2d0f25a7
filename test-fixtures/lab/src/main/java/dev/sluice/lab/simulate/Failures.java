package dev.sluice.lab.simulate;

import dev.sluice.lab.simulate.Scenario.Failure;
import dev.sluice.lab.simulate.slurm.NodeSetSpec;
import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;

/**
 * Random node failures. Each node fails independently of other nodes, with a constant failure rate. Under every signal,
 * a node fails at the same times, unless the node does not exist at that time.
 *
 * @param meanSeconds mean time from a recovery to the next failure, in seconds
 * @param repairSeconds time for which a node is down, in seconds
 */
record Failures(long meanSeconds, long repairSeconds) {

    /** Returns the failures of all possible nodes up to the horizon. */
    List<Failure> of(List<NodeSetSpec> sets, long horizon, long seed) {
        List<Failure> failures = new ArrayList<>();
        SplittableRandom random = new SplittableRandom(seed);
        for (int set = 0; set < sets.size(); set++) {
            for (int ordinal = 0; ordinal < sets.get(set).max(); ordinal++) {
                for (long at = gap(random); at < horizon; at += repairSeconds + gap(random)) {
                    failures.add(new Failure(set, ordinal, at, at + repairSeconds));
                }
            }
        }
        return failures;
    }

    private long gap(SplittableRandom random) {
        return gap(random.nextDouble());
    }

    /** Returns a quantile of the time from a recovery to the next failure, in seconds. */
    long gap(double part) {
        return Math.round(-meanSeconds * Math.log(1 - part));
    }
}
