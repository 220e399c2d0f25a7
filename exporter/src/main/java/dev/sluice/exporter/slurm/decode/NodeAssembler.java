package dev.sluice.exporter.slurm.decode;

import static java.nio.charset.StandardCharsets.UTF_8;

import dev.sluice.exporter.json.JsonTree;
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

    /** The members that the assembler reads. */
    public static final Set<String> MEMBERS = Set.of("""
            active_features alloc_cpus alloc_memory boards comment cores cpus effective_cpus gres gres_used name owner
            partitions real_memory reason reason_changed_at reason_set_by_user reservation slurmd_start_time sockets
            specialized_memory state threads topology""".split("\\s+"));

    private final SiteNames names;
    private final Interner shared = new Interner();

    /** Creates an assembler for one response of a cluster without names of its own. */
    public NodeAssembler() {
        this(SiteNames.NONE);
    }

    public NodeAssembler(SiteNames names) {
        this.names = names;
    }

    @Override
    public Optional<Node> assemble(JsonTree record) {
        Members values = new Members(record, shared, names.accelerators());
        String name = values.name("name");
        if (name.isEmpty() || values.names("state").isEmpty()) {
            return Optional.empty();
        }
        return Optional.of(new Node(
                name,
                shared(values, origin(values.ownText("comment"))),
                values.made("state", values.names("state"), NodeAssembler::status),
                values.shared(distinct(values.names("partitions"))),
                values.shared(values.names("active_features")),
                usable(values),
                new NodeResources(
                        values.number("alloc_cpus"),
                        Members.bytes(values.number("alloc_memory")),
                        gpus(values, "gres_used"),
                        allocated(values),
                        GpuUnit.sharded(values.gres("gres_used"))),
                layout(values),
                values.name("owner"),
                values.name("reservation"),
                reason(values),
                values.number("slurmd_start_time"),
                values.text("topology")));
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
                json.textIfPresent("namespace"),
                json.textIfPresent("podName"),
                json.textIfPresent("node"),
                json.textIfPresent("nodeSetName"));
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

    private static NodeResources usable(Members values) {
        long effectiveCpus = values.number("effective_cpus");
        long memory = values.number("real_memory") - values.number("specialized_memory");
        return values.shared(new NodeResources(
                effectiveCpus > 0 ? effectiveCpus : values.number("cpus"),
                Members.bytes(Math.max(0, memory)),
                gpus(values, "gres"),
                gres(values)));
    }

    private static NodeLayout layout(Members values) {
        return values.shared(new NodeLayout(
                values.number("boards"),
                values.number("sockets"),
                values.number("cores"),
                values.number("threads"),
                values.number("cpus")));
    }

    private static GresCounts gres(Members values) {
        String gres = values.gres("gres");
        String used = values.gres("gres_used");
        String shares = used.indexOf('/') < 0 ? "" : used;
        return gres.isEmpty()
                ? GresCounts.NONE
                : values.made("gres", List.of(gres, shares), both -> GresCounts.ofNode(both.get(0), both.get(1)));
    }

    private static GresCounts allocated(Members values) {
        String used = values.gres("gres_used");
        return used.isEmpty() ? GresCounts.NONE : values.made("used", used, GresCounts::allocated);
    }

    private static GpuCounts gpus(Members values, String gres) {
        return values.made("gpus", values.gres(gres), GpuCounts::ofGres);
    }

    private Node.Reason reason(Members values) {
        String text = values.name("reason");
        long since = values.number("reason_changed_at");
        if (text.isEmpty() && since == 0) {
            return Node.Reason.NONE;
        }
        // In v0.0.44 and earlier, a node without a reason still has the user of an earlier reason.
        String user = text.isEmpty() ? "" : values.name("reason_set_by_user");
        return new Node.Reason(
                text, user, since, values.made("reason", List.of(text, user), unused -> names.reason(text, user)));
    }

    @Override
    public Optional<Comparator<Node>> order() {
        return Optional.of(Comparator.comparing(Node::name));
    }

    @Override
    public long keptBytes(long treeBytes) {
        return shared.newBytes();
    }

    /**
     * Shares strings, because a cluster has few namespaces and NodeSets, and at most as many Kubernetes nodes as Slurm
     * nodes.
     */
    private static NodeOrigin shared(Members values, NodeOrigin origin) {
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
