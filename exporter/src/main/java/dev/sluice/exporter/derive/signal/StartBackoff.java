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
 * Detects NodeSets whose pods do not become nodes, for example because a cloud has no free machine. A pod may take
 * twice the mean time that a node of its NodeSet needs to start, and at least 10 min. If no node of the NodeSet starts
 * in that time, jobs use other NodeSets during a backoff. After the backoff, the NodeSet gets this time again for
 * another try. Updates come from one thread.
 */
public final class StartBackoff {

    private static final Duration MIN_PATIENCE = Duration.ofMinutes(10);

    private final Duration backoff;
    private final Map<ObjectName, PoolOverride> overrides;
    private final NodeStarts starts = new NodeStarts();
    private final Map<ObjectName, Long> started = new HashMap<>();
    /** For each NodeSet, the last start of a node, the end of the last backoff, or the first observation. */
    private final Map<PoolName, Instant> judgedFrom = new HashMap<>();

    private final Map<PoolName, Instant> until = new HashMap<>();
    private boolean waiting;

    /**
     * Creates an object without observations.
     *
     * @param backoff length of a backoff; zero disables backoffs; the override of a NodeSet takes precedence
     */
    public StartBackoff(Duration backoff, Map<ObjectName, PoolOverride> overrides) {
        this.backoff = backoff;
        this.overrides = Map.copyOf(overrides);
    }

    /**
     * Updates the backoffs.
     *
     * @return end of the backoff, by NodeSet
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
        return Optional.ofNullable(overrides.get(name.objectName()))
                .flatMap(PoolOverride::backoff)
                .orElse(backoff);
    }

    private void judge(Pool pool, Duration length, ClusterJoin join, Instant at) {
        PoolName name = pool.name();
        judgedFrom.putIfAbsent(name, at);
        ObjectName set = name.objectName();
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

    /**
     * Returns the creation times of pods that never had a Slurm node; excludes pods whose node Slurm has forgotten.
     */
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

    /** Returns the seconds that nodes needed to start, for all current and past NodeSets. Thread-safe. */
    SortedMap<ObjectName, Histogram> startSeconds() {
        return starts.seconds();
    }

    /** Returns whether a later observation of an unchanged cluster can change the result. */
    public boolean watches() {
        return waiting || !until.isEmpty();
    }
}
