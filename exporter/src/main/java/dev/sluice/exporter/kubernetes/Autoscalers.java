package dev.sluice.exporter.kubernetes;

import dev.sluice.exporter.json.JsonTree;
import dev.sluice.exporter.model.kubernetes.Autoscaler;
import dev.sluice.exporter.model.kubernetes.ObjectName;
import dev.sluice.exporter.model.kubernetes.ScaleLimit;
import java.time.Duration;
import java.util.EnumSet;
import java.util.Locale;
import java.util.Optional;
import java.util.Set;

/** Reads HorizontalPodAutoscalers of {@code autoscaling/v2} and KEDA's ScaledObjects, with their defaults. */
final class Autoscalers {

    private static final int HPA_DEFAULT_MIN = 1;
    private static final int KEDA_DEFAULT_MIN = 0;
    /** https://keda.sh/docs/latest/reference/scaledobject-spec/#maxreplicacount */
    private static final int KEDA_DEFAULT_MAX = 100;

    private static final double MILLI = 1e3;

    private static final String PAUSE = "autoscaling.keda.sh/";
    private static final Set<String> FALSE = Set.of("0", "f", "F", "false", "FALSE", "False");

    private Autoscalers() {}

    /** Reads an HPA, which always has a maximum of at least 1. */
    static Optional<Autoscaler> ofHpa(ObjectName name, KubeObject hpa) {
        return Optional.of(new Autoscaler(
                name,
                new ScaleLimit(
                        name.namespace(),
                        hpa.text("spec", "scaleTargetRef", "apiVersion"),
                        hpa.text("spec", "scaleTargetRef", "kind"),
                        hpa.text("spec", "scaleTargetRef", "name"),
                        limit(hpa, "minReplicas", HPA_DEFAULT_MIN, 0),
                        limit(hpa, "maxReplicas", 0, 1),
                        directions(disabled(hpa, "scaleUp"), disabled(hpa, "scaleDown"))),
                hpa.elements("spec", "metrics").stream()
                        .map(Autoscalers::metric)
                        .toList(),
                Math.max(tolerance(hpa, "scaleUp"), tolerance(hpa, "scaleDown")),
                Duration.ofSeconds(hpa.number("spec", "behavior", "scaleDown", "stabilizationWindowSeconds")
                        .orElse((int) Autoscaler.DEFAULT_WINDOW.toSeconds())),
                inactive(hpa.condition("ScalingActive")),
                name.name().startsWith("keda-hpa-")
                        || hpa.elements("metadata", "ownerReferences").stream()
                                .anyMatch(owner -> owner.text("kind").equals("ScaledObject"))));
    }

    private static boolean disabled(KubeObject hpa, String direction) {
        return hpa.exact("spec", "behavior", direction, "selectPolicy").equals("Disabled");
    }

    /** Reads a metric of any type: {@code {"type": "External", "external": {"metric": {"name": …}, "target": …}}}. */
    private static Autoscaler.Metric metric(KubeObject metric) {
        String source = lowerFirst(metric.text("type"));
        String type = metric.text(source, "target", "type");
        return new Autoscaler.Metric(
                KubeObject.firstOf(metric.text(source, "metric", "name"), metric.text(source, "name")),
                (type + " " + metric.quantities(source, "target").getOrDefault(lowerFirst(type), "")).strip());
    }

    private static String lowerFirst(String text) {
        return text.isEmpty() ? "" : text.substring(0, 1).toLowerCase(Locale.ROOT) + text.substring(1);
    }

    private static double tolerance(KubeObject hpa, String direction) {
        String quantity = hpa.quantities("spec", "behavior", direction).getOrDefault("tolerance", "");
        return quantity.isEmpty() ? Autoscaler.DEFAULT_TOLERANCE : Quantities.milli(quantity) / MILLI;
    }

    private static Optional<String> inactive(KubeObject condition) {
        return condition.exact("status").equals("False")
                ? Optional.of(condition.text("reason") + ": " + condition.text("message"))
                : Optional.empty();
    }

    /**
     * Reads a ScaledObject. KEDA also sets the condition for a pause in one direction. A pause of both directions
     * removes the HPA.
     */
    static Optional<ScaleLimit> ofScaledObject(ObjectName name, KubeObject object) {
        boolean up = paused(object, "paused-scale-out");
        boolean down = paused(object, "paused-scale-in");
        boolean both = object.annotated(PAUSE + "paused-replicas")
                || paused(object, "paused")
                || (!up && !down && object.condition("Paused").holds());
        return Optional.of(new ScaleLimit(
                name.namespace(),
                KubeObject.firstOf(object.text("spec", "scaleTargetRef", "apiVersion"), "apps/v1"),
                KubeObject.firstOf(object.text("spec", "scaleTargetRef", "kind"), "Deployment"),
                object.text("spec", "scaleTargetRef", "name"),
                limit(object, "minReplicaCount", KEDA_DEFAULT_MIN, 0),
                limit(object, "maxReplicaCount", KEDA_DEFAULT_MAX, 0),
                directions(both || up, both || down)));
    }

    /** Like KEDA, takes every value for true that is no false in Go. */
    private static boolean paused(KubeObject object, String name) {
        return object.annotated(PAUSE + name) && !FALSE.contains(object.exact("metadata", "annotations", PAUSE + name));
    }

    private static Set<ScaleLimit.Direction> directions(boolean up, boolean down) {
        Set<ScaleLimit.Direction> directions = EnumSet.allOf(ScaleLimit.Direction.class);
        directions.removeIf(direction -> direction == ScaleLimit.Direction.UP ? !up : !down);
        return directions;
    }

    private static int limit(KubeObject object, String member, int otherwise, int least) {
        int limit = object.has("spec", member) ? object.number("spec", member).orElse(-1) : otherwise;
        if (limit < least) {
            throw new JsonTree.UnreadableValue();
        }
        return limit;
    }
}
