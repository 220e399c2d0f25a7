package dev.sluice.exporter.config;

import dev.sluice.exporter.config.NodeSetConfig.NodeShapeConfig;
import dev.sluice.exporter.config.schema.ByteCounts;
import dev.sluice.exporter.config.schema.Choices;
import dev.sluice.exporter.config.schema.IntegerType;
import dev.sluice.exporter.config.schema.Key;
import dev.sluice.exporter.config.schema.Section;
import dev.sluice.exporter.config.schema.SectionReader;
import dev.sluice.exporter.config.schema.Texts;
import java.util.List;
import java.util.Optional;

/** The keys of one item of {@code kubernetes.nodeSets}. */
final class NodeSetSection {

    private static final IntegerType COUNT = new IntegerType(0, 100_000);
    private static final String DNS_LABEL = "[a-z0-9]([-a-z0-9.]{0,251}[a-z0-9])?";
    private static final String GRES = "gpu(:[A-Za-z][A-Za-z0-9_.-]*)?:[1-9][0-9]{0,5}";

    static final Key<NodeSetConfig, String> NAME = Key.required(
            "name",
            Texts.matching("name or namespace/name", "(" + DNS_LABEL + "/)?" + DNS_LABEL),
            "slurm/gpu",
            "The NodeSet's namespace and name. The namespace may be left out where the cluster has one.",
            set -> set.namespace() + "/" + set.name());

    private static final Key<NodeSetConfig, NodeSetConfig.Kind> KIND = Key.withDefault(
            "kind",
            Choices.of(NodeSetConfig.Kind.values()),
            NodeSetConfig.Kind.NODESET,
            "`statefulset` for a plain StatefulSet whose pods run slurmd: it is read only where it is named here.",
            NodeSetConfig::kind);

    private static final Key<NodeSetConfig, Integer> MIN = Key.optional(
            "min", COUNT, "its ScaledObject's or HPA's, else 0", "1", "The least number of nodes.", NodeSetConfig::min);

    private static final Key<NodeSetConfig, Integer> MAX = Key.optional(
            "max", COUNT, "its ScaledObject's or HPA's", "32", "The largest number of nodes.", NodeSetConfig::max);

    private static final Key<NodeSetConfig, Integer> COST = Key.optional(
            "cost",
            COUNT,
            "`0`",
            "10",
            "Of two NodeSets that suit a job equally, the one with the lower cost grows.",
            NodeSetConfig::cost);

    private static final Key<NodeShapeConfig, Integer> CPUS =
            Key.required("cpus", new IntegerType(1, 100_000), "192", "CPUs that jobs can use.", NodeShapeConfig::cpus);

    private static final Key<NodeShapeConfig, Long> MEMORY = Key.required(
            "memory", ByteCounts.type(), "1500Gi", "Memory that jobs can use.", NodeShapeConfig::memoryBytes);

    private static final Key<NodeShapeConfig, String> NODE_GRES = Key.withDefault(
            "gres",
            Texts.matching("list of GPUs as in slurm.conf, such as gpu:h100:8", "(" + GRES + "(," + GRES + ")*)?"),
            "",
            "GPUs as slurm.conf has them, such as `gpu:h100:8`.",
            NodeShapeConfig::gres);

    private static final Key<NodeShapeConfig, String> FEATURES = Key.withDefault(
            "features",
            Texts.matching("list of features, separated by commas", "([^\\s,]+(,[^\\s,]+)*)?"),
            "",
            "Features that jobs can ask for, separated by commas.",
            NodeShapeConfig::features);

    private static final Section<NodeShapeConfig> NODE_SECTION = new Section<>(
            "What one node offers to jobs. Goes before what Slurm and Kubernetes say; needed where a NodeSet starts at"
                    + " zero and no node of it was ever seen.",
            List.of(CPUS, MEMORY, NODE_GRES, FEATURES),
            NodeSetSection::bindNode);

    private static final Key<NodeSetConfig, NodeShapeConfig> NODE = Key.optional(
            "node",
            NODE_SECTION,
            "as its nodes registered, else as its pods' limits say",
            "",
            "What one node offers to jobs.",
            NodeSetConfig::node);

    static final Section<NodeSetConfig> SECTION = new Section<>(
            "What operators say of one NodeSet; it goes before everything that is observed.",
            List.of(NAME, KIND, MIN, MAX, COST, NODE),
            NodeSetSection::bind);

    private NodeSetSection() {}

    private static Optional<NodeSetConfig> bind(SectionReader in) {
        Optional<String> name = in.find(NAME);
        Optional<Integer> min = in.find(MIN);
        Optional<Integer> max = in.find(MAX);
        if (min.isPresent() && max.isPresent() && min.get() > max.get()) {
            in.problem(MIN, "larger than max, which is " + max.get());
        }
        NodeSetConfig.Kind kind = in.value(KIND);
        Optional<Integer> cost = in.find(COST);
        Optional<NodeShapeConfig> node = in.find(NODE);
        return name.map(given -> {
            int slash = given.indexOf('/');
            String namespace = slash < 0 ? "" : given.substring(0, slash);
            return new NodeSetConfig(namespace, given.substring(slash + 1), kind, min, max, cost, node);
        });
    }

    private static Optional<NodeShapeConfig> bindNode(SectionReader in) {
        Optional<Integer> cpus = in.find(CPUS);
        Optional<Long> memory = in.find(MEMORY);
        String gres = in.value(NODE_GRES);
        String features = in.value(FEATURES);
        return cpus.flatMap(count -> memory.map(bytes -> new NodeShapeConfig(count, bytes, gres, features)));
    }
}
