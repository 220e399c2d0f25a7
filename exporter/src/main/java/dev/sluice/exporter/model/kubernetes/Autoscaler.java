package dev.sluice.exporter.model.kubernetes;

import java.time.Duration;
import java.util.List;
import java.util.Optional;

/**
 * A HorizontalPodAutoscaler, with the settings that determine whether the autoscaler follows a desired size.
 *
 * @param tolerance larger of the tolerances for scaling up and for scaling down; the autoscaler ignores differences up
 *     to this ratio
 * @param inactive reported reason for not scaling; empty while the autoscaler scales. With {@code ScalingDisabled}, the
 *     target has 0 replicas, and the autoscaler did not scale the target to 0
 * @param byKeda whether KEDA created the autoscaler for a ScaledObject
 */
public record Autoscaler(
        ObjectName name,
        ScaleLimit limit,
        List<Metric> metrics,
        double tolerance,
        Duration scaleDownWindow,
        Optional<String> inactive,
        boolean byKeda) {

    /** Default tolerance of kube-controller-manager ({@code --horizontal-pod-autoscaler-tolerance}). */
    public static final double DEFAULT_TOLERANCE = 0.1;

    public static final Duration DEFAULT_WINDOW = Duration.ofMinutes(5);

    public Autoscaler {
        metrics = List.copyOf(metrics);
    }

    /** Returns an autoscaler with default settings. */
    public static Autoscaler of(ScaleLimit limit) {
        return new Autoscaler(
                new ObjectName(limit.namespace(), limit.targetName()),
                limit,
                List.of(),
                DEFAULT_TOLERANCE,
                DEFAULT_WINDOW,
                Optional.empty(),
                false);
    }

    /**
     * A metric of an autoscaler.
     *
     * @param target type and value of the target, such as {@code AverageValue 1}
     */
    public record Metric(String name, String target) {}
}
