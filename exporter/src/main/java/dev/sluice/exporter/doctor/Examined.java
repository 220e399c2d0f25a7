package dev.sluice.exporter.doctor;

import dev.sluice.exporter.api.view.ClusterView;
import dev.sluice.exporter.model.Validity;
import dev.sluice.exporter.model.kubernetes.Inspection;
import dev.sluice.exporter.model.kubernetes.KubernetesSnapshot;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;

/**
 * What is known of a cluster after every source has been read once.
 *
 * @param view what its numbers are made of
 * @param clockAhead by how much slurmctld's clock is ahead of ours; negative where it is behind
 * @param token the token for slurmrestd
 * @param kubernetes its Kubernetes; empty without
 */
public record Examined(ClusterView view, Duration clockAhead, Token token, Optional<Kubernetes> kubernetes) {

    /**
     * The token for slurmrestd, as far as it can be read.
     *
     * @param validity until when it is valid
     * @param user its user in Slurm
     */
    public record Token(Optional<Validity> validity, Optional<String> user) {

        /** None, or one that says nothing. */
        public static final Token UNKNOWN = new Token(Optional.empty(), Optional.empty());
    }

    /**
     * The Kubernetes of a cluster.
     *
     * @param snapshot the objects that the exporter reads
     * @param inspection the answers to the doctor's own questions
     */
    public record Kubernetes(KubernetesSnapshot snapshot, Inspection inspection) {}

    /** All checks. */
    List<Finding> findings(Instant now) {
        return Stream.of(
                        SlurmChecks.of(this, now),
                        KubernetesChecks.of(this, now),
                        kubernetes()
                                .map(found -> AutoscalerChecks.of(view.name(), found))
                                .orElse(List.of()))
                .flatMap(List::stream)
                .toList();
    }
}
