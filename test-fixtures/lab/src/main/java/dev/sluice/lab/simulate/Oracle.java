package dev.sluice.lab.simulate;

import dev.sluice.lab.simulate.slurm.Execution;
import dev.sluice.lab.simulate.slurm.NodeSetSpec;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.function.Predicate;
import java.util.stream.Collectors;

/**
 * Creates plans with knowledge of all future jobs, as a benchmark for signals. Each plan is a schedule of the same
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

    private final boolean priced;
    private final List<Outcome> plans = new ArrayList<>();

    /**
     * Creates the plans for a scenario.
     *
     * @param unpriced result of the run with all nodes
     */
    Oracle(Scenario scenario, Simulation.Run unpriced) {
        this.scenario = scenario;
        this.sets = scenario.sets().stream()
                .sorted(Comparator.comparingDouble(set -> set.type().price()))
                .toList();
        this.priced = sets.stream().anyMatch(set -> set.type().price() > 0);
        Simulation.Run all =
                priced ? on(sets.stream().map(set -> set.fixedAt(set.max())).toList()) : unpriced;
        List<Integer> used =
                sets.stream().map(set -> byNode(set, all.executions()).size()).toList();
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
            plans.add(paid(on(fixed)));
        }
    }

    /** Returns the cheapest plan whose mean wait time is not longer than the mean wait time of the run. */
    Outcome atEqualWait(Outcome run) {
        return best(plan -> plan.waits().mean() <= run.waits().mean(), Comparator.comparingDouble(this::cost));
    }

    /** Returns the plan with the shortest mean wait time among the plans that cost no more than the run. */
    Outcome atEqualCost(Outcome run) {
        return best(
                plan -> cost(plan) <= cost(run),
                Comparator.comparingDouble(plan -> plan.waits().mean()));
    }

    /** Returns the cost of all nodes, or the node-hours if the nodes have no price. */
    private double cost(Outcome outcome) {
        return priced ? outcome.cost() : outcome.nodeHours();
    }

    /**
     * Returns the best plan that meets the condition. If no plan meets the condition, returns the plan with all nodes.
     */
    private Outcome best(Predicate<Outcome> which, Comparator<Outcome> order) {
        int started = plans.get(0).waits().started();
        return plans.stream()
                .filter(plan -> plan.waits().started() == started)
                .filter(which)
                .min(order)
                .orElse(plans.get(0));
    }

    /**
     * Returns the number of nodes of the widest job that fits the NodeSet. With fewer nodes, this job would never
     * start.
     */
    private int widest(NodeSetSpec set) {
        return scenario.jobs().stream()
                .filter(set.type()::suits)
                .mapToInt(job -> job.request().nodes())
                .filter(nodes -> nodes <= set.max())
                .max()
                .orElse(0);
    }

    private Simulation.Run on(List<NodeSetSpec> fixed) {
        return Simulation.play(scenario, Signal.fixed(scenario, fixed));
    }

    private Outcome paid(Simulation.Run run) {
        long seconds = 0;
        double cost = 0;
        long busy = 0;
        int peak = 0;
        for (NodeSetSpec set : scenario.sets()) {
            long before = seconds;
            Map<String, List<Execution>> byNode = byNode(set, run.executions());
            for (int ordinal = 0; ordinal < set.max(); ordinal++) {
                List<Span> spans = spans(byNode.getOrDefault(set.type().node(ordinal), List.of()));
                seconds += ordinal < set.min() ? scenario.horizon() : paid(set, spans, ordinal < set.initial());
                busy += spans.stream().mapToLong(Span::length).sum();
            }
            cost += (seconds - before) / SECONDS_PER_HOUR * set.type().price();
            peak += Math.max(set.min(), byNode.size());
        }
        Outcome all = run.outcome();
        return new Outcome(
                peak,
                seconds / SECONDS_PER_HOUR,
                cost,
                busy / SECONDS_PER_HOUR,
                all.waits(),
                0,
                0,
                0,
                all.neverStarted(),
                0);
    }

    /**
     * Returns the time for which one node is paid, in seconds.
     *
     * @param there true if the node is ready at the start of the simulation, without a start delay
     */
    static long paid(NodeSetSpec set, List<Span> spans, boolean there) {
        long seconds = 0;
        long until = 0;
        boolean started = there;
        for (Span span : spans) {
            seconds += started ? Math.min(span.from() - until, set.startDelay()) : set.startDelay();
            seconds += span.length();
            until = span.to();
            started = true;
        }
        return seconds;
    }

    /** A period in which a node runs jobs. */
    record Span(long from, long to) {
        long length() {
            return to - from;
        }
    }

    /** Merges overlapping executions: jobs may share a node. */
    static List<Span> spans(List<Execution> executions) {
        List<Span> spans = new ArrayList<>();
        executions.stream().sorted(Comparator.comparingLong(Execution::from)).forEach(execution -> {
            Span last = spans.isEmpty() ? new Span(-1, -1) : spans.get(spans.size() - 1);
            if (execution.from() <= last.to()) {
                spans.set(spans.size() - 1, new Span(last.from(), Math.max(last.to(), execution.to())));
            } else {
                spans.add(new Span(execution.from(), execution.to()));
            }
        });
        return spans;
    }

    private static Map<String, List<Execution>> byNode(NodeSetSpec set, List<Execution> executions) {
        return executions.stream()
                .filter(execution -> execution.nodeSet().equals(set.type().nodeSet()))
                .flatMap(execution -> execution.nodes().stream().map(node -> Map.entry(node, execution)))
                .collect(Collectors.groupingBy(
                        Map.Entry::getKey, TreeMap::new, Collectors.mapping(Map.Entry::getValue, Collectors.toList())));
    }
}
