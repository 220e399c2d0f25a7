package dev.sluice.exporter.doctor;

import dev.sluice.exporter.api.ExporterStatus.ClusterView;
import dev.sluice.exporter.derive.scaling.PoolDemand;
import dev.sluice.exporter.doctor.CheckResults.CheckResult;
import dev.sluice.exporter.model.Validity;
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
 * @param access how the exporter connects to slurmrestd
 * @param kubernetes the cluster's Kubernetes objects; empty for a cluster without Kubernetes
 */
public record Examined(
        ClusterView view, Duration clockAhead, Connection access, Optional<KubernetesSnapshot> kubernetes) {

    /**
     * How the exporter connects to slurmrestd.
     *
     * @param url {@code slurm.url}; never contains credentials
     * @param user {@code slurm.user}; empty for the token's user
     * @param versionIsSet true if {@code slurm.apiVersion} names a version
     * @param token the readable data of the token
     */
    public record Connection(String url, String user, boolean versionIsSet, Token token) {}

    /**
     * The readable data of the token for slurmrestd.
     *
     * @param problem reason why the token cannot be sent, as the rest of a sentence after "the token"
     * @param validity validity of the token
     * @param user Slurm user of the token
     */
    public record Token(Optional<String> problem, Optional<Validity> validity, Optional<String> user) {

        public static final Token NONE = new Token(Optional.empty(), Optional.empty(), Optional.empty());
    }

    private Map<ObjectName, Long> desired() {
        return view.signal().demand().stream()
                .flatMap(demand -> demand.pools().stream())
                .collect(Collectors.toMap(pool -> pool.pool().objectName(), PoolDemand::desired, Math::max));
    }

    List<CheckResult> results(Instant now) {
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
