package dev.sluice.exporter.config;

/**
 * One Slurm cluster to watch.
 *
 * @param name value of the {@code cluster} label, unique among the clusters
 * @param slurm how its slurmrestd is reached
 * @param kubernetes what of Kubernetes is read
 */
public record ClusterConfig(String name, SlurmConfig slurm, KubernetesConfig kubernetes) {}
