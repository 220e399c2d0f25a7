package dev.sluice.simulator.kubernetes;

import dev.sluice.simulator.kubernetes.api.ObjectKey;
import dev.sluice.simulator.kubernetes.api.ObjectStore;
import dev.sluice.simulator.kubernetes.api.ResourceType;
import dev.sluice.simulator.kubernetes.api.StoredObject;
import dev.sluice.simulator.kubernetes.api.Trees;
import dev.sluice.simulator.kubernetes.hpa.Autoscaler;
import dev.sluice.simulator.kubernetes.hpa.AutoscalerSpec;
import dev.sluice.simulator.kubernetes.hpa.Decision;
import dev.sluice.simulator.kubernetes.hpa.MetricReading;
import dev.sluice.simulator.kubernetes.hpa.ScalingPolicy;
import dev.sluice.simulator.kubernetes.hpa.ScalingRules;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.OptionalInt;

/** The controller of one HPA on a NodeSet: looks every 15 seconds, writes the NodeSet's replicas and its own status. */
final class HpaState {
    private static final long SYNC = 15;

    private record Held(Decision.Condition condition, Instant since) {}

    private final NodeSetState set;
    private final ObjectStore store;
    private final Autoscaler autoscaler;
    private final Map<String, Held> conditions = new LinkedHashMap<>();
    private long nextLook;
    private int shownDesired;
    private Optional<Instant> scaledAt = Optional.empty();
    private OptionalInt metric = OptionalInt.empty();

    HpaState(NodeSetState set, ObjectStore store, Duration window, long now) {
        this.set = set;
        this.store = store;
        AutoscalerSpec spec = spec(set.spec(), window);
        this.autoscaler = new Autoscaler(spec, NodeSetSpec.NAMESPACE, set.spec().name());
        this.nextLook = now + SYNC;
        store.apply(key(), HpaJson.object(set.spec(), spec, now));
    }

    /** What the guide recommends for gangs: no tolerance, all nodes in one step, in only after the window. */
    private static AutoscalerSpec spec(NodeSetSpec set, Duration window) {
        OptionalDouble none = OptionalDouble.of(0);
        return new AutoscalerSpec(
                set.min(),
                set.max(),
                AutoscalerSpec.TargetType.AVERAGE_VALUE,
                1000,
                new ScalingRules(0, ScalingRules.Select.MAX, List.of(ScalingPolicy.pods(1000, 15)), none),
                new ScalingRules(
                        (int) window.toSeconds(),
                        ScalingRules.Select.MAX,
                        List.of(ScalingPolicy.percent(100, 60)),
                        none));
    }

    private ObjectKey key() {
        return new ObjectKey(
                ResourceType.AUTOSCALERS, NodeSetSpec.NAMESPACE, set.spec().name());
    }

    /** The last metric that was good, in whole replicas. */
    OptionalInt metric() {
        return metric;
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
        int ready = (int) set.live().stream().filter(Worker::isReady).count();
        Decision decision = autoscaler.look(now, new Autoscaler.Scale(wanted, there, ready), reading);
        if (reading instanceof MetricReading.Value value) {
            metric = OptionalInt.of((int) ((value.milli() + 999) / 1000));
        }
        decision.replicas().ifPresent(replicas -> {
            NodeSets.setReplicas(store, set.spec(), replicas);
            scaledAt = Optional.of(Instant.ofEpochSecond(now));
        });
        shownDesired = decision.desired().orElse(shownDesired);
        decision.conditions().forEach(condition -> set(condition, now));
        store.update(key(), body -> Trees.with(body, "status", status(wanted, decision)));
    }

    private static int count(Map<String, Object> object) {
        return Trees.number(object, "replicas").orElse(0L).intValue();
    }

    /** The time of a transition changes only with the status. */
    private void set(Decision.Condition condition, long now) {
        Instant since = Optional.ofNullable(conditions.get(condition.type()))
                .filter(before -> before.condition().status() == condition.status())
                .map(Held::since)
                .orElse(Instant.ofEpochSecond(now));
        conditions.put(condition.type(), new Held(condition, since));
    }

    private Map<String, Object> status(int wanted, Decision decision) {
        Object metrics = Trees.NULL;
        if (decision.average().isPresent()) {
            metrics = List.of(HpaJson.current(set.spec(), decision.average().getAsLong()));
        } else if (decision.metricFailed()) {
            metrics = List.of(Trees.object("type", ""));
        }
        List<Object> shown = new ArrayList<>();
        conditions
                .values()
                .forEach(held -> shown.add(Trees.object(
                        "type",
                        held.condition().type(),
                        "status",
                        held.condition().status() ? "True" : "False",
                        "lastTransitionTime",
                        held.since(),
                        "reason",
                        held.condition().reason(),
                        "message",
                        held.condition().message())));
        return Trees.object(
                "lastScaleTime",
                scaledAt,
                "currentReplicas",
                wanted == 0 ? Optional.empty() : Optional.of((long) wanted),
                "desiredReplicas",
                (long) shownDesired,
                "currentMetrics",
                metrics,
                "conditions",
                shown);
    }
}
