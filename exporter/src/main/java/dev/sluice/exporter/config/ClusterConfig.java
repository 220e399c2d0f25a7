package dev.sluice.exporter.config;

import dev.sluice.exporter.config.schema.ConfigSection;
import dev.sluice.exporter.config.schema.Key;
import dev.sluice.exporter.kubernetes.KubernetesConfig;

/** One Slurm cluster to watch. */
@ConfigSection("The Slurm clusters. A failing cluster does not affect the others.")
public record ClusterConfig(
        @Key(meaning = "Value of the label `cluster`. Unique.", example = "research", maxLength = 128)
        String name,

        @Key(meaning = "The connection to slurmrestd.") SlurmConfig slurm,

        @Key(
                meaning = "The cluster's objects in Kubernetes, and the scaling of its NodeSets.",
                shownWhereChanged = true)
        KubernetesConfig kubernetes) {}
