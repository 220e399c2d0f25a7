package dev.sluice.lab.simulate;

import dev.sluice.lab.scheduling.Reservation;
import dev.sluice.lab.simulate.Slurm.Span;
import java.util.Comparator;
import java.util.List;

/**
 * NodeSets, a workload and disturbances. Times are seconds since the start of the simulation.
 *
 * @param name short name
 * @param title title in a few words
 * @param horizon end of the simulation
 */
record Scenario(
        String name, String title, List<NodeSetSpec> sets, List<Submission> jobs, long horizon, Trouble trouble) {

    Scenario {
        sets = List.copyOf(sets);
        jobs = jobs.stream().sorted(Comparator.comparingLong(Submission::at)).toList();
    }

    /** Creates a scenario without disturbances. */
    Scenario(String name, String title, List<NodeSetSpec> sets, List<Submission> jobs, long horizon) {
        this(name, title, sets, jobs, horizon, Trouble.NONE);
    }

    /**
     * Disturbances of a scenario.
     *
     * @param reservations maintenance reservations
     * @param failures failures of nodes of the first NodeSet
     * @param outages periods in which slurmrestd does not respond
     */
    record Trouble(List<Reservation> reservations, List<Failure> failures, List<Span> outages) {

        static final Trouble NONE = new Trouble(List.of(), List.of(), List.of());

        boolean readableAt(long now) {
            return outages.stream().noneMatch(outage -> outage.from() <= now && now < outage.to());
        }
    }

    /** A node that is down for some time. */
    record Failure(int ordinal, long from, long to) {}

    /** Returns the NodeSets with all nodes running from the start. */
    List<NodeSetSpec> complete() {
        return sets.stream().map(set -> set.fixedAt(set.max())).toList();
    }

    /** Returns a copy with disturbances. */
    Scenario with(Trouble other) {
        return new Scenario(name, title, sets, jobs, horizon, other);
    }

    @Override
    public String toString() {
        return name;
    }
}
