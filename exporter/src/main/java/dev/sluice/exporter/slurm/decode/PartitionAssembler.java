package dev.sluice.exporter.slurm.decode;

import dev.sluice.exporter.json.JsonTree;
import dev.sluice.exporter.model.cluster.Partition;
import dev.sluice.exporter.model.cluster.Partition.CpuLimit;
import dev.sluice.exporter.model.cluster.Partition.PartitionState;
import java.util.Comparator;
import java.util.List;
import java.util.OptionalLong;
import java.util.Set;
import java.util.stream.Stream;

/** Builds {@link Partition}s. */
public final class PartitionAssembler {

    private static final String FORCE = "FORCE:";
    private static final Set<String> WHOLE_NODES = Set.of("NODE", "TOPO");

    public static final RecordList<Partition> LIST = RecordList.named(
            List.of("partitions"), Set.of(), PartitionAssembler::assemble, Comparator.comparing(Partition::name));

    private PartitionAssembler() {}

    private static Partition assemble(JsonTree values) {
        return new Partition(
                values.identity("name"),
                state(values.name("partition", "state")),
                values.sharedText("nodes", "configured"),
                values.sharedText("node_sets"),
                values.wholeOr(Long.MAX_VALUE, "maximums", "nodes"),
                new CpuLimit(
                        values.wholeOr(Long.MAX_VALUE, "maximums", "cpus_per_node"),
                        values.wholeOr(Long.MAX_VALUE, "maximums", "cpus_per_socket")),
                wholeNodes(values),
                values.name("partition", "exclusive").equals("USER"),
                jobsPerCpu(values),
                values.whole("nodes", "total"),
                values.whole("cpus", "total"),
                maxSeconds(values),
                values.wholeOr(Partition.DEFAULT_PRIORITY_TIER, "priority", "tier"),
                values.name("qos", "assigned"));
    }

    /** v0.0.45 and newer versions always send 0 as the number of jobs that share a CPU. */
    private static boolean wholeNodes(JsonTree values) {
        String exclusive = values.name("partition", "exclusive");
        return exclusive.isEmpty()
                ? values.wholeOr(1, "maximums", "oversubscribe", "jobs") == 0
                : WHOLE_NODES.contains(exclusive);
    }

    private static long jobsPerCpu(JsonTree values) {
        String word = values.name("partition", "oversubscribe");
        if (word.startsWith(FORCE)) {
            String jobs = word.substring(FORCE.length());
            return jobs.matches("[1-9]\\d{0,4}") ? Long.parseLong(jobs) : 1;
        }
        return values.names("maximums", "oversubscribe", "flags").contains("force")
                ? Math.max(1, values.whole("maximums", "oversubscribe", "jobs"))
                : 1;
    }

    private static OptionalLong maxSeconds(JsonTree values) {
        long minutes = values.whole("maximums", "time");
        return values.number("maximums", "time").isPresent()
                ? OptionalLong.of(60 * Math.min(minutes, Long.MAX_VALUE / 60))
                : OptionalLong.empty();
    }

    private static PartitionState state(String word) {
        return Stream.of(PartitionState.values())
                .filter(state -> state.name().equals(word))
                .findFirst()
                .orElse(PartitionState.UNKNOWN);
    }
}
