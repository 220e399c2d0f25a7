package dev.sluice.lab.simulate;

import dev.sluice.lab.scheduling.Reservation;
import dev.sluice.lab.simulate.slurm.JobSpec;
import dev.sluice.lab.simulate.slurm.NodeSetSpec;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;

/**
 * NodeSets, a workload, disturbances and the compared signals. Times are seconds since the start of the simulation.
 *
 * @param name short name
 * @param title title in a few words
 * @param sets NodeSets
 * @param jobs workload
 * @param horizon end of the simulation
 * @param trouble disturbances
 * @param signals compared signals; the oracle is always added
 */
record Scenario(
        String name,
        String title,
        List<NodeSetSpec> sets,
        List<JobSpec> jobs,
        long horizon,
        Trouble trouble,
        List<Signal> signals) {

    /** The default signals of a scenario. */
    static final List<Signal> USUAL = usualAnd();

    /** Returns the default signals and additional signals. */
    static List<Signal> usualAnd(Signal... more) {
        List<Signal> signals = new ArrayList<>(List.of(
                Signal.DOCUMENTED,
                Signal.BUSY_PLUS_PENDING,
                Signal.POWER_SAVING,
                Signal.STATIC_MAXIMUM,
                Signal.SLUICE));
        signals.addAll(List.of(more));
        return List.copyOf(signals);
    }

    Scenario {
        sets = List.copyOf(sets);
        jobs = jobs.stream().sorted(Comparator.comparingLong(JobSpec::submitAt)).toList();
        signals = List.copyOf(signals);
    }

    /**
     * Disturbances of a scenario.
     *
     * @param reservations maintenance reservations
     * @param failures node failures
     * @param outages outages of slurmrestd
     */
    record Trouble(List<Reservation> reservations, List<Failure> failures, List<Outage> outages) {

        static final Trouble NONE = new Trouble(List.of(), List.of(), List.of());

        Trouble {
            reservations = List.copyOf(reservations);
            failures = List.copyOf(failures);
            outages = List.copyOf(outages);
        }

        boolean readableAt(long now) {
            return outages.stream().noneMatch(outage -> outage.from() <= now && now < outage.to());
        }
    }

    /**
     * A node failure.
     *
     * @param set index of the NodeSet
     * @param ordinal ordinal of the node
     * @param from time of the failure
     * @param to time of the recovery
     */
    record Failure(int set, int ordinal, long from, long to) {}

    /** A period in which slurmrestd does not respond. */
    record Outage(long from, long to) {}

    /**
     * Returns the NodeSets with all nodes running from the start. If a node needs more time to start than the scenario
     * lasts, returns the NodeSets with only the initial nodes.
     */
    List<NodeSetSpec> complete() {
        return sets.stream()
                .map(set -> set.fixedAt(set.startDelay() < horizon ? set.max() : set.initial()))
                .toList();
    }

    /** Returns a copy with other disturbances. */
    Scenario with(Trouble other) {
        return with(sets, other);
    }

    /** Returns a copy with other NodeSets and disturbances. */
    Scenario with(List<NodeSetSpec> otherSets, Trouble other) {
        return new Scenario(name, title, otherSets, jobs, horizon, other, signals);
    }

    @Override
    public String toString() {
        return name;
    }
}
