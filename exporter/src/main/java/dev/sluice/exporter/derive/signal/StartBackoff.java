package dev.sluice.exporter.derive.signal;

import dev.sluice.exporter.derive.join.ClusterJoin;
import dev.sluice.exporter.derive.join.JoinedNode;
import dev.sluice.exporter.derive.join.PoolOverride;
import dev.sluice.exporter.derive.scaling.pool.Member;
import dev.sluice.exporter.derive.scaling.pool.Pool;
import dev.sluice.exporter.derive.scaling.pool.PoolName;
import dev.sluice.exporter.model.Histogram;
import dev.sluice.exporter.model.kubernetes.ObjectName;
import dev.sluice.exporter.model.kubernetes.SlurmdPod;
import dev.sluice.exporter.model.node.Node;
import dev.sluice.exporter.model.node.NodeBaseState;
import dev.sluice.exporter.model.node.NodeFlag;
import java.time.Duration;
import java.time.Instant;
import java.util.Collections;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.SortedMap;
import java.util.TreeMap;
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
            Duration length = Optional.ofNullable(overrides.get(pool.name().objectName()))
                    .flatMap(PoolOverride::backoff)
                    .orElse(backoff);
            if (!length.isZero()) {
                judge(pool, length, join, at);
            }
        }
        until.keySet().retainAll(join.pools().stream().map(Pool::name).toList());
        return Map.copyOf(until);
    }

    private void judge(Pool pool, Duration length, ClusterJoin join, Instant at) {
        PoolName name = pool.name();
        judgedFrom.putIfAbsent(name, at);
        ObjectName set = name.objectName();
        Histogram seconds = starts.seconds().getOrDefault(set, Histogram.empty(Histogram.START_SECONDS));
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

    /**
     * Measures, by NodeSet, the time from the creation of a pod until Slurm can schedule jobs on the pod's node. Covers
     * the starts since the exporter started. The exporter sees the end of a start only at the next observation.
     * Therefore, a measured time is too long by up to one poll interval. Each pod counts once. Updates come from one
     * thread.
     */
    static final class NodeStarts {

        private final Set<PodKey> starting = new HashSet<>();
        private final Set<PodKey> done = new HashSet<>();
        private Optional<Instant> before = Optional.empty();
        private volatile SortedMap<ObjectName, Histogram> seconds = Collections.emptySortedMap();

        private record PodKey(String namespace, String name, Instant createdAt) {}

        /**
         * Compares the join with the previous join.
         *
         * @param at time of the join's data
         */
        void observe(ClusterJoin join, Instant at) {
            SortedMap<ObjectName, Histogram> known = new TreeMap<>(seconds);
            for (Pool pool : join.pools()) {
                known.putIfAbsent(pool.name().objectName(), Histogram.empty(Histogram.START_SECONDS));
            }
            Set<PodKey> present = new HashSet<>();
            join.unregistered().forEach(pod -> present.add(starts(pod)));
            for (JoinedNode joined : join.nodes().values()) {
                joined.pod().filter(SlurmdPod::live).ifPresent(pod -> {
                    present.add(keyOf(pod));
                    if (works(joined.node()) && !joined.starting()) {
                        finish(pod, at, known);
                    } else if (!done.contains(keyOf(pod))) {
                        starts(pod);
                    }
                });
            }
            starting.retainAll(present);
            done.retainAll(present);
            before = Optional.of(at);
            seconds = Collections.unmodifiableSortedMap(known);
        }

        private PodKey starts(SlurmdPod pod) {
            PodKey key = keyOf(pod);
            if (!done.contains(key)) {
                starting.add(key);
            }
            return key;
        }

        /**
         * If no observation showed a pod as starting, the pod counts only if the pod was created after the previous
         * observation.
         */
        private void finish(SlurmdPod pod, Instant at, Map<ObjectName, Histogram> histograms) {
            PodKey key = keyOf(pod);
            if (!done.add(key)) {
                return;
            }
            boolean seen = starting.remove(key);
            boolean isNew = before.filter(last -> pod.createdAt().isAfter(last)).isPresent();
            if (seen || isNew) {
                double took = Math.max(0, Duration.between(pod.createdAt(), at).toMillis() / 1000.0);
                ObjectName set = new ObjectName(pod.namespace(), pod.nodeSet());
                histograms.put(
                        set,
                        histograms
                                .getOrDefault(set, Histogram.empty(Histogram.START_SECONDS))
                                .plus(took));
            }
        }

        private static boolean works(Node node) {
            boolean busy = node.base() == NodeBaseState.ALLOCATED || node.base() == NodeBaseState.MIXED;
            return (busy || node.state().schedulable())
                    && !node.flags().contains(NodeFlag.NOT_RESPONDING)
                    && !node.flags().contains(NodeFlag.POWERING_UP);
        }

        private static PodKey keyOf(SlurmdPod pod) {
            return new PodKey(pod.namespace(), pod.name(), pod.createdAt());
        }

        /** Returns whether the pod exists and Slurm has never been able to schedule jobs on its node. */
        boolean isStarting(SlurmdPod pod) {
            return starting.contains(keyOf(pod));
        }

        /** Returns the seconds that nodes needed to start, for all current and past NodeSets. */
        SortedMap<ObjectName, Histogram> seconds() {
            return seconds;
        }
    }
}
