package dev.sluice.exporter;

import dev.sluice.common.blocking.Waiting;
import dev.sluice.common.kubernetes.KubernetesClients;
import dev.sluice.common.net.EventLoop;
import dev.sluice.exporter.config.ExporterConfig;
import dev.sluice.exporter.doctor.CheckResult;
import dev.sluice.exporter.doctor.CheckResults;
import dev.sluice.exporter.kubernetes.KubernetesSource;
import dev.sluice.exporter.kubernetes.LeaseCandidate;
import dev.sluice.exporter.model.kubernetes.ObjectName;
import dev.sluice.exporter.sink.cloudwatch.CloudWatchConfig;
import io.fabric8.kubernetes.client.KubernetesClient;
import io.fabric8.kubernetes.client.KubernetesClientException;
import io.vertx.core.Vertx;
import java.io.IOException;
import java.util.List;
import java.util.Map;

/** Checks the permissions on the Lease that elects the CloudWatch publisher. Blocks the calling thread. */
final class LeaseCheck {

    private static final String CHECK = "cloudwatch-lease";

    private LeaseCheck() {}

    /** Returns the result for the first cluster, because all clusters of an exporter share the Lease. */
    static List<CheckResult> results(ExporterConfig config, Map<String, String> environment) throws IOException {
        CloudWatchConfig.Lease lease = config.cloudWatch().lease();
        if (!config.cloudWatch().enabled() || !lease.enabled()) {
            return List.of();
        }
        CheckResults results = new CheckResults(config.clusters().get(0).name());
        ObjectName object = new ObjectName(lease.namespace().orElseThrow(), lease.name());
        String name = object.namespace() + "/" + object.name();
        Vertx vertx = EventLoop.create();
        try (KubernetesClient client =
                KubernetesClients.open(vertx, lease.access(environment), KubernetesSource.USER_AGENT)) {
            List<String> denied = LeaseCandidate.denied(client, object);
            if (denied.isEmpty()) {
                results.ok(CHECK, "the rights on the Lease " + name + " are sufficient");
            } else {
                results.failed(
                        CHECK,
                        "the exporter's account may not " + String.join(" and ", denied) + " the Lease " + name,
                        "set exporter.cloudwatchLease.enabled of the chart, or grant the rights:"
                                + " docs/guides/cloudwatch.md");
            }
        } catch (IOException | KubernetesClientException e) {
            results.failed(
                    CHECK,
                    "the rights on the Lease " + name + " are unknown: " + e.getMessage(),
                    "check cloudwatch.lease.kubeconfig, and with the same file: kubectl get --raw /readyz");
        } finally {
            Waiting.forResult(vertx.close().toCompletionStage());
        }
        return results.all();
    }
}
