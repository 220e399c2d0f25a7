package dev.sluice.exporter.derive.signal;

import dev.sluice.exporter.derive.join.ClusterJoin;
import dev.sluice.exporter.derive.scaling.PoolDemand;
import dev.sluice.exporter.derive.scaling.ScalingDemand;
import dev.sluice.exporter.derive.scaling.pool.Member;
import dev.sluice.exporter.derive.scaling.pool.Pool;
import dev.sluice.exporter.derive.scaling.pool.PoolName;
import dev.sluice.exporter.model.kubernetes.NodeSet;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.OptionalLong;
import java.util.Set;
import java.util.SortedMap;
import java.util.TreeMap;

/**
 * What happened to each pool since the exporter started: counts by comparing observations, without changes that were
 * reverted between two observations, and the latest changes of desired size, replicas, ready pods and registered nodes.
 * Stores a limited number of changes, not polls, so that memory use does not grow with time. Updates come from one
 * thread; {@link #counts()} and {@link #decisions()} are thread-safe.
 */
public final class ScalingHistory {

    /** The operator's drain reasons that announce the removal of the pod. */
    private static final Set<String> CONDEMNED = Set.of("scale_in", "cordon");

    /** The maximum number of decisions per pool. */
    public static final int MAX_DECISIONS = 120;

    private volatile Map<PoolName, List<Decision>> decisions = Map.of();

    private final Map<PoolName, Seen> seen = new HashMap<>();
    private volatile SortedMap<PoolName, Counts> counts = Collections.emptySortedMap();

    /**
     * The counts of one pool.
     *
     * @param ups number of increases of the replicas
     * @param downs number of decreases of the replicas
     * @param busyDrains nodes that the operator began to drain for removal while a job was running on them
     */
    public record Counts(long ups, long downs, long busyDrains) {

        static final Counts NONE = new Counts(0, 0, 0);
    }

    private record Seen(long replicas, Set<String> condemned) {}

    /** Compares the join with the previous join. The history of a pool begins with its first observation. */
    public void observe(ClusterJoin join) {
        SortedMap<PoolName, Counts> now = new TreeMap<>();
        for (Pool pool : join.pools()) {
            Seen current = new Seen(pool.replicas(), condemned(pool));
            Counts before = counts.getOrDefault(pool.name(), Counts.NONE);
            Seen earlier = seen.getOrDefault(pool.name(), current);
            long condemned = current.condemned().stream()
                    .filter(node -> !earlier.condemned().contains(node))
                    .count();
            now.put(
                    pool.name(),
                    new Counts(
                            before.ups() + (current.replicas() > earlier.replicas() ? 1 : 0),
                            before.downs() + (current.replicas() < earlier.replicas() ? 1 : 0),
                            before.busyDrains() + condemned));
            seen.put(pool.name(), current);
        }
        seen.keySet().retainAll(now.keySet());
        counts = Collections.unmodifiableSortedMap(now);
    }

    private static Set<String> condemned(Pool pool) {
        Set<String> nodes = new HashSet<>();
        for (Member member : pool.members()) {
            boolean byOperator = member.outOfService()
                    .filter(why -> why.owner().equals("operator") && CONDEMNED.contains(why.kind()))
                    .isPresent();
            if (member.condition() == Member.Condition.BUSY && member.draining() && byOperator) {
                nodes.add(member.node());
            }
        }
        return nodes;
    }

    /** Returns the counts of all current pools. */
    public SortedMap<PoolName, Counts> counts() {
        return counts;
    }

    /**
     * The size of a pool from one change until the next change, or until now.
     *
     * @param at when the data of the decision was observed
     * @param replicas number of replicas that was set
     * @param ready ready pods; empty if the pool's controller does not report the number
     * @param registered nodes that are busy or idle
     * @param why explanation of {@code desired}
     */
    public record Decision(Instant at, long desired, long replicas, OptionalLong ready, long registered, String why) {

        private boolean sameSizes(Decision other) {
            return desired == other.desired
                    && replicas == other.replicas
                    && ready.equals(other.ready)
                    && registered == other.registered;
        }
    }

    /** Adds a decision for each changed pool, and drops pools that no longer exist. */
    public void decide(ScalingDemand demand, List<NodeSet> nodeSets, Instant at) {
        Map<PoolName, List<Decision>> now = new HashMap<>();
        for (PoolDemand pool : demand.pools()) {
            Decision decision = new Decision(
                    at,
                    pool.desired(),
                    pool.replicas(),
                    ready(pool.pool(), nodeSets),
                    pool.nodes().busy() + pool.nodes().idle(),
                    String.join("; ", pool.reasons()));
            now.put(pool.pool(), with(decisions.getOrDefault(pool.pool(), List.of()), decision));
        }
        decisions = Map.copyOf(now);
    }

    private static OptionalLong ready(PoolName pool, List<NodeSet> nodeSets) {
        return nodeSets.stream()
                .filter(one -> one.name().equals(pool.name())
                        && one.namespace().equals(pool.namespace())
                        && one.kind().equals(pool.kind()))
                .flatMapToInt(one -> one.status().ready().stream())
                .asLongStream()
                .findFirst();
    }

    private static List<Decision> with(List<Decision> before, Decision decision) {
        if (!before.isEmpty() && before.get(before.size() - 1).sameSizes(decision)) {
            return before;
        }
        int from = Math.max(0, before.size() + 1 - MAX_DECISIONS);
        List<Decision> all = new ArrayList<>(before.subList(from, before.size()));
        all.add(decision);
        return List.copyOf(all);
    }

    /** Returns the decisions of all current pools, oldest first. */
    public Map<PoolName, List<Decision>> decisions() {
        return decisions;
    }
}
