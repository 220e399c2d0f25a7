package dev.sluice.exporter.slurm;

import dev.sluice.exporter.model.Partition;
import dev.sluice.exporter.model.PartitionState;
import java.util.Optional;
import java.util.Set;

/** Builds {@link Partition}s. */
final class PartitionAssembler implements RecordAssembler<Partition> {

    private static final Set<String> WHOLE_NODES = Set.of("NODE", "TOPO");

    private String name = "";
    private PartitionState state = PartitionState.UNKNOWN;
    private String nodes = "";
    private String nodeSets = "";
    private long maxNodes = Long.MAX_VALUE;
    private boolean wholeNodes;

    @Override
    public void begin() {
        name = "";
        state = PartitionState.UNKNOWN;
        nodes = "";
        nodeSets = "";
        maxNodes = Long.MAX_VALUE;
        wholeNodes = false;
    }

    @Override
    public void number(SlurmField field, long value) {
        if (field == SlurmField.PARTITION_MAX_NODES) {
            maxNodes = Math.max(0, value);
        } else if (field == SlurmField.PARTITION_SHARES) {
            wholeNodes = value == 0;
        }
    }

    @Override
    public void text(SlurmField field, String value) {
        switch (field) {
            case PARTITION_NAME -> name = value;
            case PARTITION_STATE -> state = state(value);
            case PARTITION_NODES -> nodes = value;
            case PARTITION_NODE_SETS -> nodeSets = value;
            case PARTITION_EXCLUSIVE -> wholeNodes = WHOLE_NODES.contains(value);
            default -> {}
        }
    }

    private static PartitionState state(String word) {
        for (PartitionState state : PartitionState.values()) {
            if (state.name().equals(word)) {
                return state;
            }
        }
        return PartitionState.UNKNOWN;
    }

    @Override
    public void flag(SlurmField field, boolean value) {}

    @Override
    public Optional<Partition> end() {
        return name.isEmpty()
                ? Optional.empty()
                : Optional.of(new Partition(name, state, nodes, nodeSets, maxNodes, wholeNodes));
    }
}
