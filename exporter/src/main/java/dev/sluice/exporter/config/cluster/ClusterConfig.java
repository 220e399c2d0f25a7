package dev.sluice.exporter.config.cluster;

import dev.sluice.exporter.config.schema.Key;
import dev.sluice.exporter.config.schema.Section;

/** One Slurm cluster to watch. */
@Section("One Slurm cluster to watch.")
public record ClusterConfig(
        @Key(
                meaning = "The value of the label `cluster`, unique among the clusters.",
                example = "research",
                maxLength = 128)
        String name,

        @Key(meaning = "The connection to the cluster's slurmrestd.")
        SlurmConfig slurm,

        @Key(
                meaning = "The cluster's objects in Kubernetes, and the scaling of its NodeSets.",
                shownWhereChanged = true)
        KubernetesConfig kubernetes) {}
