package dev.sluice.simulator.kubernetes;

import dev.sluice.simulator.kubernetes.api.Trees;
import dev.sluice.simulator.kubernetes.hpa.Autoscaler;
import dev.sluice.simulator.kubernetes.hpa.AutoscalerSpec;
import dev.sluice.simulator.kubernetes.hpa.ScalingPolicy;
import dev.sluice.simulator.kubernetes.hpa.ScalingRules;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** HPAs as autoscaling/v2 has them. */
final class HpaJson {
    private HpaJson() {}

    static Map<String, Object> object(NodeSetSpec set, AutoscalerSpec spec, long now) {
        return Trees.object(
                "metadata",
                Trees.object(
                        "name",
                        set.name(),
                        "namespace",
                        NodeSetSpec.NAMESPACE,
                        "uid",
                        NodeSetJson.uid("hpa", set.name()),
                        "creationTimestamp",
                        Instant.ofEpochSecond(now)),
                "spec",
                spec(set, spec));
    }

    private static Map<String, Object> spec(NodeSetSpec set, AutoscalerSpec spec) {
        Map<String, Object> target = Trees.object("type", "AverageValue", "averageValue", quantity(spec.target()));
        return Trees.object(
                "scaleTargetRef",
                Trees.object("kind", "NodeSet", "name", set.name(), "apiVersion", "slinky.slurm.net/v1beta1"),
                "minReplicas",
                (long) spec.min(),
                "maxReplicas",
                (long) spec.max(),
                "metrics",
                List.of(Trees.object(
                        "type", "External", "external", Trees.object("metric", metric(set), "target", target))),
                "behavior",
                Trees.object("scaleUp", rules(spec.up()), "scaleDown", rules(spec.down())));
    }

    private static Map<String, Object> metric(NodeSetSpec set) {
        return Trees.object(
                "name",
                Autoscaler.METRIC,
                "selector",
                Trees.object("matchLabels", Trees.object("nodeset", set.name())));
    }

    private static Map<String, Object> rules(ScalingRules rules) {
        List<Object> policies = new ArrayList<>();
        for (ScalingPolicy policy : rules.policies()) {
            policies.add(
                    Trees.object("type", policy.type().text(), "value", (long) policy.value(), "periodSeconds", (long)
                            policy.periodSeconds()));
        }
        Optional<String> tolerance = rules.tolerance().isPresent()
                ? Optional.of(quantity(Math.round(rules.tolerance().getAsDouble() * 1000)))
                : Optional.empty();
        return Trees.object(
                "stabilizationWindowSeconds",
                (long) rules.stabilizationSeconds(),
                "selectPolicy",
                rules.select().text(),
                "policies",
                policies,
                "tolerance",
                tolerance);
    }

    /** The external metric as the status shows it. */
    static Map<String, Object> current(NodeSetSpec set, long averageMilli) {
        return Trees.object(
                "type",
                "External",
                "external",
                Trees.object("metric", metric(set), "current", Trees.object("averageValue", quantity(averageMilli))));
    }

    /** Thousandths as Kubernetes writes them: {@code 5}, {@code 834m}. */
    static String quantity(long milli) {
        return milli % 1000 == 0 ? Long.toString(milli / 1000) : milli + "m";
    }
}
