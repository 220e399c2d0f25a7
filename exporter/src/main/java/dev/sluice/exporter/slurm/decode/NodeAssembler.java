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
import dev.sluice.exporter.model.node.NodeReason;
import dev.sluice.exporter.model.node.NodeResources;
import dev.sluice.exporter.model.node.NodeStatus;
import dev.sluice.exporter.slurm.schema.SiteNames;
import dev.sluice.exporter.slurm.schema.SlurmField;
import java.util.Collections;
import java.util.Comparator;
import java.util.EnumSet;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.Function;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** Builds {@link Node}s. Creates values that many nodes share (partitions, features, flags, GPUs) only once. */
public final class NodeAssembler implements RecordAssembler<Node> {

    private static final Map<String, NodeBaseState> BASES =
            Stream.of(NodeBaseState.values()).collect(Collectors.toMap(Enum::name, base -> base));
    private static final Map<String, NodeFlag> FLAGS =
            Stream.of(NodeFlag.values()).collect(Collectors.toMap(Enum::name, flag -> flag));

    private final SiteNames names;
    private final Map<String, NodeReason> reasons = new HashMap<>();
    private final Map<List<String>, NodeStatus> states = new HashMap<>();
    private final Map<List<String>, List<String>> partitions = new HashMap<>();
    private final Map<List<String>, List<String>> features = new HashMap<>();
    private final Map<String, String> texts = new HashMap<>();
    private final Map<String, GpuCounts> gpuCounts = new HashMap<>();
    private final Map<String, GresCounts> gresCounts = new HashMap<>();
    private final Map<NodeLayout, NodeLayout> layouts = new HashMap<>();
    private final Map<NodeResources, NodeResources> resources = new HashMap<>();

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
                shared(origin(values.text(SlurmField.NODE_COMMENT))),
                shared(states, values.texts(SlurmField.NODE_STATE), NodeAssembler::status),
                shared(partitions, values.texts(SlurmField.NODE_PARTITIONS), NodeAssembler::distinct),
                shared(features, values.texts(SlurmField.NODE_FEATURES), list -> list),
                usable(values),
                new NodeResources(
                        values.number(SlurmField.NODE_ALLOCATED_CPUS),
                        FieldValues.bytes(values.number(SlurmField.NODE_ALLOCATED_MEMORY)),
                        gpus(values.text(SlurmField.NODE_GRES_USED)),
                        allocated(values.text(SlurmField.NODE_GRES_USED)),
                        GpuUnit.sharded(values.text(SlurmField.NODE_GRES_USED))),
                layout(values),
                values.text(SlurmField.NODE_OWNER),
                values.text(SlurmField.NODE_RESERVATION),
                reason(values),
                values.number(SlurmField.NODE_SLURMD_START),
                shared(values.text(SlurmField.NODE_TOPOLOGY))));
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

    private NodeResources usable(FieldValues values) {
        long effectiveCpus = values.number(SlurmField.NODE_EFFECTIVE_CPUS);
        long memory = values.number(SlurmField.NODE_MEMORY) - values.number(SlurmField.NODE_SPECIALIZED_MEMORY);
        NodeResources read = new NodeResources(
                effectiveCpus > 0 ? effectiveCpus : values.number(SlurmField.NODE_CPUS),
                FieldValues.bytes(Math.max(0, memory)),
                gpus(values.text(SlurmField.NODE_GRES)),
                gres(values.text(SlurmField.NODE_GRES), values.text(SlurmField.NODE_GRES_USED)));
        return resources.computeIfAbsent(read, unused -> read);
    }

    private NodeLayout layout(FieldValues values) {
        NodeLayout read = new NodeLayout(
                values.number(SlurmField.NODE_BOARDS),
                values.number(SlurmField.NODE_SOCKETS),
                values.number(SlurmField.NODE_CORES),
                values.number(SlurmField.NODE_THREADS),
                values.number(SlurmField.NODE_CPUS));
        return layouts.computeIfAbsent(read, unused -> read);
    }

    private GresCounts gres(String gres, String used) {
        String shares = used.indexOf('/') < 0 ? "" : used;
        return gres.isEmpty()
                ? GresCounts.NONE
                : gresCounts.computeIfAbsent(gres + ' ' + shares, unused -> GresCounts.ofNode(gres, shares));
    }

    private GresCounts allocated(String used) {
        return used.isEmpty() ? GresCounts.NONE : gresCounts.computeIfAbsent(used, GresCounts::allocated);
    }

    private GpuCounts gpus(String gres) {
        return gpuCounts.computeIfAbsent(gres, GpuCounts::ofGres);
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
                text, user, since, reasons.computeIfAbsent(user + '\n' + text, unused -> names.reason(text, user)));
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
    private NodeOrigin shared(NodeOrigin origin) {
        if (!origin.known()) {
            return origin;
        }
        return new NodeOrigin(
                shared(origin.namespace()), origin.podName(), shared(origin.kubeNode()), shared(origin.nodeSet()));
    }

    private String shared(String text) {
        return texts.computeIfAbsent(text, unused -> text);
    }

    private static List<String> distinct(List<String> texts) {
        return texts.stream().distinct().toList();
    }

    /** Returns the value for the strings. All nodes with equal strings share the value. */
    private static <V> V shared(Map<List<String>, V> known, List<String> texts, Function<List<String>, V> make) {
        V value = known.get(texts);
        if (value == null) {
            List<String> key = List.copyOf(texts);
            value = make.apply(key);
            known.put(key, value);
        }
        return value;
    }
}
