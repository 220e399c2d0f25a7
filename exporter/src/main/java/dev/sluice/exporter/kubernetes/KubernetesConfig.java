package dev.sluice.exporter.kubernetes;

import dev.sluice.common.kubernetes.AccessSettings;
import dev.sluice.exporter.config.schema.ConfigSection;
import dev.sluice.exporter.config.schema.Key;
import dev.sluice.exporter.config.schema.SectionValues;
import dev.sluice.exporter.model.kubernetes.ObjectName;
import dev.sluice.exporter.publish.MachineGpusConfig;
import dev.sluice.exporter.publish.NodeSetConfig;
import dev.sluice.exporter.publish.ScalingConfig;
import java.nio.file.Path;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;

/** The Kubernetes objects to read, and the scaling of NodeSets. */
@ConfigSection("The cluster's objects in Kubernetes, and the scaling of its NodeSets.")
public record KubernetesConfig(
        @Key(meaning = "Reads Kubernetes: NodeSets, slurmd pods, nodes, HPAs and ScaledObjects.", byDefault = "false")
        boolean enabled,

        @Key(
                meaning = "Namespace of the cluster's NodeSets and pods.",
                absent = "all namespaces, which needs a ClusterRole",
                example = "slurm",
                word = "namespace")
        Optional<String> namespace,

        @Key(
                meaning = "Slinky's Controller object, if several Slurm clusters share the namespace.",
                absent = "any",
                example = "slurm",
                word = "name of a Controller")
        Optional<String> controller,

        @Key(
                meaning = "The kubeconfig file for the API server.",
                absent = "the service account of the exporter's pod",
                example = "/etc/sluice/kubeconfig")
        Optional<Path> kubeconfig,

        @Key(
                meaning = "Context in the kubeconfig file. Requires `kubeconfig`.",
                absent = "the file's current context",
                example = "research",
                word = "name of a context")
        Optional<String> context,

        @Key(
                meaning = "Reads Kubernetes nodes, the source of cordons and GPUs. Needs a ClusterRole.",
                byDefault = "true")
        boolean nodes,

        @Key(meaning = "The owners of each machine's GPUs.") MachineGpusConfig machineGpus,

        @Key(
                meaning = "Maximum number of objects of one kind. A larger list fails as `too_large`. A pod takes "
                        + "about 1 kB of memory.",
                byDefault = "50000",
                range = "1 to 10000000")
        int maxObjects,

        @Key(meaning = "Computation of the desired number of nodes.")
        ScalingConfig scaling,

        @Key(meaning = "Settings of single NodeSets, and the StatefulSets to read.", absent = "no settings")
        List<NodeSetConfig> nodeSets) {

    /** Uses the cluster's namespace for a NodeSet without a namespace. */
    public KubernetesConfig {
        String own = namespace.orElse("");
        nodeSets = nodeSets.stream().map(set -> set.within(own)).toList();
    }

    /**
     * Returns the access to the API server; without a kubeconfig, the access uses the service account of the exporter's
     * pod.
     */
    public AccessSettings access(Map<String, String> environment) {
        return kubeconfig
                .<AccessSettings>map(file -> new AccessSettings.Kubeconfig(file, context.orElse("")))
                .orElseGet(() -> AccessSettings.inCluster(environment));
    }

    Set<ObjectName> statefulSets() {
        return nodeSets.stream()
                .filter(set -> set.kind() == NodeSetConfig.NodeSetKind.STATEFULSET)
                .map(set -> new ObjectName(set.namespace(), set.name()))
                .collect(Collectors.toSet());
    }

    @ConfigSection.Check
    static void contextInKubeconfig(SectionValues in) {
        if (in.has("context") && !in.has("kubeconfig")) {
            in.problem("context", "requires kubeconfig, which holds the contexts");
        }
    }

    @ConfigSection.Check
    static void machinesForTheirGpus(SectionValues in) {
        if (in.value("machineGpus", MachineGpusConfig.class).enabled() && !in.value("nodes", Boolean.class)) {
            in.problem("machineGpus", "enabled", "requires nodes: true, because Kubernetes nodes list the GPUs");
        }
    }

    @ConfigSection.Check
    static void namespaces(SectionValues in) {
        String read = in.find("namespace", String.class).orElse("");
        Set<String> seen = new HashSet<>();
        for (NodeSetConfig given : in.items("nodeSets", NodeSetConfig.class)) {
            NodeSetConfig set = given.within(read);
            if (set.namespace().isEmpty()) {
                in.problem("nodeSets", set.name() + " has no namespace; expected namespace/" + set.name());
            } else if (!read.isEmpty() && !set.namespace().equals(read)) {
                in.problem("nodeSets", set.path() + " is outside the namespace to read, which is " + read);
            } else if (!seen.add(set.path())) {
                in.problem("nodeSets", set.path() + " is listed twice");
            }
        }
    }
}
