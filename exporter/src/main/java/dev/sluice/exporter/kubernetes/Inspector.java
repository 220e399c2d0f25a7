package dev.sluice.exporter.kubernetes;

import dev.sluice.common.kubernetes.ApiClient;
import dev.sluice.common.kubernetes.ApiFailure;
import dev.sluice.common.kubernetes.KubernetesRequest;
import dev.sluice.exporter.kubernetes.decode.AutoscalerJson;
import dev.sluice.exporter.model.kubernetes.AccessRight;
import dev.sluice.exporter.model.kubernetes.ApiServiceOwner;
import dev.sluice.exporter.model.kubernetes.Autoscaler;
import dev.sluice.exporter.model.kubernetes.Inspection;
import io.vertx.core.Future;
import io.vertx.core.json.JsonObject;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;

/**
 * Reads data from an API server that only {@code sluice doctor} needs. Sends a few small requests. The requests require
 * no additional permissions.
 */
record Inspector(ApiClient client, KubernetesSettings settings) {

    private static final KubernetesRequest.Resource API_SERVICES =
            new KubernetesRequest.Resource("apiregistration.k8s.io", "v1", "apiservices", Optional.empty());
    private static final String EXTERNAL_METRICS = "external.metrics.k8s.io";
    /** The permissions that a source needs: a source lists a resource, then watches the resource. */
    private static final List<String> VERBS = List.of("list", "watch");

    private static final int PAGE_SIZE = 500;
    /** Maximum number of pages. This number of pages contains more autoscalers than a Slurm cluster has. */
    private static final int MAX_PAGES = 20;

    Future<Inspection> inspect(List<ResourceWatch<?>> watches) {
        List<Future<AccessRight>> rights = watches.stream()
                .flatMap(watch -> VERBS.stream().map(verb -> right(watch, verb)))
                .toList();
        Future<List<AccessRight>> allRights = Future.all(rights).map(all -> all.<AccessRight>list());
        Future<List<Autoscaler>> autoscalers = autoscalers("", MAX_PAGES);
        Future<ApiServiceOwner> owner = externalMetrics();
        return Future.join(allRights, autoscalers, owner)
                .otherwiseEmpty()
                .map(unused -> new Inspection(
                        owner.result(),
                        allRights.succeeded() ? allRights.result() : List.of(),
                        autoscalers.succeeded() ? autoscalers.result() : List.of(),
                        Stream.of(allRights, autoscalers)
                                .filter(Future::failed)
                                .map(failed -> ApiFailure.of(failed.cause()).message())
                                .findFirst()));
    }

    private Future<AccessRight> right(ResourceWatch<?> watch, String verb) {
        KubernetesRequest.Resource resource = watch.anyVersion();
        return AccessReview.allowed(client, verb, resource, "")
                .map(allowed -> new AccessRight(watch.source(), verb, resource.words(), allowed));
    }

    private Future<List<Autoscaler>> autoscalers(String next, int pages) {
        KubernetesRequest.Resource resource = WatchedResources.hpas().at("", settings);
        return client.json(KubernetesRequest.list(resource, KubernetesRequest.Selector.labels(""), PAGE_SIZE, next))
                .compose(page -> {
                    List<Autoscaler> found = new ArrayList<>();
                    AutoscalerJson.objects(page, "items")
                            .map(AutoscalerJson::read)
                            .forEach(found::add);
                    String more = AutoscalerJson.text(AutoscalerJson.object(page, "metadata"), "continue");
                    return more.isEmpty() || pages == 1
                            ? Future.succeededFuture(found)
                            : autoscalers(more, pages - 1).map(rest -> {
                                found.addAll(rest);
                                return found;
                            });
                });
    }

    private Future<ApiServiceOwner> externalMetrics() {
        return client.json(KubernetesRequest.get(API_SERVICES, "v1beta1." + EXTERNAL_METRICS))
                .map(Inspector::owner)
                .recover(failure -> {
                    ApiFailure known = ApiFailure.of(failure);
                    return known.remedy() == ApiFailure.Remedy.REDISCOVER
                            ? Future.succeededFuture(new ApiServiceOwner.Nobody())
                            : unreadableOwner(known);
                });
    }

    /**
     * Distinguishes a missing API group from an unreadable owner. Every account has permission to list the API groups,
     * but some accounts have no permission to read the owners of the groups.
     */
    private Future<ApiServiceOwner> unreadableOwner(ApiFailure failure) {
        return client.json(KubernetesRequest.groups())
                .<ApiServiceOwner>map(groups -> AutoscalerJson.objects(groups, "groups")
                                .anyMatch(group ->
                                        AutoscalerJson.text(group, "name").equals(EXTERNAL_METRICS))
                        ? new ApiServiceOwner.Unknown(failure.message())
                        : new ApiServiceOwner.Nobody())
                .otherwise(new ApiServiceOwner.Unknown(failure.message()));
    }

    private static ApiServiceOwner owner(JsonObject apiService) {
        JsonObject service = AutoscalerJson.object(AutoscalerJson.object(apiService, "spec"), "service");
        return service.isEmpty()
                ? new ApiServiceOwner.Unknown("the APIService names no Service")
                : new ApiServiceOwner.Served(service.getValue("namespace") + "/" + service.getValue("name"));
    }
}
