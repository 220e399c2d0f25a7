package dev.sluice.lab.simulate;

import dev.sluice.lab.simulate.Slurm.Span;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashSet;
import java.util.List;
import java.util.Set;

/**
 * Creates plans with knowledge of all future jobs, as a bound for signals. Each plan is a schedule of the same
 * simulated Slurm with a fixed number of nodes. A node of a plan is ready when a job needs the node. The cost includes
 * the time in which a node runs jobs, and the start delay of the node. The cost also includes a pause between jobs if
 * the pause is cheaper than another start of the node. A plan with fewer nodes is cheaper, but jobs wait longer. The
 * best plan shows a possible cost and wait time; better plans may exist.
 */
final class Oracle {

    private static final int PLANS = 5;
    private static final double SECONDS_PER_HOUR = 3_600;

    private final Scenario scenario;
    /** The NodeSets, cheapest nodes first: Slurm fills nodes in this order. */
    private final List<NodeSetSpec> sets;

    private final List<Outcome> plans = new ArrayList<>();

    /**
     * Creates the plans for a scenario.
     *
     * @param complete the run with all nodes
     */
    Oracle(Scenario scenario, Simulation.Run complete) {
        this.scenario = scenario;
        this.sets = scenario.sets().stream()
                .sorted(Comparator.comparingDouble(NodeSetSpec::price))
                .toList();
        boolean priced = sets.stream().anyMatch(set -> set.price() > 0);
        Simulation.Run all =
                priced ? run(sets.stream().map(set -> set.fixedAt(set.max())).toList()) : complete;
        List<Integer> used = sets.stream().map(set -> used(set, all)).toList();
        plans.add(paid(all));
        Set<List<Integer>> tried = new HashSet<>(Set.of(used));
        for (int part = PLANS - 1; part > 0; part--) {
            plan(used, part, 0, tried);
            if (priced) {
                // Fewer nodes of all NodeSets except the cheapest.
                plan(used, part, 1, tried);
            }
        }
    }

    private void plan(List<Integer> used, int part, int from, Set<List<Integer>> tried) {
        List<Integer> numbers = new ArrayList<>(used.subList(0, from));
        for (int i = from; i < used.size(); i++) {
            int share = (used.get(i) * part + PLANS - 1) / PLANS;
            numbers.add(used.get(i) == 0 ? 0 : Math.max(share, widest(sets.get(i))));
        }
        if (tried.add(numbers)) {
            List<NodeSetSpec> fixed = new ArrayList<>();
            for (int i = 0; i < numbers.size(); i++) {
                fixed.add(sets.get(i).fixedAt(numbers.get(i)));
            }
            plans.add(paid(run(fixed)));
        }
    }

    /**
     * Returns the cheapest plan that starts all jobs, and whose mean wait time is not longer than the mean wait time of
     * the run. If no such plan exists, returns the plan with all nodes.
     */
    Outcome atEqualWait(Outcome run) {
        Outcome all = plans.get(0);
        return plans.stream()
                .filter(plan -> plan.waits().started() == all.waits().started())
                .filter(plan -> plan.waits().mean() <= run.waits().mean())
                .min(Comparator.comparingDouble(Outcome::price))
                .orElse(all);
    }

    /**
     * Returns the number of nodes of the widest job that fits the NodeSet. With fewer nodes, this job would never
     * start.
     */
    private int widest(NodeSetSpec set) {
        return scenario.jobs().stream()
                .filter(submission -> set.suits(submission.job()))
                .mapToInt(submission -> submission.job().nodes())
                .filter(nodes -> nodes <= set.max())
                .max()
                .orElse(0);
    }

    private Simulation.Run run(List<NodeSetSpec> fixed) {
        return Simulation.run(scenario, Signal.fixed(fixed));
    }

    private static int used(NodeSetSpec set, Simulation.Run run) {
        int used = 0;
        for (int ordinal = 0; ordinal < set.max(); ordinal++) {
            used += run.spans().containsKey(set.node(ordinal)) ? 1 : 0;
        }
        return used;
    }

    private Outcome paid(Simulation.Run run) {
        long seconds = 0;
        double cost = 0;
        int peak = 0;
        for (NodeSetSpec set : scenario.sets()) {
            long before = seconds;
            for (int ordinal = 0; ordinal < set.max(); ordinal++) {
                List<Span> spans = merged(run.spans().getOrDefault(set.node(ordinal), List.of()));
                seconds += ordinal < set.min() ? scenario.horizon() : paid(set, spans, ordinal < set.initial());
            }
            cost += (seconds - before) / SECONDS_PER_HOUR * set.price();
            peak += Math.max(set.min(), used(set, run));
        }
        Outcome all = run.outcome();
        return new Outcome(peak, seconds / SECONDS_PER_HOUR, cost, all.waits(), 0, all.neverStarted(), 0);
    }

    /**
     * Returns the time for which one node is paid, in seconds.
     *
     * @param ready true if the node is ready at the start of the simulation, without a start delay
     */
    static long paid(NodeSetSpec set, List<Span> spans, boolean ready) {
        long seconds = 0;
        long until = 0;
        boolean started = ready;
        for (Span span : spans) {
            seconds += started ? Math.min(span.from() - until, set.startDelay()) : set.startDelay();
            seconds += span.to() - span.from();
            until = span.to();
            started = true;
        }
        return seconds;
    }

    /** Merges overlapping spans: jobs may share a node. */
    static List<Span> merged(List<Span> all) {
        List<Span> spans = new ArrayList<>();
        for (Span next :
                all.stream().sorted(Comparator.comparingLong(Span::from)).toList()) {
            Span last = spans.isEmpty() ? new Span(-1, -1) : spans.get(spans.size() - 1);
            if (next.from() <= last.to()) {
                spans.set(spans.size() - 1, new Span(last.from(), Math.max(last.to(), next.to())));
            } else {
                spans.add(next);
            }
        }
        return spans;
    }
}
