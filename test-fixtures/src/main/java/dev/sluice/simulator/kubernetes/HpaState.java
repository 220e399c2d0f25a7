package dev.sluice.simulator.kubernetes;

import com.fasterxml.jackson.databind.JsonNode;
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
import java.time.Instant;
import java.util.List;
import java.util.Optional;

/**
 * One HPA on a NodeSet with its controller: a captured HPA of autoscaling/v2 with the simulated specification. Every 15
 * seconds, the controller writes the NodeSet's replicas and the HPA's status. Of the conditions, only ScalingActive
 * changes.
 */
final class HpaState {
    private static final long SYNC = 15;
    /** Stabilization window for scaling in, in seconds. */
    private static final long WINDOW = 600;
    /** Target value of one pod per unit of the metric, in thousandths. The captured HPA has the same value. */
    private static final long TARGET = 1000;

    private final NodeSetState set;
    private final ObjectStore store;
    private final HpaSpec spec;
    private final ObjectNode status;
    private final JsonNode metric;
    private final String selector;
    private Hpa hpa;
    private long nextSync;

    HpaState(NodeSetState set, ObjectStore store, long now) {
        this.set = set;
        this.store = store;
        // The guide's recommendation for multi-node jobs.
        this.spec = HpaSpec.recommended(set.spec().min(), set.spec().max(), 0, WINDOW);
        this.hpa = new Hpa(spec);
        this.nextSync = now + SYNC;
        ObjectNode object = object(set.spec(), Instant.ofEpochSecond(now));
        this.metric = object.at("/spec/metrics/0/external/metric");
        this.status = (ObjectNode) object.remove("status");
        Trees.set(status, "", "desiredReplicas", 0);
        status.path("conditions")
                .forEach(condition ->
                        Trees.set((ObjectNode) condition, "", "lastTransitionTime", Instant.ofEpochSecond(now)));
        this.selector = "&LabelSelector{MatchLabels:map[string]string{nodeset: "
                + set.spec().name() + ",},MatchExpressions:[]LabelSelectorRequirement{},}";
        store.apply(ResourceType.AUTOSCALERS, object);
    }

    private ObjectNode object(NodeSetSpec nodeSet, Instant created) {
        ObjectNode object = Trees.captured("lists/hpas-ns-slurm.json", "slurm-worker-gpu-h100");
        String uid = NodeSetObject.uid("hpa", nodeSet.name());
        Trees.set(object, "/metadata", "name", nodeSet.name(), "uid", uid, "creationTimestamp", created);
        Trees.set(object, "/spec", "minReplicas", spec.min(), "maxReplicas", spec.max());
        Trees.set(object, "/spec/scaleTargetRef", "name", nodeSet.name());
        Trees.set(object, "/spec/metrics/0/external/metric/selector/matchLabels", "nodeset", nodeSet.name());
        // The captured HPA has the other rules of the examples.
        spec.behavior().ifPresent(behavior -> {
            String tolerance = quantity(Math.round(behavior.tolerance() * 1000));
            String down = "/spec/behavior/scaleDown";
            Trees.set(object, "/spec/behavior/scaleUp", "tolerance", tolerance);
            Trees.set(object, down, "tolerance", tolerance, "stabilizationWindowSeconds", behavior.window());
        });
        return object;
    }

    /** Discards the history, like an HPA that was deleted and created again. */
    void forget() {
        hpa = new Hpa(spec);
    }

    /** Reconciles every 15 seconds. */
    void step(long now, MetricSource source) {
        if (now >= nextSync) {
            nextSync = now + SYNC;
            sync(now, source.desiredReplicas(set.spec().name()));
        }
    }

    private void sync(long now, MetricSource.Reading reading) {
        String name = set.spec().name();
        ObjectNode nodeSet =
                store.get(ResourceType.NODE_SETS, NodeSetSpec.NAMESPACE, name).orElseGet(Trees::object);
        int wanted = nodeSet.at("/spec/replicas").asInt();
        int there = nodeSet.at("/status/replicas").asInt();
        int ready = (int) set.controller().live().stream().filter(Pod::ready).count();
        ExternalMetric value = new ExternalMetric(ExternalMetric.Target.AVERAGE_VALUE, TARGET, reading.milli());
        Decision decision = hpa.sync(now, new Scale(wanted, there, ready), List.of(value));
        if (decision.replicas() != wanted) {
            set.setReplicas(decision.replicas());
            Trees.set(status, "", "lastScaleTime", Instant.ofEpochSecond(now));
        }
        Trees.set(status, "", "currentReplicas", Optional.of(wanted).filter(some -> some != 0));
        if (decision.basis() != Decision.Basis.METRICS_FAILED) {
            Trees.set(status, "", "desiredReplicas", decision.replicas());
        }
        show(decision.basis(), reading, there, now);
        ObjectNode shown = status.deepCopy();
        store.update(ResourceType.AUTOSCALERS, NodeSetSpec.NAMESPACE, name, hpa -> hpa.set("status", shown));
    }

    /** Writes the values of the metric, and the condition ScalingActive with the texts of Kubernetes 1.36. */
    private void show(Decision.Basis basis, MetricSource.Reading reading, int replicas, long now) {
        Object metrics = NullNode.getInstance();
        switch (basis) {
            case METRICS -> {
                metrics = List.of(current(reading.milli().orElse(0), replicas));
                String message = "the HPA was able to successfully calculate a replica count from external metric "
                        + MetricSource.METRIC + "(" + selector + ")";
                active(true, "ValidMetricFound", message, now);
            }
            case METRICS_FAILED -> {
                metrics = List.of(Trees.object("type", ""));
                String message = "the HPA was unable to compute the replica count: unable to get external metric "
                        + NodeSetSpec.NAMESPACE + "/" + MetricSource.METRIC + "/" + selector
                        + ": unable to fetch metrics from external metrics API: " + reading.failure();
                active(false, "FailedGetExternalMetric", message, now);
            }
            case SCALING_DISABLED -> {
                String message = "scaling is disabled since the replica count of the target is zero";
                active(false, "ScalingDisabled", message, now);
            }
            case OUT_OF_RANGE -> {}
        }
        Trees.set(status, "", "currentMetrics", metrics);
    }

    /** The transition time changes only if the status of the condition changes. */
    private void active(boolean active, String reason, String message, long now) {
        ObjectNode condition = (ObjectNode) status.at("/conditions/1");
        String shown = active ? "True" : "False";
        if (!condition.path("status").asText().equals(shown)) {
            Trees.set(condition, "", "lastTransitionTime", Instant.ofEpochSecond(now));
        }
        Trees.set(condition, "", "status", shown, "reason", reason, "message", message);
    }

    /** Returns the metric with its average value, which is in thousandths. */
    private ObjectNode current(long milli, int replicas) {
        // Without replicas, Kubernetes shows the smallest number.
        long average = replicas == 0 ? Long.MIN_VALUE : (long) Math.ceil((double) milli / replicas);
        ObjectNode current = Trees.object("averageValue", quantity(average));
        return Trees.object("type", "External", "external", Trees.object("metric", metric, "current", current));
    }

    /** Formats thousandths like Kubernetes: {@code 5}, {@code 834m}. */
    private static String quantity(long milli) {
        return milli % 1000 == 0 ? Long.toString(milli / 1000) : milli + "m";
    }
}
