package dev.sluice.exporter.derive.signal;

import dev.sluice.exporter.derive.join.ClusterJoin;
import dev.sluice.exporter.derive.scaling.pool.Member;
import dev.sluice.exporter.derive.scaling.pool.Pool;
import dev.sluice.exporter.derive.scaling.pool.PoolName;
import java.util.Collections;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
import java.util.Set;
import java.util.SortedMap;
import java.util.TreeMap;

/**
 * Counts what happened to pools since the exporter started, by comparing observations. Does not see changes that were
 * reverted between two observations. Updates come from one thread; {@link #counts()} is thread-safe.
 */
public final class ScalingHistory {

    /** The operator's drain reasons that announce the removal of the pod. */
    private static final Set<String> CONDEMNED = Set.of("scale_in", "cordon");

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
}
