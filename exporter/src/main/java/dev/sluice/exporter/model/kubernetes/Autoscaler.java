package dev.sluice.exporter.model.kubernetes;

import java.time.Duration;
import java.util.List;
import java.util.Optional;

/**
 * A HorizontalPodAutoscaler, with the settings that decide whether it follows a desired size.
 *
 * @param name its name
 * @param limit its target with the minimum and the maximum
 * @param metrics what it scales by
 * @param tolerance the larger one of its tolerances for scaling up and down: differences up to this ratio are ignored
 * @param scaleDownWindow stabilization window of scaling down
 * @param inactive why it does not scale, in its own words; empty while it scales
 * @param byKeda whether KEDA made it for a ScaledObject
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
     * What it scales by.
     *
     * @param name name of the metric
     * @param target type and value of the target, such as {@code AverageValue 1}
     */
    public record Metric(String name, String target) {}
}
