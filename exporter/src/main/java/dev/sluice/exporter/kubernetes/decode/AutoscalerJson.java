package dev.sluice.exporter.kubernetes.decode;

import dev.sluice.exporter.model.kubernetes.Autoscaler;
import dev.sluice.exporter.model.kubernetes.ObjectName;
import dev.sluice.exporter.model.kubernetes.ScaleLimit;
import io.vertx.core.json.JsonArray;
import io.vertx.core.json.JsonObject;
import java.time.Duration;
import java.util.Comparator;
import java.util.Locale;
import java.util.Optional;
import java.util.stream.Stream;

/** Reads a HorizontalPodAutoscaler of {@code autoscaling/v2}. Uses Kubernetes' default for each missing member. */
public final class AutoscalerJson {

    /** Default tolerance of kube-controller-manager ({@code --horizontal-pod-autoscaler-tolerance}), in thousandths. */
    private static final long DEFAULT_TOLERANCE_MILLI = 100;

    private static final double MILLI = 1e3;
    private static final int DEFAULT_SCALE_DOWN_SECONDS = 300;

    private AutoscalerJson() {}

    public static Autoscaler read(JsonObject hpa) {
        JsonObject metadata = object(hpa, "metadata");
        JsonObject spec = object(hpa, "spec");
        JsonObject target = object(spec, "scaleTargetRef");
        ObjectName name = new ObjectName(text(metadata, "namespace"), text(metadata, "name"));
        JsonObject behavior = object(spec, "behavior");
        return new Autoscaler(
                name,
                new ScaleLimit(
                        name.namespace(),
                        text(target, "apiVersion"),
                        text(target, "kind"),
                        text(target, "name"),
                        number(spec, "minReplicas", 1),
                        number(spec, "maxReplicas", 0)),
                objects(spec, "metrics").map(AutoscalerJson::metric).toList(),
                Stream.of("scaleUp", "scaleDown")
                        .map(way -> tolerance(object(behavior, way)))
                        .max(Comparator.naturalOrder())
                        .orElse(0.0),
                Duration.ofSeconds(number(
                        object(behavior, "scaleDown"), "stabilizationWindowSeconds", DEFAULT_SCALE_DOWN_SECONDS)),
                inactive(object(hpa, "status")),
                name.name().startsWith("keda-hpa-")
                        || objects(metadata, "ownerReferences")
                                .anyMatch(owner -> text(owner, "kind").equals("ScaledObject")));
    }

    /** Reads a metric of any type: {@code {"type": "External", "external": {"metric": {"name": …}, "target": …}}}. */
    private static Autoscaler.Metric metric(JsonObject metric) {
        String type = text(metric, "type");
        JsonObject source = object(metric, type.isEmpty() ? "" : lowerFirst(type));
        JsonObject target = object(source, "target");
        String name = text(object(source, "metric"), "name");
        String targetType = text(target, "type");
        return new Autoscaler.Metric(
                name.isEmpty() ? text(source, "name") : name,
                (targetType + " " + target.getValue(targetType.isEmpty() ? "" : lowerFirst(targetType), "")).strip());
    }

    private static String lowerFirst(String text) {
        return text.substring(0, 1).toLowerCase(Locale.ROOT) + text.substring(1);
    }

    private static double tolerance(JsonObject way) {
        String quantity = text(way, "tolerance");
        return (quantity.isEmpty() ? DEFAULT_TOLERANCE_MILLI : Quantity.milli(quantity)) / MILLI;
    }

    /** Returns why the HPA is inactive. */
    private static Optional<String> inactive(JsonObject status) {
        return objects(status, "conditions")
                .filter(condition -> text(condition, "type").equals("ScalingActive"))
                .filter(condition -> text(condition, "status").equals("False"))
                .map(condition -> text(condition, "reason") + ": " + text(condition, "message"))
                .findFirst();
    }

    /** Returns the objects of a list. */
    public static Stream<JsonObject> objects(JsonObject parent, String key) {
        return parent.getValue(key) instanceof JsonArray array
                ? array.stream().filter(JsonObject.class::isInstance).map(JsonObject.class::cast)
                : Stream.empty();
    }

    /** Returns a member; an empty object if the member is not an object. */
    public static JsonObject object(JsonObject parent, String key) {
        return parent.getValue(key) instanceof JsonObject object ? object : new JsonObject();
    }

    /** Returns a member; an empty string if the member is not a string. */
    public static String text(JsonObject parent, String key) {
        return parent.getValue(key) instanceof String text ? text : "";
    }

    private static int number(JsonObject parent, String key, int otherwise) {
        return parent.getValue(key) instanceof Number number ? number.intValue() : otherwise;
    }
}
