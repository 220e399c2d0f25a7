package dev.sluice.exporter.kubernetes.decode;

import dev.sluice.exporter.model.kubernetes.Autoscaler;
import dev.sluice.exporter.model.kubernetes.ObjectName;
import dev.sluice.exporter.model.kubernetes.ScaleLimit;
import java.time.Duration;
import java.util.Locale;
import java.util.Optional;

/** Reads a HorizontalPodAutoscaler of {@code autoscaling/v2}. Uses Kubernetes' default for each missing member. */
public final class Autoscalers {

    /** Default tolerance of kube-controller-manager ({@code --horizontal-pod-autoscaler-tolerance}), in thousandths. */
    private static final long DEFAULT_TOLERANCE_MILLI = 100;

    private static final double MILLI = 1e3;
    private static final int DEFAULT_SCALE_DOWN_SECONDS = 300;

    private Autoscalers() {}

    public static Optional<Autoscaler> read(ObjectName name, KubeObject hpa) {
        return Optional.of(new Autoscaler(
                name,
                new ScaleLimit(
                        name.namespace(),
                        hpa.text("spec", "scaleTargetRef", "apiVersion"),
                        hpa.text("spec", "scaleTargetRef", "kind"),
                        hpa.text("spec", "scaleTargetRef", "name"),
                        hpa.number("spec", "minReplicas").orElse(1),
                        hpa.number("spec", "maxReplicas").orElse(0)),
                hpa.elements("spec", "metrics").stream()
                        .map(Autoscalers::metric)
                        .toList(),
                Math.max(tolerance(hpa, "scaleUp"), tolerance(hpa, "scaleDown")),
                Duration.ofSeconds(hpa.number("spec", "behavior", "scaleDown", "stabilizationWindowSeconds")
                        .orElse(DEFAULT_SCALE_DOWN_SECONDS)),
                inactive(hpa.condition("ScalingActive")),
                name.name().startsWith("keda-hpa-")
                        || hpa.elements("metadata", "ownerReferences").stream()
                                .anyMatch(owner -> owner.text("kind").equals("ScaledObject"))));
    }

    /** Reads a metric of any type: {@code {"type": "External", "external": {"metric": {"name": …}, "target": …}}}. */
    private static Autoscaler.Metric metric(KubeObject metric) {
        String source = lowerFirst(metric.text("type"));
        String name = metric.text(source, "metric", "name");
        String type = metric.text(source, "target", "type");
        return new Autoscaler.Metric(
                name.isEmpty() ? metric.text(source, "name") : name,
                (type + " " + metric.quantities(source, "target").getOrDefault(lowerFirst(type), "")).strip());
    }

    private static String lowerFirst(String text) {
        return text.isEmpty() ? "" : text.substring(0, 1).toLowerCase(Locale.ROOT) + text.substring(1);
    }

    private static double tolerance(KubeObject hpa, String direction) {
        String quantity = hpa.quantities("spec", "behavior", direction).getOrDefault("tolerance", "");
        return (quantity.isEmpty() ? DEFAULT_TOLERANCE_MILLI : Quantities.milli(quantity)) / MILLI;
    }

    private static Optional<String> inactive(KubeObject condition) {
        return condition.exact("status").equals("False")
                ? Optional.of(condition.text("reason") + ": " + condition.text("message"))
                : Optional.empty();
    }
}
