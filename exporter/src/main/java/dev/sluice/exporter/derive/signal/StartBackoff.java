package dev.sluice.exporter.derive.signal;

import dev.sluice.exporter.derive.join.ClusterJoin;
import dev.sluice.exporter.derive.join.PoolOverride;
import dev.sluice.exporter.derive.scaling.pool.Member;
import dev.sluice.exporter.derive.scaling.pool.Pool;
import dev.sluice.exporter.derive.scaling.pool.PoolName;
import dev.sluice.exporter.model.Buckets;
import dev.sluice.exporter.model.Histogram;
import dev.sluice.exporter.model.kubernetes.ObjectName;
import dev.sluice.exporter.model.kubernetes.SlurmdPod;
import java.time.Duration;
import java.time.Instant;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import java.util.SortedMap;
import java.util.stream.Stream;

/**
 * NodeSets whose pods do not become nodes, as where a cloud has no machine left. A pod has twice the time that the starts
 * of its NodeSet took on average, and 10 minutes at least. If no node of the NodeSet started meanwhile, jobs go to other
 * NodeSets for a while; then it has as much time for another try. Observations come from one thread.
 */
public final class StartBackoff {

    private static final Duration MIN_PATIENCE = Duration.ofMinutes(10);

    private final Duration backoff;
    private final Map<ObjectName, PoolOverride> overrides;
    private final NodeStarts starts = new NodeStarts();
    private final Map<ObjectName, Long> started = new HashMap<>();
    /** Since when each NodeSet is judged: its last start, the end of its last backoff, or our first observation. */
    private final Map<PoolName, Instant> judgedFrom = new HashMap<>();

    private final Map<PoolName, Instant> until = new HashMap<>();
    private boolean waiting;

    /**
     * Knows of no NodeSet yet.
     *
     * @param backoff how long one lasts, zero for none, of NodeSets whose override does not say it
     */
    public StartBackoff(Duration backoff, Map<ObjectName, PoolOverride> overrides) {
        this.backoff = backoff;
        this.overrides = Map.copyOf(overrides);
    }

    /**
     * Takes in an observation.
     *
     * @return until when jobs go to other NodeSets, by NodeSet
     */
    public Map<PoolName, Instant> observe(ClusterJoin join, Instant at) {
        starts.observe(join, at);
        waiting = false;
        for (Pool pool : join.pools()) {
            Duration length = lengthOf(pool.name());
            if (!length.isZero()) {
                judge(pool, length, join, at);
            }
        }
        until.keySet().retainAll(join.pools().stream().map(Pool::name).toList());
        return Map.copyOf(until);
    }

    private Duration lengthOf(PoolName name) {
        return Optional.ofNullable(overrides.get(new ObjectName(name.namespace(), name.name())))
                .flatMap(PoolOverride::backoff)
                .orElse(backoff);
    }

    private void judge(Pool pool, Duration length, ClusterJoin join, Instant at) {
        PoolName name = pool.name();
        judgedFrom.putIfAbsent(name, at);
        ObjectName set = new ObjectName(name.namespace(), name.name());
        Histogram seconds = starts.seconds().getOrDefault(set, Histogram.empty(Buckets.START_SECONDS));
        long count = seconds.count();
        long before = started.getOrDefault(set, count);
        started.put(set, count);
        if (count > before) {
            judgedFrom.put(name, at);
            until.remove(name);
        }
        Optional<Instant> end = Optional.ofNullable(until.get(name));
        if (end.filter(at::isBefore).isPresent()) {
            return;
        }
        end.ifPresent(past -> {
            until.remove(name);
            judgedFrom.put(name, at);
        });
        Duration mean = count == 0 ? Duration.ZERO : Duration.ofSeconds((long) (seconds.sum() / count));
        Duration patience = mean.multipliedBy(2).compareTo(MIN_PATIENCE) > 0 ? mean.multipliedBy(2) : MIN_PATIENCE;
        Instant from = judgedFrom.getOrDefault(name, at);
        Optional<Instant> oldest = startingSince(pool, join)
                .map(created -> created.isBefore(from) ? from : created)
                .min(Instant::compareTo);
        waiting |= oldest.isPresent();
        if (oldest.filter(since -> !at.isBefore(since.plus(patience))).isPresent()) {
            until.put(name, at.plus(length));
        }
    }

    /** When the pods were created that never had a node; one whose node Slurm has forgotten is no start. */
    private Stream<Instant> startingSince(Pool pool, ClusterJoin join) {
        Stream<SlurmdPod> known = pool.members().stream()
                .filter(member -> member.condition() == Member.Condition.STARTING)
                .flatMap(member -> Optional.ofNullable(join.nodes().get(member.node())).stream())
                .flatMap(joined -> joined.pod().stream());
        Stream<SlurmdPod> unregistered = join.unregistered().stream()
                .filter(pod -> pod.namespace().equals(pool.name().namespace())
                        && pod.nodeSet().equals(pool.name().name()));
        return Stream.concat(known, unregistered).filter(starts::isStarting).map(SlurmdPod::createdAt);
    }

    /** Seconds that nodes took to start, for every NodeSet that there is or was; for any thread. */
    SortedMap<ObjectName, Histogram> startSeconds() {
        return starts.seconds();
    }

    /** How long a node takes to start on average, by pool; without pools of which no start was seen. */
    public Map<PoolName, Duration> startTimes(ClusterJoin join) {
        return starts.means(join);
    }

    /** Whether an observation of the same cluster at a later time can say more. */
    public boolean watches() {
        return waiting || !until.isEmpty();
    }
}
