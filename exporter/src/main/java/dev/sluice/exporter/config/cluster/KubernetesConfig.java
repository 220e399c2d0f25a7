package dev.sluice.exporter.config.cluster;

import dev.sluice.exporter.config.schema.Check;
import dev.sluice.exporter.config.schema.Key;
import dev.sluice.exporter.config.schema.Section;
import dev.sluice.exporter.config.schema.SectionType;
import dev.sluice.exporter.config.schema.SectionValues;
import java.nio.file.Path;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/** What of Kubernetes is read, and how NodeSets are sized. */
@Section("What Kubernetes knows of the cluster, and the sizes of its NodeSets.")
public record KubernetesConfig(
        @Key(
                meaning = "Whether Kubernetes is read, too: NodeSets, slurmd pods, nodes, HPAs and ScaledObjects.",
                byDefault = "false")
        boolean enabled,

        @Key(
                meaning = "The namespace of the cluster's NodeSets and pods.",
                absent = "all namespaces, which needs a ClusterRole",
                example = "slurm",
                word = "namespace")
        Optional<String> namespace,

        @Key(
                meaning = "The name of Slinky's Controller object, where several Slurm clusters share the namespace.",
                absent = "any",
                example = "slurm",
                word = "name of a Controller")
        Optional<String> controller,

        @Key(
                meaning = "The kubeconfig file that says where the API server is and who we are.",
                absent = "the service account of our own pod",
                example = "/etc/sluice/kubeconfig")
        Optional<Path> kubeconfig,

        @Key(
                meaning = "The context in the kubeconfig file. Only together with `kubeconfig`.",
                absent = "the file's current context",
                example = "research",
                word = "name of a context")
        Optional<String> context,

        @Key(
                meaning = "Whether Kubernetes nodes are read, which needs a ClusterRole: cordons and GPUs come from"
                        + " there.",
                byDefault = "true")
        boolean nodes,

        @Key(
                meaning = "How many pods, NodeSets, nodes, HPAs or ScaledObjects are kept. More are refused as"
                        + " `too_large`. A pod takes about 1 kB of memory.",
                byDefault = "50000",
                range = "1 to 10000000")
        int maxObjects,

        @Key(meaning = "How the number of nodes that a NodeSet should have is made.")
        ScalingConfig scaling,

        @Key(
                meaning = "What operators say of NodeSets, and StatefulSets that are to be read.",
                absent = "nothing is said of any")
        List<NodeSetConfig> nodeSets) {

    /** What holds unless the file says otherwise. */
    public static final KubernetesConfig DEFAULTS =
            SectionType.of(KubernetesConfig.class).defaults();

    /** A NodeSet without a namespace is in the one that is read. */
    public KubernetesConfig {
        String own = namespace.orElse("");
        nodeSets = nodeSets.stream().map(set -> set.within(own)).toList();
    }

    @Check
    static void contextInKubeconfig(SectionValues in) {
        if (in.has("context") && !in.has("kubeconfig")) {
            in.problem("context", "only together with kubeconfig, which holds the contexts");
        }
    }

    @Check
    static void namespaces(SectionValues in) {
        String read = in.find("namespace", String.class).orElse("");
        Set<String> seen = new HashSet<>();
        for (NodeSetConfig given : in.items("nodeSets", NodeSetConfig.class)) {
            NodeSetConfig set = given.within(read);
            if (set.namespace().isEmpty()) {
                in.problem("nodeSets", set.name() + " has no namespace; expected namespace/" + set.name());
            } else if (!read.isEmpty() && !set.namespace().equals(read)) {
                in.problem("nodeSets", set.path() + " is not in the namespace that is read, which is " + read);
            } else if (!seen.add(set.path())) {
                in.problem("nodeSets", set.path() + " is there twice");
            }
        }
    }
}
