package dev.sluice.exporter.derive.gpu;

import dev.sluice.exporter.model.SourceStatus;
import dev.sluice.exporter.model.kubernetes.KubernetesSnapshot;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;

/** Checks whether the sources of the machines' GPUs were read completely. */
public final class MachineSources {

    private MachineSources() {}

    /**
     * Returns the time at which the oldest required data is withdrawn; empty if required data has not been read, or has
     * unreadable records: the GPUs of a missing pod would count as free.
     *
     * @param nodes status of Slurm's nodes
     */
    public static Optional<Instant> expiry(SourceStatus nodes, KubernetesSnapshot kubernetes) {
        if (kubernetes.nodes().isEmpty() || kubernetes.gpuPods().isEmpty()) {
            return Optional.empty();
        }
        List<SourceStatus> needed = Stream.concat(
                        Stream.of(nodes), kubernetes.resources().stream().filter(MachineSources::needed))
                .toList();
        boolean complete = needed.stream()
                .allMatch(source -> source.observedAt().isPresent()
                        && source.unreadable() == 0
                        && source.problem().isEmpty());
        return complete ? needed.stream().map(SourceStatus::expiresAt).min(Instant::compareTo) : Optional.empty();
    }

    private static boolean needed(SourceStatus source) {
        return source.source().equals("kube-nodes")
                || source.source().equals("kube-gpu-pods")
                || source.source().startsWith("kube-pods-");
    }
}
