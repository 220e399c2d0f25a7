package dev.sluice.simulator.kubernetes;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.sluice.lab.kubernetes.Hpa;
import dev.sluice.lab.kubernetes.Hpa.Decision;
import dev.sluice.lab.kubernetes.Hpa.ExternalMetric;
import dev.sluice.lab.kubernetes.Hpa.Scale;
import dev.sluice.lab.kubernetes.Pod;
import dev.sluice.simulator.kubernetes.api.ObjectStore;
import dev.sluice.simulator.kubernetes.api.ResourceType;
import dev.sluice.simulator.kubernetes.api.Trees;
import java.time.Instant;
import java.util.List;
import java.util.OptionalLong;

/**
 * One HPA on a NodeSet with its controller: a captured HPA of autoscaling/v2 with the simulated specification. Every 15
 * seconds, the controller writes the NodeSet's replicas, and the HPA's condition ScalingActive, which Sluice reads.
 */
final class HpaState {
    private static final long SYNC = 15;
    /** Stabilization window for scaling in, in seconds. */
    private static final long WINDOW = 600;
    /** Target value of one pod per unit of the metric, in thousandths. The captured HPA has the same value. */
    private static final long TARGET = 1000;

    private final NodeSetState set;
    private final ObjectStore store;
    private final Hpa.Spec spec;
    private final String selector;
    private Hpa hpa;
    private long nextSync;

    HpaState(NodeSetState set, ObjectStore store, long now) {
        this.set = set;
        this.store = store;
        // The guide's recommendation for multi-node jobs.
        this.spec = new Hpa.Spec(set.spec().min(), set.spec().max(), OptionalLong.of(WINDOW));
        this.hpa = new Hpa(spec);
        this.nextSync = now + SYNC;
        this.selector = "&LabelSelector{MatchLabels:map[string]string{nodeset: "
                + set.spec().name() + ",},MatchExpressions:[]LabelSelectorRequirement{},}";
        store.apply(ResourceType.AUTOSCALERS, object(set.spec().name(), Instant.ofEpochSecond(now)));
    }

    private ObjectNode object(String name, Instant created) {
        ObjectNode object = Trees.captured("lists/hpas-ns-slurm.json", "slurm-worker-gpu-h100");
        String uid = NodeSetObject.uid("hpa", name);
        Trees.set(object, "/metadata", "name", name, "uid", uid, "creationTimestamp", created);
        Trees.set(object, "/spec", "minReplicas", spec.min(), "maxReplicas", spec.max());
        Trees.set(object, "/spec/scaleTargetRef", "name", name);
        Trees.set(object, "/spec/metrics/0/external/metric/selector/matchLabels", "nodeset", name);
        // The captured HPA has the other rules of the examples.
        Trees.set(object, "/spec/behavior/scaleUp", "tolerance", "0");
        Trees.set(object, "/spec/behavior/scaleDown", "tolerance", "0", "stabilizationWindowSeconds", WINDOW);
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
        }
        store.update(
                ResourceType.AUTOSCALERS,
                NodeSetSpec.NAMESPACE,
                name,
                shown -> show((ObjectNode) shown.at("/status/conditions/1"), decision.basis(), reading));
    }

    /** Writes the condition ScalingActive with the texts of Kubernetes 1.36. */
    private void show(ObjectNode active, Decision.Basis basis, MetricSource.Reading reading) {
        switch (basis) {
            case METRICS ->
                set(
                        active,
                        true,
                        "ValidMetricFound",
                        "the HPA was able to successfully calculate a replica count from external metric "
                                + MetricSource.METRIC + "(" + selector + ")");
            case METRICS_FAILED ->
                set(
                        active,
                        false,
                        "FailedGetExternalMetric",
                        "the HPA was unable to compute the replica count: unable to get external metric "
                                + NodeSetSpec.NAMESPACE + "/" + MetricSource.METRIC + "/" + selector
                                + ": unable to fetch metrics from external metrics API: " + reading.failure());
            case SCALING_DISABLED ->
                set(
                        active,
                        false,
                        "ScalingDisabled",
                        "scaling is disabled since the replica count of the target is zero");
            case OUT_OF_RANGE -> {}
        }
    }

    private static void set(ObjectNode condition, boolean active, String reason, String message) {
        Trees.set(condition, "", "status", active ? "True" : "False", "reason", reason, "message", message);
    }
}
