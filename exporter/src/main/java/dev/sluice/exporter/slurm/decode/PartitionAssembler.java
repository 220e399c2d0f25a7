package dev.sluice.exporter.slurm.decode;

import dev.sluice.exporter.json.JsonTree;
import dev.sluice.exporter.model.Accelerators;
import dev.sluice.exporter.model.cluster.CpuLimit;
import dev.sluice.exporter.model.cluster.Partition;
import dev.sluice.exporter.model.cluster.PartitionDetails;
import dev.sluice.exporter.model.cluster.PartitionState;
import java.util.Comparator;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.Set;
import java.util.stream.Stream;

/** Builds {@link Partition}s. */
public final class PartitionAssembler implements RecordAssembler<Partition> {

    private static final String FORCE = "FORCE:";
    private static final Set<String> WHOLE_NODES = Set.of("NODE", "TOPO");

    private final Interner shared = new Interner();

    @Override
    public Optional<Partition> assemble(JsonTree record) {
        Members values = new Members(record, shared, Accelerators.GPUS);
        String name = values.name("name");
        return name.isEmpty()
                ? Optional.empty()
                : Optional.of(new Partition(
                        name,
                        state(values.name("partition", "state")),
                        values.text("nodes", "configured"),
                        values.text("node_sets"),
                        values.numberOr(Long.MAX_VALUE, "maximums", "nodes"),
                        new CpuLimit(
                                values.numberOr(Long.MAX_VALUE, "maximums", "cpus_per_node"),
                                values.numberOr(Long.MAX_VALUE, "maximums", "cpus_per_socket")),
                        wholeNodes(values),
                        values.name("partition", "exclusive").equals("USER"),
                        jobsPerCpu(values),
                        new PartitionDetails(
                                values.number("nodes", "total"),
                                values.number("cpus", "total"),
                                maxSeconds(values),
                                values.numberOr(PartitionDetails.DEFAULT_PRIORITY_TIER, "priority", "tier"),
                                values.name("qos", "assigned"))));
    }

    /** v0.0.45 and newer versions always send 0 as the number of jobs that share a CPU. */
    private static boolean wholeNodes(Members values) {
        String exclusive = values.name("partition", "exclusive");
        return exclusive.isEmpty()
                ? values.numberOr(1, "maximums", "oversubscribe", "jobs") == 0
                : WHOLE_NODES.contains(exclusive);
    }

    private static long jobsPerCpu(Members values) {
        String word = values.name("partition", "oversubscribe");
        if (word.startsWith(FORCE)) {
            String jobs = word.substring(FORCE.length());
            return jobs.matches("[1-9]\\d{0,4}") ? Long.parseLong(jobs) : 1;
        }
        return values.names("maximums", "oversubscribe", "flags").contains("force")
                ? Math.max(1, values.number("maximums", "oversubscribe", "jobs"))
                : 1;
    }

    private static OptionalLong maxSeconds(Members values) {
        long minutes = values.number("maximums", "time");
        return values.hasNumber("maximums", "time")
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
    public Optional<Comparator<Partition>> order() {
        return Optional.of(Comparator.comparing(Partition::name));
    }

    @Override
    public long keptBytes(long treeBytes) {
        return shared.newBytes();
    }
}
