package dev.sluice.exporter.model.kubernetes;

import java.util.List;
import java.util.Optional;

/**
 * The Kubernetes data that only {@code sluice doctor} reads, once.
 *
 * @param externalMetrics owner of the API of external metrics
 * @param autoscalers HorizontalPodAutoscalers of the namespaces that the exporter reads
 * @param failure why autoscalers could not be read; empty if they were read
 */
public record Inspection(ApiServiceOwner externalMetrics, List<Autoscaler> autoscalers, Optional<String> failure) {

    public Inspection {
        autoscalers = List.copyOf(autoscalers);
    }

    /** Returns an inspection without access to an API server. */
    public static Inspection impossible(String why) {
        return new Inspection(new ApiServiceOwner.Unknown(why), List.of(), Optional.of(why));
    }
}
