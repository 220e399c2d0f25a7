package dev.sluice.exporter.publish;

import dev.sluice.exporter.derive.SeriesBudget;
import dev.sluice.exporter.derive.join.ClusterJoin;
import dev.sluice.exporter.derive.machine.MachineGpus;
import dev.sluice.exporter.derive.machine.MachineSources;
import dev.sluice.exporter.derive.machine.MachineSplit;
import dev.sluice.exporter.derive.machine.PoolGpus;
import dev.sluice.exporter.metrics.Publication;
import dev.sluice.exporter.metrics.cluster.MachineMetrics;
import dev.sluice.exporter.model.SourceStatus;
import dev.sluice.exporter.model.cluster.ClusterSnapshot;
import dev.sluice.exporter.model.kubernetes.KubernetesSnapshot;
import java.util.Map;
import java.util.Optional;

/** Publishes the GPUs of a cluster's Kubernetes nodes by owner. */
final class MachinePublications {

    private static final String SOURCE = "machines";

    private final MachineGpusConfig config;

    MachinePublications(MachineGpusConfig config) {
        this.config = config;
    }

    /**
     * Returns the metrics; empty if disabled, and while a source is missing or incomplete. Earlier metrics then stay
     * until the data is too old.
     *
     * @param nodes status of Slurm's nodes after the response
     */
    Optional<Publication> of(ClusterSnapshot slurm, SourceStatus nodes, KubernetesSnapshot kubernetes) {
        if (!config.enabled()) {
            return Optional.empty();
        }
        return MachineSources.expiry(nodes, kubernetes).map(expiresAt -> {
            // The configured values of NodeSets do not change the join of nodes with pods.
            MachineSplit split = MachineSplit.of(
                    kubernetes,
                    ClusterJoin.of(slurm, kubernetes, Map.of()).nodes().values());
            MachineMetrics metrics = new MachineMetrics(
                    slurm.cluster(),
                    SeriesBudget.keep(split.machines(), MachineGpus.BY_GPUS_AND_NAME, unused -> 1, config.machines()),
                    PoolGpus.of(split, config.namespaces()));
            return new Publication(slurm.cluster(), SOURCE, metrics, expiresAt);
        });
    }
}
