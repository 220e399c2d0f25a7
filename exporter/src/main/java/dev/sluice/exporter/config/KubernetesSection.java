package dev.sluice.exporter.config;

import dev.sluice.exporter.config.schema.FileTypes;
import dev.sluice.exporter.config.schema.FlagType;
import dev.sluice.exporter.config.schema.IntegerType;
import dev.sluice.exporter.config.schema.Key;
import dev.sluice.exporter.config.schema.ListOf;
import dev.sluice.exporter.config.schema.Section;
import dev.sluice.exporter.config.schema.SectionReader;
import dev.sluice.exporter.config.schema.Texts;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/** The keys under {@code kubernetes}. */
final class KubernetesSection {

    private static final Key<KubernetesConfig, Boolean> ENABLED = Key.withDefault(
            "enabled",
            new FlagType(),
            KubernetesConfig.DEFAULTS.enabled(),
            "Whether Kubernetes is read, too: NodeSets, slurmd pods, nodes, HPAs and ScaledObjects.",
            KubernetesConfig::enabled);

    private static final Key<KubernetesConfig, String> NAMESPACE = Key.optional(
            "namespace",
            Texts.word("namespace"),
            "all namespaces, which needs a ClusterRole",
            "slurm",
            "The namespace of the cluster's NodeSets and pods.",
            KubernetesConfig::namespace);

    private static final Key<KubernetesConfig, String> CONTROLLER = Key.optional(
            "controller",
            Texts.word("name of a Controller"),
            "any",
            "slurm",
            "The name of Slinky's Controller object, where several Slurm clusters share the namespace.",
            KubernetesConfig::controller);

    private static final Key<KubernetesConfig, Path> KUBECONFIG = Key.optional(
            "kubeconfig",
            FileTypes.eventual(),
            "the service account of our own pod",
            "/etc/sluice/kubeconfig",
            "The kubeconfig file that says where the API server is and who we are.",
            KubernetesConfig::kubeconfig);

    private static final Key<KubernetesConfig, String> CONTEXT = Key.optional(
            "context",
            Texts.word("name of a context"),
            "the file's current context",
            "research",
            "The context in the kubeconfig file. Only together with `kubeconfig`.",
            KubernetesConfig::context);

    private static final Key<KubernetesConfig, Boolean> NODES = Key.withDefault(
            "nodes",
            new FlagType(),
            KubernetesConfig.DEFAULTS.nodes(),
            "Whether Kubernetes nodes are read, which needs a ClusterRole: cordons and GPUs come from there.",
            KubernetesConfig::nodes);

    private static final Key<KubernetesConfig, Integer> MAX_OBJECTS = Key.withDefault(
            "maxObjects",
            new IntegerType(1, 10_000_000),
            KubernetesConfig.DEFAULTS.maxObjects(),
            "How many pods, NodeSets, nodes, HPAs or ScaledObjects are kept. More are refused as `too_large`. A pod takes"
                    + " about 1 kB of memory.",
            KubernetesConfig::maxObjects);

    private static final Key<KubernetesConfig, ScalingConfig> SCALING = Key.withDefault(
            "scaling",
            ScalingSection.SECTION,
            ScalingConfig.DEFAULTS,
            "How the number of nodes that a NodeSet should have is made.",
            KubernetesConfig::scaling);

    private static final Key<KubernetesConfig, List<NodeSetConfig>> NODE_SETS = Key.optional(
            "nodeSets",
            new ListOf<>(NodeSetSection.SECTION, NodeSetSection.NAME),
            "nothing is said of any",
            "",
            "What operators say of NodeSets, and StatefulSets that are to be read.",
            kubernetes -> Optional.of(kubernetes.nodeSets()).filter(sets -> !sets.isEmpty()));

    static final Section<KubernetesConfig> SECTION = new Section<>(
            "What Kubernetes knows of the cluster, and the sizes of its NodeSets.",
            List.of(ENABLED, NAMESPACE, CONTROLLER, KUBECONFIG, CONTEXT, NODES, MAX_OBJECTS, SCALING, NODE_SETS),
            KubernetesSection::bind);

    private KubernetesSection() {}

    private static Optional<KubernetesConfig> bind(SectionReader in) {
        Optional<String> namespace = in.find(NAMESPACE);
        Optional<Path> kubeconfig = in.find(KUBECONFIG);
        Optional<String> context = in.find(CONTEXT);
        if (in.has(CONTEXT) && !in.has(KUBECONFIG)) {
            in.problem(CONTEXT, "only together with kubeconfig, which holds the contexts");
        }
        return Optional.of(new KubernetesConfig(
                in.value(ENABLED),
                namespace,
                in.find(CONTROLLER),
                kubeconfig,
                context,
                in.value(NODES),
                in.value(MAX_OBJECTS),
                in.value(SCALING),
                nodeSets(in, namespace)));
    }

    private static List<NodeSetConfig> nodeSets(SectionReader in, Optional<String> namespace) {
        List<NodeSetConfig> placed = new ArrayList<>();
        Set<String> seen = new HashSet<>();
        for (NodeSetConfig set : in.find(NODE_SETS).orElse(List.of())) {
            String own = set.namespace().isEmpty() ? namespace.orElse("") : set.namespace();
            if (own.isEmpty()) {
                in.problem(NODE_SETS, set.name() + " has no namespace; expected namespace/" + set.name());
            } else if (namespace.isPresent() && !own.equals(namespace.get())) {
                in.problem(
                        NODE_SETS,
                        own + "/" + set.name() + " is not in the namespace that is read, which is " + namespace.get());
            } else if (!seen.add(own + "/" + set.name())) {
                in.problem(NODE_SETS, own + "/" + set.name() + " is there twice");
            }
            placed.add(new NodeSetConfig(own, set.name(), set.kind(), set.min(), set.max(), set.cost(), set.node()));
        }
        return placed;
    }
}
