package dev.sluice.simulator.kubernetes;

import static dev.sluice.simulator.kubernetes.api.Trees.member;

import dev.sluice.lab.hpa.HpaSpec;
import dev.sluice.lab.hpa.HpaSpec.Behavior;
import dev.sluice.simulator.kubernetes.api.Json;
import dev.sluice.simulator.kubernetes.api.Trees;
import dev.sluice.simulator.kubernetes.hpa.HpaConditions;
import java.time.Instant;
import java.util.Map;

/** Writes HPAs in the form of autoscaling/v2. */
final class HpaJson {
    /** Target value of one pod per unit of the metric, in thousandths. */
    static final long TARGET = 1000;

    private HpaJson() {}

    static Map<String, Object> object(NodeSetSpec set, HpaSpec spec, long now) {
        return Trees.object(
                member(
                        "metadata",
                        Trees.object(
                                member("name", set.name()),
                                member("namespace", NodeSetSpec.NAMESPACE),
                                member("uid", NodeSetJson.uid("hpa", set.name())),
                                member("creationTimestamp", Instant.ofEpochSecond(now)))),
                member("spec", spec(set, spec)));
    }

    private static Map<String, Object> spec(NodeSetSpec set, HpaSpec spec) {
        Map<String, Object> tree =
                Json.of("""
                {"scaleTargetRef": {"kind": "NodeSet", "name": "%s", "apiVersion": "slinky.slurm.net/v1beta1"},
                 "minReplicas": %s, "maxReplicas": %s,
                 "metrics": [{"type": "External", "external":
                   {"metric": %s, "target": {"type": "AverageValue", "averageValue": "%s"}}}]}
                """.formatted(set.name(), spec.min(), spec.max(), Json.text(metric(set)), quantity(TARGET)));
        return Trees.with(tree, "behavior", spec.behavior().map(HpaJson::behavior));
    }

    private static Map<String, Object> metric(NodeSetSpec set) {
        return Trees.object(
                member("name", HpaConditions.METRIC),
                member("selector", Trees.object("matchLabels", Trees.object("nodeset", set.name()))));
    }

    /** Returns the rules of the examples. */
    private static Map<String, Object> behavior(Behavior behavior) {
        return Json.of("""
                {"scaleUp": {"stabilizationWindowSeconds": 0, "selectPolicy": "Max", "tolerance": "%1$s",
                   "policies": [{"type": "Pods", "value": 1000, "periodSeconds": 15}]},
                 "scaleDown": {"stabilizationWindowSeconds": %2$d, "selectPolicy": "Max", "tolerance": "%1$s",
                   "policies": [{"type": "Percent", "value": 100, "periodSeconds": 60}]}}
                """.formatted(quantity(Math.round(behavior.tolerance() * 1000)), behavior.window()));
    }

    /** Returns the average in the status, in thousandths; {@link Long#MIN_VALUE} without replicas. */
    static long average(long milli, int statusReplicas) {
        return statusReplicas == 0 ? Long.MIN_VALUE : (long) Math.ceil((double) milli / statusReplicas);
    }

    /** Returns the external metric in the form of the status. */
    static Map<String, Object> current(NodeSetSpec set, long averageMilli) {
        return Trees.object(
                member("type", "External"),
                member(
                        "external",
                        Trees.object(
                                member("metric", metric(set)),
                                member("current", Trees.object("averageValue", quantity(averageMilli))))));
    }

    /** Formats thousandths like Kubernetes: {@code 5}, {@code 834m}. */
    static String quantity(long milli) {
        return milli % 1000 == 0 ? Long.toString(milli / 1000) : milli + "m";
    }
}
