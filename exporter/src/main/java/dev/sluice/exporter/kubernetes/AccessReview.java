package dev.sluice.exporter.kubernetes;

import dev.sluice.common.kubernetes.ApiClient;
import dev.sluice.common.kubernetes.KubernetesRequest;
import dev.sluice.exporter.kubernetes.decode.AutoscalerJson;
import io.vertx.core.Future;
import io.vertx.core.json.JsonObject;
import java.util.Optional;

/** A SelfSubjectAccessReview: the API server itself reports whether Sluice's account has a permission. */
final class AccessReview {

    private static final KubernetesRequest.Resource REVIEWS =
            new KubernetesRequest.Resource("authorization.k8s.io", "v1", "selfsubjectaccessreviews", Optional.empty());

    private AccessReview() {}

    /**
     * Returns whether Sluice's account has the permission.
     *
     * @param name name of the object; empty for all objects
     */
    static Future<Boolean> allowed(ApiClient client, String verb, KubernetesRequest.Resource resource, String name) {
        JsonObject attributes = new JsonObject()
                .put("verb", verb)
                .put("group", resource.group())
                .put("resource", resource.plural())
                // An empty namespace means all namespaces; for cluster-scoped resources, no namespace.
                .put("namespace", resource.namespace().orElse(""));
        if (!name.isEmpty()) {
            attributes.put("name", name);
        }
        JsonObject review = new JsonObject()
                .put("apiVersion", REVIEWS.apiVersion())
                .put("kind", "SelfSubjectAccessReview")
                .put("spec", new JsonObject().put("resourceAttributes", attributes));
        return client.json(KubernetesRequest.create(REVIEWS, review.encode()))
                .map(answer -> Boolean.TRUE.equals(
                        AutoscalerJson.object(answer, "status").getValue("allowed")));
    }
}
