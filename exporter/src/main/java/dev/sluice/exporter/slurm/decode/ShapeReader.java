package dev.sluice.exporter.slurm.decode;

import dev.sluice.exporter.json.JsonTree;
import dev.sluice.exporter.model.GpuCounts;
import dev.sluice.exporter.model.GresCounts;
import dev.sluice.exporter.model.job.JobPlacement;
import dev.sluice.exporter.model.job.JobRequest.RequestedResources;
import dev.sluice.exporter.model.job.JobShape;
import java.util.Arrays;
import java.util.List;
import java.util.stream.Stream;

/** Builds a job's {@link JobShape} from the members of its record. */
final class ShapeReader {

    /** Value of {@code thread_spec} that slurmrestd writes for a job without thread specialization. */
    private static final long NO_THREADS = 32_766;

    private static final long SECONDS_PER_MINUTE = 60;

    private static final String EXCLUSIVE = "--exclusive";
    private static final List<String> WHOLE_NODES = List.of("", "=node", "=topo");
    private static final List<String> USER_NODES = List.of("=user", "=mcs");

    private ShapeReader() {}

    /** Returns the shape. All jobs with equal shapes share one object. */
    static JobShape shape(JsonTree values, RequestedResources size, long minimumNodes, boolean external) {
        JobShape shape = new JobShape(
                Math.max(1, size.tasks()),
                Math.max(1, values.whole("cpus_per_task")),
                values.whole("tasks_per_node"),
                Math.max(1, minimumNodes),
                values.whole("max_nodes"),
                size.nodeCount(),
                values.whole("minimum_cpus_per_node"),
                bytes(size.memoryPerCpuMebibytes()),
                bytes(size.memoryPerNodeMebibytes()),
                gpus(values, size.perJob()),
                gpus(values, size.perNode()),
                gpus(values, size.perTask()),
                gpus(values, size.perSocket()),
                values.sharedText("features"),
                external ? "" : values.sharedText("required_nodes"),
                values.sharedText("excluded_nodes"),
                wholeNodes(values),
                values.sharedText("licenses"),
                coreSpecialization(values),
                placement(values, size));
        return values.shared(shape);
    }

    /** Returns the placement options. Few jobs use placement options; all other jobs share one object. */
    private static JobPlacement placement(JsonTree values, RequestedResources size) {
        JobPlacement placement = new JobPlacement(
                values.whole("threads_per_core"),
                values.whole("tasks_per_core"),
                values.whole("tasks_per_socket"),
                values.whole("tasks_per_board"),
                userNodes(values),
                values.name("resv_name"),
                values.whole("segment_size"),
                values.whole("required_switches"),
                gres(values, size),
                values.names("job_size_str"),
                SECONDS_PER_MINUTE * values.whole("time_minimum"));
        return placement.equals(JobPlacement.ANY) ? JobPlacement.ANY : placement;
    }

    private static GpuCounts gpus(JsonTree values, String gres) {
        return gres.isEmpty() ? GpuCounts.NONE : values.made("gpus", gres, GpuCounts::ofGres);
    }

    /** Returns the generic resources, except GPUs, that a node must have: the maximum of the job's requests. */
    private static GresCounts gres(JsonTree values, RequestedResources size) {
        return Stream.of(size.perNode(), size.perTask(), size.perSocket())
                .filter(gres -> !gres.isEmpty())
                .map(gres -> values.made("gres", gres, GresCounts::ofRequest))
                .reduce(GresCounts.NONE, GresCounts::max);
    }

    private static boolean userNodes(JsonTree values) {
        List<String> shared = values.names("shared");
        return shared.contains("user") || shared.contains("mcs") || isExclusive(values.text("submit_line"), USER_NODES);
    }

    private static boolean wholeNodes(JsonTree values) {
        List<String> shared = values.names("shared");
        return shared.contains("none") || shared.contains("topo") || asksForWholeNodes(values.text("submit_line"));
    }

    private static boolean coreSpecialization(JsonTree values) {
        long threads = values.whole("thread_spec");
        return values.whole("core_spec") > 0 || (threads > 0 && threads < NO_THREADS);
    }

    /**
     * Returns true for {@code --exclusive}, {@code --exclusive=node} and {@code --exclusive=topo}. Jobs with
     * {@code --exclusive=user} or {@code --exclusive=mcs} share nodes with some other jobs.
     */
    static boolean asksForWholeNodes(String submitLine) {
        return isExclusive(submitLine, WHOLE_NODES);
    }

    private static boolean isExclusive(String submitLine, List<String> values) {
        if (!submitLine.contains(EXCLUSIVE)) {
            return false;
        }
        return Arrays.stream(submitLine.split(" ", -1))
                .filter(word -> word.startsWith(EXCLUSIVE))
                .anyMatch(word -> values.contains(word.substring(EXCLUSIVE.length())));
    }

    static long bytes(long mebibytes) {
        return Math.min(mebibytes, Long.MAX_VALUE >> 20) << 20;
    }
}
