package dev.sluice.exporter.derive.join;

import dev.sluice.exporter.model.SlurmSource;
import dev.sluice.exporter.model.SourceStatus;
import dev.sluice.exporter.model.kubernetes.KubernetesSnapshot;
import dev.sluice.exporter.model.kubernetes.ResourceStatus;
import java.util.List;
import java.util.stream.Stream;

/** Whether the lists are whole in which Slurm's nodes and Kubernetes' pods look for each other. */
public final class Completeness {

    private Completeness() {}

    /**
     * False where records of nodes, pods or NodeSets could not be read: what is not found may be one of those.
     *
     * @param slurm the state of Slurm's sources
     */
    public static boolean of(List<SourceStatus> slurm, KubernetesSnapshot kubernetes) {
        Stream<SourceStatus> nodes = slurm.stream().filter(SlurmSource.NODES::is);
        Stream<SourceStatus> objects = kubernetes.resources().stream()
                .map(ResourceStatus::source)
                .filter(source -> source.source().startsWith("kube-pods-")
                        || source.source().startsWith("kube-nodesets-"));
        return Stream.concat(nodes, objects).allMatch(source -> source.unreadable() == 0);
    }
}
