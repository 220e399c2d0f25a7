package dev.sluice.exporter.derive.signal;

import dev.sluice.exporter.derive.scaling.PoolDemand;
import dev.sluice.exporter.derive.scaling.ScalingDemand;
import dev.sluice.exporter.derive.scaling.pool.PoolName;
import dev.sluice.exporter.model.kubernetes.NodeSet;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.OptionalLong;

/**
 * The latest changes of each pool's desired size, replicas, ready pods and registered nodes since the exporter started.
 * Stores a limited number of changes, not polls, so that memory use does not grow with time. Updates come from one
 * thread; {@link #all()} is thread-safe.
 */
public final class DecisionHistory {

    /** The maximum number of decisions per pool. */
    public static final int MAX_DECISIONS = 120;

    private volatile Map<PoolName, List<Decision>> decisions = Map.of();

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
    public void observe(ScalingDemand demand, List<NodeSet> nodeSets, Instant at) {
        Map<PoolName, List<Decision>> now = new HashMap<>();
        for (PoolDemand pool : demand.pools()) {
            Decision decision = new Decision(
                    at,
                    pool.desired(),
                    pool.replicas(),
                    ready(pool.pool(), nodeSets),
                    pool.busy() + pool.idle(),
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
    public Map<PoolName, List<Decision>> all() {
        return decisions;
    }
}
