package dev.sluice.exporter.slurm;

import dev.sluice.exporter.model.Partition;
import dev.sluice.exporter.model.PartitionFacts;
import dev.sluice.exporter.model.PartitionState;
import java.util.Optional;
import java.util.OptionalLong;
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
    private long totalNodes;
    private long totalCpus;
    private OptionalLong maxSeconds = OptionalLong.empty();
    private String qos = "";

    @Override
    public void begin() {
        name = "";
        state = PartitionState.UNKNOWN;
        nodes = "";
        nodeSets = "";
        maxNodes = Long.MAX_VALUE;
        wholeNodes = false;
        totalNodes = 0;
        totalCpus = 0;
        maxSeconds = OptionalLong.empty();
        qos = "";
    }

    @Override
    public void number(SlurmField field, long value) {
        switch (field) {
            case PARTITION_MAX_NODES -> maxNodes = Math.max(0, value);
            case PARTITION_SHARES -> wholeNodes = value == 0;
            case PARTITION_TOTAL_NODES -> totalNodes = Math.max(0, value);
            case PARTITION_TOTAL_CPUS -> totalCpus = Math.max(0, value);
            case PARTITION_MAX_TIME ->
                maxSeconds = OptionalLong.of(60 * Math.min(Math.max(0, value), Long.MAX_VALUE / 60));
            default -> {}
        }
    }

    @Override
    public void text(SlurmField field, String value) {
        switch (field) {
            case PARTITION_NAME -> name = value;
            case PARTITION_STATE -> state = state(value);
            case PARTITION_NODES -> nodes = value;
            case PARTITION_NODE_SETS -> nodeSets = value;
            case PARTITION_QOS -> qos = value;
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
                : Optional.of(new Partition(
                        name,
                        state,
                        nodes,
                        nodeSets,
                        maxNodes,
                        wholeNodes,
                        new PartitionFacts(totalNodes, totalCpus, maxSeconds, qos)));
    }

    @Override
    public Object key(Partition partition) {
        return partition.name();
    }
}
