package dev.sluice.exporter.derive.join;

import dev.sluice.exporter.model.SlurmSource;
import dev.sluice.exporter.model.SourceStatus;
import dev.sluice.exporter.model.kubernetes.KubernetesSnapshot;
import java.util.List;
import java.util.stream.Stream;

/** Checks whether the lists of Slurm nodes, pods and NodeSets are complete. */
public final class Completeness {

    private Completeness() {}

    /**
     * Returns false if a record of a node, pod or NodeSet could not be read: the unreadable record may be the object
     * that seems to be missing.
     *
     * @param slurm status of Slurm's sources
     */
    public static boolean of(List<SourceStatus> slurm, KubernetesSnapshot kubernetes) {
        Stream<SourceStatus> nodes = slurm.stream().filter(SlurmSource.NODES::is);
        Stream<SourceStatus> objects = kubernetes.resources().stream()
                .filter(source -> source.source().startsWith("kube-pods-")
                        || source.source().startsWith("kube-nodesets-"));
        return Stream.concat(nodes, objects).allMatch(source -> source.unreadable() == 0);
    }
}
