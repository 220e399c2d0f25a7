package dev.sluice.exporter.model.kubernetes;

import java.time.Duration;
import java.util.List;
import java.util.Optional;

/**
 * A HorizontalPodAutoscaler, with the settings that decide whether it follows a desired size.
 *
 * @param name its name
 * @param limit its target with minimum and maximum replicas
 * @param metrics its metrics
 * @param tolerance larger of its tolerances for scaling up and down: differences up to this ratio are ignored
 * @param scaleDownWindow stabilization window for scaling down
 * @param inactive its own reason for not scaling; empty while it scales
 * @param byKeda whether KEDA created it for a ScaledObject
 */
public record Autoscaler(
        ObjectName name,
        ScaleLimit limit,
        List<Metric> metrics,
        double tolerance,
        Duration scaleDownWindow,
        Optional<String> inactive,
        boolean byKeda) {

    public Autoscaler {
        metrics = List.copyOf(metrics);
    }

    /**
     * A metric of an autoscaler.
     *
     * @param name name of the metric
     * @param target type and value of the target, such as {@code AverageValue 1}
     */
    public record Metric(String name, String target) {}
}
