package dev.sluice.exporter.config.cluster;

import dev.sluice.exporter.config.schema.Key;
import dev.sluice.exporter.config.schema.Section;

/** One Slurm cluster to watch. */
@Section("One Slurm cluster to watch.")
public record ClusterConfig(
        @Key(
                meaning = "The value of the label `cluster`. No two clusters may share it.",
                example = "research",
                maxLength = 128)
        String name,

        @Key(meaning = "How the cluster's slurmrestd is reached.")
        SlurmConfig slurm,

        @Key(meaning = "What Kubernetes knows of the cluster, and the sizes of its NodeSets.", shownWhereChanged = true)
        KubernetesConfig kubernetes) {}
