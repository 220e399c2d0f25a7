package dev.sluice.exporter.model.kubernetes;

import java.util.List;
import java.util.Optional;

/**
 * What only {@code sluice doctor} asks Kubernetes, once.
 *
 * @param externalMetrics who serves external metrics
 * @param rights what our account may do
 * @param autoscalers HorizontalPodAutoscalers of the namespaces that are read
 * @param failure why rights or autoscalers are missing; empty where nothing is
 */
public record Inspection(
        ApiServiceOwner externalMetrics,
        List<AccessRight> rights,
        List<Autoscaler> autoscalers,
        Optional<String> failure) {

    public Inspection {
        rights = List.copyOf(rights);
        autoscalers = List.copyOf(autoscalers);
    }

    /** Without access to an API server. */
    public static Inspection impossible(String why) {
        return new Inspection(new ApiServiceOwner.Unknown(why), List.of(), List.of(), Optional.of(why));
    }
}
