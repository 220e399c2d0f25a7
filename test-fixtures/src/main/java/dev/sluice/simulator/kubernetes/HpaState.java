package dev.sluice.simulator.kubernetes;

import static dev.sluice.simulator.kubernetes.api.Trees.member;

import dev.sluice.lab.hpa.Decision;
import dev.sluice.lab.hpa.ExternalMetric;
import dev.sluice.lab.hpa.Hpa;
import dev.sluice.lab.hpa.HpaSpec;
import dev.sluice.lab.hpa.Scale;
import dev.sluice.lab.nodeset.Pod;
import dev.sluice.simulator.kubernetes.api.ObjectKey;
import dev.sluice.simulator.kubernetes.api.ObjectStore;
import dev.sluice.simulator.kubernetes.api.ResourceType;
import dev.sluice.simulator.kubernetes.api.StoredObject;
import dev.sluice.simulator.kubernetes.api.Trees;
import dev.sluice.simulator.kubernetes.hpa.HpaConditions;
import dev.sluice.simulator.kubernetes.hpa.HpaConditions.Condition;
import dev.sluice.simulator.kubernetes.hpa.MetricReading;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.OptionalLong;

/**
 * The controller of one HPA on a NodeSet. Every 15 seconds, the controller writes the NodeSet's replicas and the HPA's
 * status.
 */
final class HpaState {
    private static final long SYNC = 15;

    private record Held(Condition condition, Instant since) {}

    private final NodeSetState set;
    private final ObjectStore store;
    private final HpaSpec spec;
    private final HpaConditions words;
    private final Map<String, Held> conditions = new LinkedHashMap<>();
    private Hpa hpa;
    private long nextLook;
    private int shownDesired;
    private Optional<Instant> scaledAt = Optional.empty();
    private OptionalInt metric = OptionalInt.empty();

    HpaState(NodeSetState set, ObjectStore store, Duration window, long now) {
        this.set = set;
        this.store = store;
        // The guide's recommendation for multi-node jobs.
        this.spec = HpaSpec.recommended(set.spec().min(), set.spec().max(), 0, window.toSeconds());
        this.hpa = new Hpa(spec);
        this.words = new HpaConditions(NodeSetSpec.NAMESPACE, set.spec().name());
        this.nextLook = now + SYNC;
        store.apply(key(), HpaJson.object(set.spec(), spec, now));
    }

    private ObjectKey key() {
        return new ObjectKey(
                ResourceType.AUTOSCALERS, NodeSetSpec.NAMESPACE, set.spec().name());
    }

    /** Returns the last valid value of the metric as a number of replicas. */
    OptionalInt metric() {
        return metric;
    }

    /** Discards the history, like an HPA that was deleted and created again. */
    void forget() {
        hpa = new Hpa(spec);
    }

    boolean due(long now) {
        return now >= nextLook;
    }

    void look(long now, MetricReading reading) {
        nextLook = now + SYNC;
        Map<String, Object> nodeSet =
                store.get(set.spec().key()).map(StoredObject::body).orElse(Map.of());
        int wanted = count(Trees.at(nodeSet, "spec"));
        int there = count(Trees.at(nodeSet, "status"));
        int ready = (int) set.controller().live().stream().filter(Pod::ready).count();
        Scale scale = new Scale(wanted, there, ready);
        OptionalLong milli = OptionalLong.empty();
        if (reading instanceof MetricReading.Value value) {
            milli = OptionalLong.of(value.milli());
            metric = OptionalInt.of((int) ((value.milli() + 999) / 1000));
        }
        Decision decision = hpa.sync(
                now, scale, List.of(new ExternalMetric(ExternalMetric.Target.AVERAGE_VALUE, HpaJson.TARGET, milli)));
        if (decision.replicas() != wanted) {
            set.setReplicas(decision.replicas());
            scaledAt = Optional.of(Instant.ofEpochSecond(now));
        }
        if (decision.basis() != Decision.Basis.METRICS_FAILED) {
            shownDesired = decision.replicas();
        }
        words.of(decision, scale, reading).forEach(condition -> set(condition, now));
        Object metrics = shownMetrics(decision, scale, milli);
        store.update(key(), body -> Trees.with(body, "status", status(wanted, metrics)));
    }

    private Object shownMetrics(Decision decision, Scale scale, OptionalLong milli) {
        return switch (decision.basis()) {
            case METRICS -> List.of(HpaJson.current(set.spec(), HpaJson.average(milli.orElse(0), scale.status())));
            case METRICS_FAILED -> List.of(Trees.object("type", ""));
            case SCALING_DISABLED, OUT_OF_RANGE -> Trees.NULL;
        };
    }

    private static int count(Map<String, Object> object) {
        return Trees.number(object, "replicas").orElse(0L).intValue();
    }

    /** Sets a condition. The transition time changes only if the status changes. */
    private void set(Condition condition, long now) {
        Instant since = Optional.ofNullable(conditions.get(condition.type()))
                .filter(before -> before.condition().status() == condition.status())
                .map(Held::since)
                .orElse(Instant.ofEpochSecond(now));
        conditions.put(condition.type(), new Held(condition, since));
    }

    private Map<String, Object> status(int wanted, Object metrics) {
        List<Object> shown = new ArrayList<>();
        conditions
                .values()
                .forEach(held -> shown.add(Trees.object(
                        member("type", held.condition().type()),
                        member("status", held.condition().status() ? "True" : "False"),
                        member("lastTransitionTime", held.since()),
                        member("reason", held.condition().reason()),
                        member("message", held.condition().message()))));
        return Trees.object(
                member("lastScaleTime", scaledAt),
                member("currentReplicas", wanted == 0 ? Optional.empty() : Optional.of((long) wanted)),
                member("desiredReplicas", (long) shownDesired),
                member("currentMetrics", metrics),
                member("conditions", shown));
    }
}
