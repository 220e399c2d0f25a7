package dev.sluice.exporter.slurm.decode;

import static java.nio.charset.StandardCharsets.UTF_8;

import dev.sluice.exporter.json.JsonTree;
import dev.sluice.exporter.model.Accelerators;
import dev.sluice.exporter.model.GpuCounts;
import dev.sluice.exporter.model.GpuUnit;
import dev.sluice.exporter.model.GresCounts;
import dev.sluice.exporter.model.node.Node;
import dev.sluice.exporter.model.node.NodeBaseState;
import dev.sluice.exporter.model.node.NodeFlag;
import dev.sluice.exporter.model.node.NodeLayout;
import dev.sluice.exporter.model.node.NodeOrigin;
import dev.sluice.exporter.model.node.NodeResources;
import dev.sluice.exporter.model.node.NodeStatus;
import dev.sluice.exporter.slurm.schema.SiteNames;
import dev.sluice.exporter.slurm.schema.SlurmField;
import java.util.Collections;
import java.util.Comparator;
import java.util.EnumSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** Builds {@link Node}s. */
public final class NodeAssembler implements RecordAssembler<Node> {

    private static final Map<String, NodeBaseState> BASES =
            Stream.of(NodeBaseState.values()).collect(Collectors.toMap(Enum::name, base -> base));
    private static final Map<String, NodeFlag> FLAGS =
            Stream.of(NodeFlag.values()).collect(Collectors.toMap(Enum::name, flag -> flag));

    private final SiteNames names;

    /** Creates an assembler for one response of a cluster without names of its own. */
    public NodeAssembler() {
        this(SiteNames.NONE);
    }

    public NodeAssembler(SiteNames names) {
        this.names = names;
    }

    @Override
    public Optional<Node> assemble(FieldValues values) {
        String name = values.text(SlurmField.NODE_NAME);
        if (name.isEmpty() || !values.has(SlurmField.NODE_STATE)) {
            return Optional.empty();
        }
        return Optional.of(new Node(
                name,
                shared(values, origin(values.text(SlurmField.NODE_COMMENT))),
                values.made("state", List.copyOf(values.texts(SlurmField.NODE_STATE)), NodeAssembler::status),
                values.shared(distinct(values.texts(SlurmField.NODE_PARTITIONS))),
                values.shared(List.copyOf(values.texts(SlurmField.NODE_FEATURES))),
                usable(values),
                new NodeResources(
                        values.number(SlurmField.NODE_ALLOCATED_CPUS),
                        FieldValues.bytes(values.number(SlurmField.NODE_ALLOCATED_MEMORY)),
                        gpus(values, SlurmField.NODE_GRES_USED),
                        allocated(values),
                        GpuUnit.sharded(values.text(SlurmField.NODE_GRES_USED))),
                layout(values),
                values.text(SlurmField.NODE_OWNER),
                values.text(SlurmField.NODE_RESERVATION),
                reason(values),
                values.number(SlurmField.NODE_SLURMD_START),
                values.text(SlurmField.NODE_TOPOLOGY)));
    }

    /**
     * Returns the origin that the comment of a Slurm node names; unknown if slurm-operator did not write the comment.
     * slurm-operator writes JSON into the comment; people can write any text.
     */
    static NodeOrigin origin(String comment) {
        if (comment.indexOf('{') < 0) {
            return NodeOrigin.UNKNOWN;
        }
        JsonTree json = JsonTree.ofText(comment.getBytes(UTF_8));
        NodeOrigin origin = new NodeOrigin(
                json.at("namespace").text(),
                json.at("podName").text(),
                json.at("node").text(),
                json.at("nodeSetName").text());
        return origin.known() ? origin : NodeOrigin.UNKNOWN;
    }

    /** Returns the status; skips words that are neither a base state nor a flag. */
    private static NodeStatus status(List<String> words) {
        NodeBaseState base = NodeBaseState.UNKNOWN;
        Set<NodeFlag> flags = EnumSet.noneOf(NodeFlag.class);
        for (String word : words) {
            base = BASES.getOrDefault(word, base);
            NodeFlag flag = FLAGS.get(word);
            if (flag != null) {
                flags.add(flag);
            }
        }
        return new NodeStatus(base, Collections.unmodifiableSet(flags));
    }

    private static NodeResources usable(FieldValues values) {
        long effectiveCpus = values.number(SlurmField.NODE_EFFECTIVE_CPUS);
        long memory = values.number(SlurmField.NODE_MEMORY) - values.number(SlurmField.NODE_SPECIALIZED_MEMORY);
        return values.shared(new NodeResources(
                effectiveCpus > 0 ? effectiveCpus : values.number(SlurmField.NODE_CPUS),
                FieldValues.bytes(Math.max(0, memory)),
                gpus(values, SlurmField.NODE_GRES),
                gres(values)));
    }

    private static NodeLayout layout(FieldValues values) {
        return values.shared(new NodeLayout(
                values.number(SlurmField.NODE_BOARDS),
                values.number(SlurmField.NODE_SOCKETS),
                values.number(SlurmField.NODE_CORES),
                values.number(SlurmField.NODE_THREADS),
                values.number(SlurmField.NODE_CPUS)));
    }

    private static GresCounts gres(FieldValues values) {
        String gres = values.text(SlurmField.NODE_GRES);
        String used = values.text(SlurmField.NODE_GRES_USED);
        String shares = used.indexOf('/') < 0 ? "" : used;
        return gres.isEmpty()
                ? GresCounts.NONE
                : values.made("gres", List.of(gres, shares), both -> GresCounts.ofNode(both.get(0), both.get(1)));
    }

    private static GresCounts allocated(FieldValues values) {
        String used = values.text(SlurmField.NODE_GRES_USED);
        return used.isEmpty() ? GresCounts.NONE : values.made("used", used, GresCounts::allocated);
    }

    private static GpuCounts gpus(FieldValues values, SlurmField gres) {
        return values.made("gpus", values.text(gres), GpuCounts::ofGres);
    }

    private Node.Reason reason(FieldValues values) {
        String text = values.text(SlurmField.NODE_REASON);
        long since = values.number(SlurmField.NODE_REASON_SINCE);
        if (text.isEmpty() && since == 0) {
            return Node.Reason.NONE;
        }
        // In v0.0.44 and earlier, a node without a reason still has the user of an earlier reason.
        String user = text.isEmpty() ? "" : values.text(SlurmField.NODE_REASON_USER);
        return new Node.Reason(
                text, user, since, values.made("reason", List.of(text, user), unused -> names.reason(text, user)));
    }

    @Override
    public Accelerators accelerators() {
        return names.accelerators();
    }

    @Override
    public Comparator<Node> order() {
        return Comparator.comparing(Node::name);
    }

    /**
     * Shares strings, because a cluster has few namespaces and NodeSets, and at most as many Kubernetes nodes as Slurm
     * nodes.
     */
    private static NodeOrigin shared(FieldValues values, NodeOrigin origin) {
        return origin.known()
                ? new NodeOrigin(
                        values.shared(origin.namespace()),
                        origin.podName(),
                        values.shared(origin.kubeNode()),
                        values.shared(origin.nodeSet()))
                : origin;
    }

    private static List<String> distinct(List<String> texts) {
        return texts.stream().distinct().toList();
    }
}
