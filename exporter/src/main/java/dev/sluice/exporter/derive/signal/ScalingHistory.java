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
 * What happened to pools since our own start, seen from one observation to the next: what came and went between two is
 * missed. Observations come from one thread; {@link #counts()} is for any.
 */
public final class ScalingHistory {

    /** The operator's reasons for a drain that mean that the pod is to go. */
    private static final Set<String> CONDEMNED = Set.of("scale_in", "cordon");

    private final Map<PoolName, Seen> seen = new HashMap<>();
    private volatile SortedMap<PoolName, Counts> counts = Collections.emptySortedMap();

    /**
     * What happened to one pool.
     *
     * @param ups how often its number was raised
     * @param downs how often its number was lowered
     * @param busyDrains nodes that its operator began to drain, to remove them, while a job was on them
     */
    public record Counts(long ups, long downs, long busyDrains) {

        static final Counts NONE = new Counts(0, 0, 0);
    }

    private record Seen(long replicas, Set<String> condemned) {}

    /** Compares with the observation before. The first one of a pool is where its history begins. */
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

    /** Of every pool that there is. */
    public SortedMap<PoolName, Counts> counts() {
        return counts;
    }
}
