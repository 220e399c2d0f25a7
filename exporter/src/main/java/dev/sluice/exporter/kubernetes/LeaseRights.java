package dev.sluice.exporter.kubernetes;

import dev.sluice.common.kubernetes.ApiClient;
import dev.sluice.common.kubernetes.KubernetesAccess;
import dev.sluice.common.kubernetes.Timers;
import dev.sluice.exporter.model.kubernetes.ObjectName;
import dev.sluice.exporter.poll.Time;
import io.vertx.core.Future;
import io.vertx.core.Vertx;
import java.util.List;
import java.util.stream.IntStream;

/** The permissions that a {@link LeaseCandidate} needs. */
public final class LeaseRights {

    private static final String CREATE = "create";
    private static final List<String> VERBS = List.of(CREATE, "get", "update");

    private LeaseRights() {}

    /** Returns the verbs on the Lease that the API server denies to Sluice's account. */
    public static Future<List<String>> denied(Vertx vertx, Time time, KubernetesAccess access, ObjectName lease) {
        ApiClient client = new ApiClient(vertx, access, KubernetesSource.USER_AGENT, Timers.of(vertx, time.nanoTime()));
        List<Future<Boolean>> allowed = VERBS.stream()
                // RBAC cannot restrict "create" to a name.
                .map(verb -> AccessReview.allowed(
                        client, verb, LeaseCandidate.resource(lease), verb.equals(CREATE) ? "" : lease.name()))
                .toList();
        return Future.all(allowed)
                .map(unused -> IntStream.range(0, VERBS.size())
                        .filter(i -> !allowed.get(i).result())
                        .mapToObj(VERBS::get)
                        .toList())
                .eventually(client::close);
    }
}
