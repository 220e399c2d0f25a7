package dev.sluice.exporter.slurm;

import dev.sluice.exporter.model.GpuCounts;
import dev.sluice.exporter.model.Node;
import dev.sluice.exporter.model.NodeBaseState;
import dev.sluice.exporter.model.NodeFlag;
import java.util.ArrayList;
import java.util.Collections;
import java.util.EnumSet;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/** Builds {@link Node}s; what many nodes have in common (partitions, features, flags, GPUs) is made once and shared. */
final class NodeAssembler implements RecordAssembler<Node> {

    private static final long MEBIBYTE = 1L << 20;
    private static final Map<String, NodeBaseState> BASES = new HashMap<>();
    private static final Map<String, NodeFlag> FLAGS = new HashMap<>();

    static {
        for (NodeBaseState base : NodeBaseState.values()) {
            BASES.put(base.name(), base);
        }
        for (NodeFlag flag : NodeFlag.values()) {
            FLAGS.put(flag.name(), flag);
        }
    }

    private final Map<List<String>, List<String>> lists = new HashMap<>();
    private final Map<Set<NodeFlag>, Set<NodeFlag>> flagSets = new HashMap<>();
    private final Map<String, GpuCounts> gpuCounts = new HashMap<>();

    private String name = "";
    private boolean stateGiven;
    private NodeBaseState base = NodeBaseState.UNKNOWN;
    private final Set<NodeFlag> flags = EnumSet.noneOf(NodeFlag.class);
    private final List<String> partitions = new ArrayList<>();
    private long cpus;
    private long effectiveCpus;
    private long allocatedCpus;
    private long memory;
    private long specializedMemory;
    private long allocatedMemory;
    private String gres = "";
    private String gresUsed = "";
    private final List<String> features = new ArrayList<>();
    private String reservation = "";
    private String comment = "";
    private String hostName = "";
    private long booted;
    private String reason = "";
    private String reasonUser = "";
    private long reasonSince;

    @Override
    public void begin() {
        name = "";
        stateGiven = false;
        base = NodeBaseState.UNKNOWN;
        flags.clear();
        partitions.clear();
        cpus = 0;
        effectiveCpus = 0;
        allocatedCpus = 0;
        memory = 0;
        specializedMemory = 0;
        allocatedMemory = 0;
        gres = "";
        gresUsed = "";
        features.clear();
        reservation = "";
        comment = "";
        hostName = "";
        booted = 0;
        reason = "";
        reasonUser = "";
        reasonSince = 0;
    }

    @Override
    public void number(SlurmField field, long value) {
        long amount = Math.max(0, value);
        switch (field) {
            case NODE_CPUS -> cpus = amount;
            case NODE_EFFECTIVE_CPUS -> effectiveCpus = amount;
            case NODE_ALLOCATED_CPUS -> allocatedCpus = amount;
            case NODE_MEMORY -> memory = amount;
            case NODE_SPECIALIZED_MEMORY -> specializedMemory = amount;
            case NODE_ALLOCATED_MEMORY -> allocatedMemory = amount;
            case NODE_BOOTED -> booted = amount;
            case NODE_REASON_SINCE -> reasonSince = amount;
            default -> {}
        }
    }

    @Override
    public void text(SlurmField field, String value) {
        switch (field) {
            case NODE_NAME -> name = value;
            case NODE_STATE -> state(value);
            case NODE_PARTITIONS -> partition(value);
            case NODE_GRES -> gres = value;
            case NODE_GRES_USED -> gresUsed = value;
            case NODE_FEATURES -> features.add(value);
            case NODE_RESERVATION -> reservation = value;
            case NODE_COMMENT -> comment = value;
            case NODE_HOST_NAME -> hostName = value;
            case NODE_REASON -> reason = value;
            case NODE_REASON_USER -> reasonUser = value;
            default -> {}
        }
    }

    private void partition(String name) {
        if (!partitions.contains(name)) {
            partitions.add(name);
        }
    }

    private void state(String word) {
        stateGiven = true;
        NodeBaseState base = BASES.get(word);
        if (base != null) {
            this.base = base;
        }
        NodeFlag flag = FLAGS.get(word);
        if (flag != null) {
            flags.add(flag);
        }
    }

    @Override
    public void flag(SlurmField field, boolean value) {}

    @Override
    public Optional<Node> end() {
        if (name.isEmpty() || !stateGiven) {
            return Optional.empty();
        }
        return Optional.of(new Node(
                name,
                base,
                sharedFlags(),
                shared(partitions),
                effectiveCpus > 0 ? effectiveCpus : cpus,
                allocatedCpus,
                bytes(Math.max(0, memory - specializedMemory)),
                bytes(allocatedMemory),
                gpuCounts.computeIfAbsent(gres, GpuCounts::ofGres),
                gpuCounts.computeIfAbsent(gresUsed, GpuCounts::ofGres),
                shared(features),
                reservation,
                comment,
                hostName,
                booted,
                reason,
                // Until v0.0.44 a node without a reason still has the user of an earlier one.
                reason.isEmpty() ? "" : reasonUser,
                reasonSince));
    }

    @Override
    public Object key(Node node) {
        return node.name();
    }

    private static long bytes(long mebibytes) {
        return Math.min(mebibytes, Long.MAX_VALUE / MEBIBYTE) * MEBIBYTE;
    }

    private Set<NodeFlag> sharedFlags() {
        Set<NodeFlag> shared = flagSets.get(flags);
        if (shared == null) {
            shared = Collections.unmodifiableSet(EnumSet.copyOf(flags));
            flagSets.put(shared, shared);
        }
        return shared;
    }

    private List<String> shared(List<String> texts) {
        List<String> shared = lists.get(texts);
        if (shared == null) {
            shared = List.copyOf(texts);
            lists.put(shared, shared);
        }
        return shared;
    }
}
