package dev.sluice.exporter.slurm.decode;

import dev.sluice.exporter.model.cluster.CpuLimit;
import dev.sluice.exporter.model.cluster.Partition;
import dev.sluice.exporter.model.cluster.PartitionDetails;
import dev.sluice.exporter.model.cluster.PartitionState;
import dev.sluice.exporter.slurm.schema.SlurmField;
import java.util.Comparator;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.Set;
import java.util.stream.Stream;

/** Builds {@link Partition}s. */
public final class PartitionAssembler implements RecordAssembler<Partition> {

    private static final String FORCE = "FORCE:";
    private static final Set<String> WHOLE_NODES = Set.of("NODE", "TOPO");

    @Override
    public Optional<Partition> assemble(FieldValues values) {
        String name = values.text(SlurmField.PARTITION_NAME);
        return name.isEmpty()
                ? Optional.empty()
                : Optional.of(new Partition(
                        name,
                        state(values.text(SlurmField.PARTITION_STATE)),
                        values.text(SlurmField.PARTITION_NODES),
                        values.text(SlurmField.PARTITION_NODE_SETS),
                        values.numberOr(SlurmField.PARTITION_MAX_NODES, Long.MAX_VALUE),
                        new CpuLimit(
                                values.numberOr(SlurmField.PARTITION_MAX_CPUS_PER_NODE, Long.MAX_VALUE),
                                values.numberOr(SlurmField.PARTITION_MAX_CPUS_PER_SOCKET, Long.MAX_VALUE)),
                        wholeNodes(values),
                        values.text(SlurmField.PARTITION_EXCLUSIVE).equals("USER"),
                        jobsPerCpu(values),
                        new PartitionDetails(
                                values.number(SlurmField.PARTITION_TOTAL_NODES),
                                values.number(SlurmField.PARTITION_TOTAL_CPUS),
                                maxSeconds(values),
                                values.numberOr(
                                        SlurmField.PARTITION_PRIORITY_TIER, PartitionDetails.DEFAULT_PRIORITY_TIER),
                                values.text(SlurmField.PARTITION_QOS))));
    }

    /** The API version determines which of the two members a record has. */
    private static boolean wholeNodes(FieldValues values) {
        return WHOLE_NODES.contains(values.text(SlurmField.PARTITION_EXCLUSIVE))
                || (values.has(SlurmField.PARTITION_SHARES) && values.number(SlurmField.PARTITION_SHARES) == 0);
    }

    private static long jobsPerCpu(FieldValues values) {
        String word = values.text(SlurmField.PARTITION_OVERSUBSCRIBE);
        if (word.startsWith(FORCE)) {
            String jobs = word.substring(FORCE.length());
            return jobs.matches("[1-9]\\d{0,4}") ? Long.parseLong(jobs) : 1;
        }
        return values.texts(SlurmField.PARTITION_SHARE_FLAGS).contains("force")
                ? Math.max(1, values.number(SlurmField.PARTITION_SHARES))
                : 1;
    }

    private static OptionalLong maxSeconds(FieldValues values) {
        long minutes = values.number(SlurmField.PARTITION_MAX_TIME);
        return values.has(SlurmField.PARTITION_MAX_TIME)
                ? OptionalLong.of(60 * Math.min(minutes, Long.MAX_VALUE / 60))
                : OptionalLong.empty();
    }

    private static PartitionState state(String word) {
        return Stream.of(PartitionState.values())
                .filter(state -> state.name().equals(word))
                .findFirst()
                .orElse(PartitionState.UNKNOWN);
    }

    @Override
    public Comparator<Partition> order() {
        return Comparator.comparing(Partition::name);
    }
}
