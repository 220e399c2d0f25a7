package dev.sluice.exporter.derive.signal;

import dev.sluice.exporter.derive.scaling.PoolDemand;
import dev.sluice.exporter.derive.scaling.ScalingDemand;
import dev.sluice.exporter.derive.scaling.pool.PoolName;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * The last changes of what pools should have and of what is asked for, since our own start. It remembers changes, not
 * polls, and a limited number of them, so it does not grow with time. Observations come from one thread; {@link #all()}
 * is for any.
 */
public final class DecisionHistory {

    /** The most changes that are remembered of one pool. */
    public static final int MAX_DECISIONS = 60;

    private volatile Map<PoolName, List<Decision>> decisions = Map.of();

    /**
     * From a moment until the next decision, or until now.
     *
     * @param at when what it was made from was observed
     * @param desired how many nodes the pool should have
     * @param replicas how many were asked for
     * @param why the sentences that explained {@code desired}
     */
    public record Decision(Instant at, long desired, long replicas, List<String> why) {

        public Decision {
            why = List.copyOf(why);
        }

        private boolean same(PoolDemand pool) {
            return desired == pool.desired() && replicas == pool.replicas();
        }
    }

    /** Compares with the observation before; of pools that are gone nothing is kept. */
    public void observe(ScalingDemand demand, Instant at) {
        Map<PoolName, List<Decision>> now = new HashMap<>();
        for (PoolDemand pool : demand.pools()) {
            now.put(pool.pool(), with(decisions.getOrDefault(pool.pool(), List.of()), pool, at));
        }
        decisions = Map.copyOf(now);
    }

    private static List<Decision> with(List<Decision> before, PoolDemand pool, Instant at) {
        if (!before.isEmpty() && before.get(before.size() - 1).same(pool)) {
            return before;
        }
        int from = Math.max(0, before.size() + 1 - MAX_DECISIONS);
        List<Decision> all = new ArrayList<>(before.subList(from, before.size()));
        all.add(new Decision(at, pool.desired(), pool.replicas(), pool.reasons()));
        return List.copyOf(all);
    }

    /** Of every pool that there is, the oldest first. */
    public Map<PoolName, List<Decision>> all() {
        return decisions;
    }
}
