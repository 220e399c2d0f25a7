package dev.sluice.exporter.doctor;

import dev.sluice.exporter.api.view.ClusterView;
import dev.sluice.exporter.derive.scaling.PoolDemand;
import dev.sluice.exporter.model.Validity;
import dev.sluice.exporter.model.kubernetes.Inspection;
import dev.sluice.exporter.model.kubernetes.KubernetesSnapshot;
import dev.sluice.exporter.model.kubernetes.ObjectName;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * The data of a cluster. Every source has been read once.
 *
 * @param view view from which the metrics are computed
 * @param clockAhead time by which slurmctld's clock is ahead of the exporter's; negative if slurmctld's clock is behind
 * @param token token for slurmrestd
 * @param kubernetes the cluster's Kubernetes; empty for a cluster without Kubernetes
 */
public record Examined(ClusterView view, Duration clockAhead, Token token, Optional<Kubernetes> kubernetes) {

    /**
     * The readable data of the token for slurmrestd.
     *
     * @param validity validity of the token
     * @param user Slurm user of the token
     */
    public record Token(Optional<Validity> validity, Optional<String> user) {}

    /**
     * The Kubernetes of a cluster.
     *
     * @param snapshot objects that the exporter reads
     * @param inspection results of the doctor's own requests
     */
    public record Kubernetes(KubernetesSnapshot snapshot, Inspection inspection) {}

    private Map<ObjectName, Long> desired() {
        return view.demand().demand().stream()
                .flatMap(demand -> demand.pools().stream())
                .collect(Collectors.toMap(
                        pool -> new ObjectName(
                                pool.pool().namespace(), pool.pool().name()),
                        PoolDemand::desired,
                        Math::max));
    }

    /** Runs all checks. */
    List<Finding> findings(Instant now) {
        return Stream.of(
                        SlurmChecks.of(this, now),
                        KubernetesChecks.of(this, now),
                        kubernetes()
                                .map(found -> AutoscalerChecks.of(view.name(), found, desired()))
                                .orElse(List.of()))
                .flatMap(List::stream)
                .toList();
    }
}
