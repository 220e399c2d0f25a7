package dev.sluice.exporter.config;

import dev.sluice.exporter.config.schema.Absence;
import dev.sluice.exporter.config.schema.Key;
import dev.sluice.exporter.config.schema.Section;
import dev.sluice.exporter.config.schema.SectionReader;
import dev.sluice.exporter.config.schema.Texts;
import java.util.List;
import java.util.Optional;

/** The keys of one item of {@code clusters}. */
final class ClusterSection {

    static final Key<ClusterConfig, String> NAME = Key.required(
            "name",
            Texts.visible(128),
            "research",
            "The value of the label `cluster`. No two clusters may share it.",
            ClusterConfig::name);

    private static final Key<ClusterConfig, SlurmConfig> SLURM = Key.required(
            "slurm", SlurmSection.SECTION, "", "How the cluster's slurmrestd is reached.", ClusterConfig::slurm);

    /** Of a cluster without Kubernetes there is nothing to describe. */
    private static final Key<ClusterConfig, KubernetesConfig> KUBERNETES = new Key<>(
            "kubernetes",
            KubernetesSection.SECTION,
            new Absence.Default<>(KubernetesConfig.DEFAULTS),
            "",
            "What Kubernetes knows of the cluster, and the sizes of its NodeSets.",
            cluster -> Optional.of(cluster.kubernetes()).filter(known -> !known.equals(KubernetesConfig.DEFAULTS)));

    static final Section<ClusterConfig> SECTION =
            new Section<>("One Slurm cluster to watch.", List.of(NAME, SLURM, KUBERNETES), ClusterSection::bind);

    private ClusterSection() {}

    private static Optional<ClusterConfig> bind(SectionReader in) {
        Optional<String> name = in.find(NAME);
        Optional<SlurmConfig> slurm = in.find(SLURM);
        KubernetesConfig kubernetes = in.value(KUBERNETES);
        return name.flatMap(label -> slurm.map(found -> new ClusterConfig(label, found, kubernetes)));
    }
}
