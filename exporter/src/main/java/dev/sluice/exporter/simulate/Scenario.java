package dev.sluice.exporter.simulate;

import dev.sluice.common.scheduling.Reservation;
import dev.sluice.exporter.simulate.slurm.JobSpec;
import dev.sluice.exporter.simulate.slurm.NodeSetSpec;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;

/**
 * Nodes, a workload and what happens to them. Times are seconds since the start.
 *
 * @param name short name
 * @param title what it is about, in a few words
 * @param sets the NodeSets
 * @param jobs the workload
 * @param horizon when it ends
 * @param trouble what goes wrong
 * @param signals the signals that are shown for it; the oracle always is
 */
record Scenario(
        String name,
        String title,
        List<NodeSetSpec> sets,
        List<JobSpec> jobs,
        long horizon,
        Trouble trouble,
        List<Signal> signals) {

    /** The signals that are compared unless a scenario is about more. */
    static final List<Signal> USUAL = usualAnd();

    /** The usual signals and more. */
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
     * What goes wrong.
     *
     * @param reservations for maintenance
     * @param failures nodes that go down
     * @param outages when slurmrestd is away
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
     * A node that goes down.
     *
     * @param set which NodeSet, by its place
     * @param ordinal which of its nodes
     * @param from from when
     * @param to when it recovers
     */
    record Failure(int set, int ordinal, long from, long to) {}

    /** A time in which slurmrestd does not answer. */
    record Outage(long from, long to) {}

    /** The NodeSets with all nodes always there; where nodes take longer to start than this lasts there are no more. */
    List<NodeSetSpec> complete() {
        return sets.stream()
                .map(set -> set.fixedAt(set.startDelay() < horizon ? set.max() : set.initial()))
                .toList();
    }

    @Override
    public String toString() {
        return name;
    }
}
