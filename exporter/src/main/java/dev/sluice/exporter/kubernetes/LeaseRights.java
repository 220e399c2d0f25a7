package dev.sluice.exporter.kubernetes;

import dev.sluice.exporter.model.kubernetes.ObjectName;
import io.fabric8.kubernetes.api.model.authorization.v1.SelfSubjectAccessReview;
import io.fabric8.kubernetes.api.model.authorization.v1.SelfSubjectAccessReviewBuilder;
import io.fabric8.kubernetes.client.KubernetesClient;
import java.util.List;
import java.util.Optional;

/** The permissions that a {@link LeaseCandidate} needs, according to the API server (SelfSubjectAccessReview). */
public final class LeaseRights {

    private static final String CREATE = "create";
    private static final List<String> VERBS = List.of(CREATE, "get", "update");

    private LeaseRights() {}

    /** Returns the verbs on the Lease that the API server denies to Sluice's account. Blocks. */
    public static List<String> denied(KubernetesClient client, ObjectName lease) {
        Resource leases = new Resource("coordination.k8s.io", "v1", "leases", Optional.of(lease.namespace()));
        return VERBS.stream()
                // RBAC cannot restrict "create" to a name.
                .filter(verb -> !allowed(client, verb, leases, verb.equals(CREATE) ? "" : lease.name()))
                .toList();
    }

    private static boolean allowed(KubernetesClient client, String verb, Resource resource, String name) {
        SelfSubjectAccessReview review = new SelfSubjectAccessReviewBuilder()
                .withNewSpec()
                .withNewResourceAttributes()
                .withVerb(verb)
                .withGroup(resource.group())
                .withResource(resource.plural())
                // An empty namespace means all namespaces; for cluster-scoped resources, no namespace.
                .withNamespace(resource.namespace().orElse(""))
                .withName(name.isEmpty() ? null : name)
                .endResourceAttributes()
                .endSpec()
                .build();
        return client.authorization()
                .v1()
                .selfSubjectAccessReview()
                .create(review)
                .getStatus()
                .getAllowed();
    }
}
