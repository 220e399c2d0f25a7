package dev.sluice.simulator.kubernetes;

import com.fasterxml.jackson.databind.node.NullNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.sluice.lab.hpa.Decision;
import dev.sluice.lab.hpa.ExternalMetric;
import dev.sluice.lab.hpa.Hpa;
import dev.sluice.lab.hpa.HpaSpec;
import dev.sluice.lab.hpa.Scale;
import dev.sluice.lab.nodeset.Pod;
import dev.sluice.simulator.kubernetes.api.ObjectStore;
import dev.sluice.simulator.kubernetes.api.ResourceType;
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
        store.apply(ResourceType.AUTOSCALERS, HpaObject.of(set.spec(), spec, now));
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
        String name = set.spec().name();
        ObjectNode nodeSet =
                store.get(ResourceType.NODE_SETS, NodeSetSpec.NAMESPACE, name).orElseGet(Trees::object);
        int wanted = nodeSet.at("/spec/replicas").asInt();
        int there = nodeSet.at("/status/replicas").asInt();
        int ready = (int) set.controller().live().stream().filter(Pod::ready).count();
        Scale scale = new Scale(wanted, there, ready);
        OptionalLong milli =
                reading instanceof MetricReading.Value value ? OptionalLong.of(value.milli()) : OptionalLong.empty();
        milli.ifPresent(value -> metric = OptionalInt.of((int) ((value + 999) / 1000)));
        Decision decision = hpa.sync(
                now, scale, List.of(new ExternalMetric(ExternalMetric.Target.AVERAGE_VALUE, HpaObject.TARGET, milli)));
        if (decision.replicas() != wanted) {
            set.setReplicas(decision.replicas());
            scaledAt = Optional.of(Instant.ofEpochSecond(now));
        }
        if (decision.basis() != Decision.Basis.METRICS_FAILED) {
            shownDesired = decision.replicas();
        }
        words.of(decision, scale, reading).forEach(condition -> set(condition, now));
        store.update(
                ResourceType.AUTOSCALERS,
                NodeSetSpec.NAMESPACE,
                name,
                hpa -> hpa.set("status", status(wanted, shownMetrics(hpa, decision, scale, milli))));
    }

    private static Object shownMetrics(ObjectNode hpa, Decision decision, Scale scale, OptionalLong milli) {
        return switch (decision.basis()) {
            case METRICS -> List.of(HpaObject.current(hpa, milli.orElse(0), scale.status()));
            case METRICS_FAILED -> List.of(Trees.object("type", ""));
            case SCALING_DISABLED, OUT_OF_RANGE -> NullNode.getInstance();
        };
    }

    /** Sets a condition. The transition time changes only if the status changes. */
    private void set(Condition condition, long now) {
        Instant since = Optional.ofNullable(conditions.get(condition.type()))
                .filter(before -> before.condition().status() == condition.status())
                .map(Held::since)
                .orElse(Instant.ofEpochSecond(now));
        conditions.put(condition.type(), new Held(condition, since));
    }

    private ObjectNode status(int wanted, Object metrics) {
        List<ObjectNode> shown = new ArrayList<>();
        for (Held held : conditions.values()) {
            Condition condition = held.condition();
            shown.add(Trees.object("type", condition.type(), "status", condition.status() ? "True" : "False")
                    .putPOJO("lastTransitionTime", held.since())
                    .put("reason", condition.reason())
                    .put("message", condition.message()));
        }
        ObjectNode status =
                Trees.object("desiredReplicas", shownDesired, "currentMetrics", metrics, "conditions", shown);
        Trees.set(status, "", "lastScaleTime", scaledAt);
        Trees.set(status, "", "currentReplicas", Optional.of(wanted).filter(some -> some != 0));
        return status;
    }
}
