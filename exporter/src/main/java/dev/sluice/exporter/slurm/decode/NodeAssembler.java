package dev.sluice.exporter.slurm.decode;

import dev.sluice.exporter.json.JsonTree;
import dev.sluice.exporter.model.GpuCounts;
import dev.sluice.exporter.model.GpuUnit;
import dev.sluice.exporter.model.GresCounts;
import dev.sluice.exporter.model.node.Node;
import dev.sluice.exporter.model.node.Node.NodeOrigin;
import dev.sluice.exporter.model.node.NodeBaseState;
import dev.sluice.exporter.model.node.NodeFlag;
import dev.sluice.exporter.model.node.NodeLayout;
import dev.sluice.exporter.model.node.NodeReason;
import dev.sluice.exporter.model.node.NodeResources;
import java.util.Collections;
import java.util.Comparator;
import java.util.EnumSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** Builds {@link Node}s. */
public final class NodeAssembler {

    private static final Map<String, NodeBaseState> BASES =
            Stream.of(NodeBaseState.values()).collect(Collectors.toMap(Enum::name, base -> base));
    private static final Map<String, NodeFlag> FLAGS =
            Stream.of(NodeFlag.values()).collect(Collectors.toMap(Enum::name, flag -> flag));

    public static final Set<String> MEMBERS = Set.of("""
            active_features alloc_cpus alloc_memory boards comment cores cpus effective_cpus gres gres_used name owner
            partitions real_memory reason reason_changed_at reason_set_by_user reservation slurmd_start_time sockets
            specialized_memory state threads topology""".split("\\s+"));

    private final RecordUse use;

    public NodeAssembler(RecordUse use) {
        this.use = use;
    }

    public RecordList<Node> list() {
        return RecordList.named(List.of("nodes"), MEMBERS, this::assemble, Comparator.comparing(Node::name));
    }

    private Node assemble(JsonTree values) {
        if (values.names("state").isEmpty()) {
            throw new JsonTree.UnreadableValue();
        }
        return new Node(
                values.identity("name"),
                origin(values),
                values.made("base", values.names("state"), NodeAssembler::base),
                values.made("flags", values.names("state"), NodeAssembler::flags),
                values.shared(values.names("partitions").stream().distinct().toList()),
                values.shared(values.names("active_features")),
                usable(values),
                new NodeResources(
                        values.whole("alloc_cpus"),
                        JobAssembler.bytes(values.whole("alloc_memory")),
                        gpus(values, "gres_used"),
                        allocated(values),
                        GpuUnit.sharded(gres(values, "gres_used"))),
                layout(values),
                values.name("owner"),
                values.name("reservation"),
                reason(values),
                values.whole("slurmd_start_time"),
                values.sharedText("topology"));
    }

    /**
     * Returns the origin that the comment of a Slurm node names; unknown if slurm-operator did not write the comment.
     * slurm-operator writes JSON into the comment; people can write any text.
     */
    private static NodeOrigin origin(JsonTree values) {
        String comment = values.text("comment");
        if (comment.indexOf('{') < 0) {
            return NodeOrigin.UNKNOWN;
        }
        JsonTree json = JsonTree.ofText(comment);
        NodeOrigin origin = new NodeOrigin(
                values.shared(json.textIfPresent("namespace")),
                json.textIfPresent("podName"),
                values.shared(json.textIfPresent("node")),
                values.shared(json.textIfPresent("nodeSetName")));
        return origin.known() ? origin : NodeOrigin.UNKNOWN;
    }

    /** Returns the base state; skips words that are no base state. */
    private static NodeBaseState base(List<String> words) {
        return words.stream()
                .filter(BASES::containsKey)
                .map(BASES::get)
                .reduce(NodeBaseState.UNKNOWN, (first, last) -> last);
    }

    /** Returns the flags; skips words that are no flag. */
    private static Set<NodeFlag> flags(List<String> words) {
        return words.stream()
                .filter(FLAGS::containsKey)
                .map(FLAGS::get)
                .collect(Collectors.collectingAndThen(
                        Collectors.toCollection(() -> EnumSet.noneOf(NodeFlag.class)), Collections::unmodifiableSet));
    }

    private NodeResources usable(JsonTree values) {
        long effectiveCpus = values.whole("effective_cpus");
        long memory = values.whole("real_memory") - values.whole("specialized_memory");
        return values.shared(new NodeResources(
                effectiveCpus > 0 ? effectiveCpus : values.whole("cpus"),
                JobAssembler.bytes(Math.max(0, memory)),
                gpus(values, "gres"),
                counts(values)));
    }

    private static NodeLayout layout(JsonTree values) {
        return values.shared(new NodeLayout(
                values.whole("boards"),
                values.whole("sockets"),
                values.whole("cores"),
                values.whole("threads"),
                values.whole("cpus")));
    }

    private GresCounts counts(JsonTree values) {
        String gres = gres(values, "gres");
        String used = gres(values, "gres_used");
        String shares = used.indexOf('/') < 0 ? "" : used;
        return gres.isEmpty()
                ? GresCounts.NONE
                : values.made("gres", List.of(gres, shares), both -> GresCounts.ofNode(both.get(0), both.get(1)));
    }

    private GresCounts allocated(JsonTree values) {
        String used = gres(values, "gres_used");
        return used.isEmpty() ? GresCounts.NONE : values.made("used", used, GresCounts::allocated);
    }

    private String gres(JsonTree values, String member) {
        return values.made("accelerators", values.text(member), use.accelerators()::asGpus);
    }

    private GpuCounts gpus(JsonTree values, String gres) {
        return values.made("gpus", gres(values, gres), GpuCounts::ofGres);
    }

    private Node.Reason reason(JsonTree values) {
        String text = values.name("reason");
        long since = values.whole("reason_changed_at");
        if (text.isEmpty() && since == 0) {
            return Node.Reason.NONE;
        }
        // In v0.0.44 and earlier, a node without a reason still has the user of an earlier reason.
        String user = text.isEmpty() ? "" : values.name("reason_set_by_user");
        return new Node.Reason(
                text,
                user,
                since,
                values.made("reason", List.of(text, user), unused -> NodeReason.of(text, user, use.nodeReasons())));
    }
}
