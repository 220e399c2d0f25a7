package dev.sluice.exporter.kubernetes;

import dev.sluice.exporter.kubernetes.decode.Autoscalers;
import dev.sluice.exporter.kubernetes.decode.KubeObject;
import dev.sluice.exporter.model.kubernetes.ApiServiceOwner;
import dev.sluice.exporter.model.kubernetes.Autoscaler;
import dev.sluice.exporter.model.kubernetes.Inspection;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * Reads data from an API server that only {@code sluice doctor} needs. Sends a few small requests, which require no
 * additional permissions. Blocks.
 */
record Inspector(ResourceWatch.Surroundings around) {

    private static final Resource API_SERVICES =
            new Resource("apiregistration.k8s.io", "v1", "apiservices", Optional.empty());
    private static final String EXTERNAL_METRICS = "external.metrics.k8s.io";

    Inspection inspect() throws InterruptedException {
        List<Autoscaler> autoscalers = List.of();
        Optional<String> failure = Optional.empty();
        try {
            Resource resource = WatchedResource.hpas(around.settings()).any();
            Listing<Autoscaler> listing =
                    new Listing<>(Autoscalers::read, around.settings().maxObjects());
            listing.read(around.api(), resource, Map.of(), around.tuning());
            autoscalers = List.copyOf(listing.records().values());
        } catch (ApiFailure e) {
            failure = Optional.of(e.message());
        }
        return new Inspection(externalMetrics(), autoscalers, failure);
    }

    private ApiServiceOwner externalMetrics() throws InterruptedException {
        try {
            KubeObject owner = around.api()
                    .object(
                            API_SERVICES,
                            "v1beta1." + EXTERNAL_METRICS,
                            around.tuning().deadline());
            String service = owner.text("spec", "service", "name");
            return service.isEmpty()
                    ? new ApiServiceOwner.Unknown("the APIService names no Service")
                    : new ApiServiceOwner.Served(owner.text("spec", "service", "namespace") + "/" + service);
        } catch (ApiFailure e) {
            return e.isAbsent() || !isServed()
                    ? new ApiServiceOwner.Nobody()
                    : new ApiServiceOwner.Unknown(e.message());
        }
    }

    /** Every account may list the API groups, but some accounts may not read the owners of the groups. */
    private boolean isServed() throws InterruptedException {
        try {
            return around.groups()
                    .best(new WatchedResource.ApiGroup(EXTERNAL_METRICS, List.of("v1beta1")))
                    .isPresent();
        } catch (ApiFailure e) {
            return true;
        }
    }
}
