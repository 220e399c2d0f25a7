package dev.sluice.simulator.kubernetes;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.sluice.lab.hpa.HpaSpec;
import dev.sluice.simulator.kubernetes.api.Trees;
import java.time.Instant;
import java.util.Optional;

/** HPAs of autoscaling/v2: a captured HPA with the simulated specification. */
final class HpaObject {
    /** Target value of one pod per unit of the metric, in thousandths. The captured HPA has the same value. */
    static final long TARGET = 1000;

    private HpaObject() {}

    static ObjectNode of(NodeSetSpec set, HpaSpec spec, long now) {
        ObjectNode object = Trees.captured("lists/hpas-ns-slurm.json", "slurm-worker-gpu-h100");
        Instant created = Instant.ofEpochSecond(now);
        String uid = NodeSetObject.uid("hpa", set.name());
        Trees.set(object, "/metadata", "name", set.name(), "uid", uid, "creationTimestamp", created);
        Trees.set(object, "/spec", "minReplicas", spec.min(), "maxReplicas", spec.max());
        Trees.set(object, "/spec/scaleTargetRef", "name", set.name());
        Trees.set(object, "/spec/metrics/0/external/metric/selector/matchLabels", "nodeset", set.name());
        // The captured HPA has the other rules of the examples.
        spec.behavior()
                .ifPresentOrElse(
                        behavior -> {
                            String tolerance = quantity(Math.round(behavior.tolerance() * 1000));
                            String down = "/spec/behavior/scaleDown";
                            Trees.set(object, "/spec/behavior/scaleUp", "tolerance", tolerance);
                            Trees.set(object, down, "tolerance", tolerance);
                            Trees.set(object, down, "stabilizationWindowSeconds", behavior.window());
                        },
                        () -> Trees.set(object, "/spec", "behavior", Optional.empty()));
        object.remove("status");
        return object;
    }

    /**
     * Returns the external metric of an HPA in the form of the status.
     *
     * @param milli value in thousandths
     */
    static ObjectNode current(ObjectNode hpa, long milli, int statusReplicas) {
        // Without replicas, Kubernetes shows the smallest number.
        long average = statusReplicas == 0 ? Long.MIN_VALUE : (long) Math.ceil((double) milli / statusReplicas);
        ObjectNode external =
                Trees.object("metric", hpa.at("/spec/metrics/0/external/metric").deepCopy());
        external.set("current", Trees.object("averageValue", quantity(average)));
        return Trees.object("type", "External", "external", external);
    }

    /** Formats thousandths like Kubernetes: {@code 5}, {@code 834m}. */
    static String quantity(long milli) {
        return milli % 1000 == 0 ? Long.toString(milli / 1000) : milli + "m";
    }
}
