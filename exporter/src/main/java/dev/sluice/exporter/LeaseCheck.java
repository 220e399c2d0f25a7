package dev.sluice.exporter;

import dev.sluice.common.blocking.Waiting;
import dev.sluice.common.kubernetes.KubernetesClients;
import dev.sluice.common.net.EventLoop;
import dev.sluice.exporter.config.ExporterConfig;
import dev.sluice.exporter.doctor.CheckResult;
import dev.sluice.exporter.doctor.CheckResult.Level;
import dev.sluice.exporter.kubernetes.KubernetesSource;
import dev.sluice.exporter.kubernetes.LeaseRights;
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

    private final Map<String, String> environment;

    LeaseCheck(Map<String, String> environment) {
        this.environment = environment;
    }

    /** Returns the result for the first cluster, because all clusters of an exporter share the Lease. */
    List<CheckResult> results(ExporterConfig config) {
        CloudWatchConfig.Lease lease = config.cloudWatch().lease();
        if (!config.cloudWatch().enabled() || !lease.enabled()) {
            return List.of();
        }
        return config.clusters().stream()
                .limit(1)
                .map(cluster -> result(cluster.name(), lease))
                .toList();
    }

    private CheckResult result(String cluster, CloudWatchConfig.Lease config) {
        ObjectName lease = new ObjectName(config.namespace().orElseThrow(), config.name());
        String name = lease.namespace() + "/" + lease.name();
        try {
            List<String> denied = denied(config, lease);
            return denied.isEmpty()
                    ? new CheckResult(
                            Level.OK, cluster, CHECK, "the rights on the Lease " + name + " are sufficient", "")
                    : new CheckResult(
                            Level.FAILED,
                            cluster,
                            CHECK,
                            "the exporter's account may not " + String.join(" and ", denied) + " the Lease " + name,
                            "set exporter.cloudwatchLease.enabled of the chart, or grant the rights: docs/guides/cloudwatch.md");
        } catch (IOException e) {
            return new CheckResult(
                    Level.FAILED,
                    cluster,
                    CHECK,
                    "the rights on the Lease " + name + " are unknown: " + e.getMessage(),
                    "check cloudwatch.lease.kubeconfig, and with the same file: kubectl get --raw /readyz");
        }
    }

    private List<String> denied(CloudWatchConfig.Lease config, ObjectName lease) throws IOException {
        Vertx vertx = EventLoop.create();
        try (KubernetesClient client =
                KubernetesClients.open(vertx, config.access(environment), KubernetesSource.USER_AGENT)) {
            return LeaseRights.denied(client, lease);
        } catch (KubernetesClientException e) {
            throw new IOException(String.valueOf(e.getMessage()), e);
        } finally {
            Waiting.forResult(vertx.close().toCompletionStage());
        }
    }
}
