package dev.sluice.exporter.slurm.decode;

import dev.sluice.exporter.model.GpuCounts;
import dev.sluice.exporter.model.GresCounts;
import dev.sluice.exporter.model.job.JobPlacement;
import dev.sluice.exporter.model.job.JobShape;
import dev.sluice.exporter.model.job.RequestedResources;
import dev.sluice.exporter.slurm.schema.SlurmField;
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

    /**
     * Returns the shape. All jobs with equal shapes share one object.
     *
     * @param values members of the record
     * @param size requested resources
     * @param minimumNodes minimum number of nodes
     * @param external whether the job is external
     */
    static JobShape shape(FieldValues values, RequestedResources size, long minimumNodes, boolean external) {
        JobShape shape = new JobShape(
                Math.max(1, size.tasks()),
                Math.max(1, values.number(SlurmField.JOB_CPUS_PER_TASK)),
                values.number(SlurmField.JOB_TASKS_PER_NODE),
                Math.max(1, minimumNodes),
                values.number(SlurmField.JOB_MAX_NODES),
                size.nodeCount(),
                values.number(SlurmField.JOB_CPUS_PER_NODE),
                FieldValues.bytes(size.memoryPerCpuMebibytes()),
                FieldValues.bytes(size.memoryPerNodeMebibytes()),
                gpus(values, size.perJob()),
                gpus(values, size.perNode()),
                gpus(values, size.perTask()),
                gpus(values, size.perSocket()),
                values.text(SlurmField.JOB_FEATURES),
                external ? "" : values.text(SlurmField.JOB_REQUIRED_NODES),
                values.text(SlurmField.JOB_EXCLUDED_NODES),
                wholeNodes(values),
                values.text(SlurmField.JOB_LICENSES),
                coreSpecialization(values),
                placement(values, size));
        return values.shared(shape);
    }

    /** Returns the placement options. Few jobs use placement options; all other jobs share one object. */
    private static JobPlacement placement(FieldValues values, RequestedResources size) {
        boolean userNodes = userNodes(values);
        GresCounts gres = gres(values, size);
        boolean plain = !values.has(SlurmField.JOB_THREADS_PER_CORE)
                && !values.has(SlurmField.JOB_TASKS_PER_CORE)
                && !values.has(SlurmField.JOB_TASKS_PER_SOCKET)
                && !values.has(SlurmField.JOB_TASKS_PER_BOARD)
                && !values.has(SlurmField.JOB_RESERVATION)
                && values.number(SlurmField.JOB_SEGMENT) == 0
                && values.number(SlurmField.JOB_SWITCHES) == 0
                && values.texts(SlurmField.JOB_NODE_COUNTS).isEmpty()
                && values.number(SlurmField.JOB_TIME_MINIMUM) == 0;
        return plain && !userNodes && gres.isEmpty()
                ? JobPlacement.ANY
                : new JobPlacement(
                        values.number(SlurmField.JOB_THREADS_PER_CORE),
                        values.number(SlurmField.JOB_TASKS_PER_CORE),
                        values.number(SlurmField.JOB_TASKS_PER_SOCKET),
                        values.number(SlurmField.JOB_TASKS_PER_BOARD),
                        userNodes,
                        values.text(SlurmField.JOB_RESERVATION),
                        values.number(SlurmField.JOB_SEGMENT),
                        values.number(SlurmField.JOB_SWITCHES),
                        gres,
                        values.texts(SlurmField.JOB_NODE_COUNTS),
                        SECONDS_PER_MINUTE * values.number(SlurmField.JOB_TIME_MINIMUM));
    }

    private static GpuCounts gpus(FieldValues values, String gres) {
        return gres.isEmpty() ? GpuCounts.NONE : values.made("gpus", gres, GpuCounts::ofGres);
    }

    /** Returns the generic resources, except GPUs, that a node must have: the maximum of the job's requests. */
    private static GresCounts gres(FieldValues values, RequestedResources size) {
        return Stream.of(size.perNode(), size.perTask(), size.perSocket())
                .filter(gres -> !gres.isEmpty())
                .map(gres -> values.made("gres", gres, GresCounts::ofRequest))
                .reduce(GresCounts.NONE, GresCounts::max);
    }

    private static boolean userNodes(FieldValues values) {
        List<String> shared = values.texts(SlurmField.JOB_SHARED);
        return shared.contains("user")
                || shared.contains("mcs")
                || isExclusive(values.text(SlurmField.JOB_SUBMIT_LINE), USER_NODES);
    }

    private static boolean wholeNodes(FieldValues values) {
        List<String> shared = values.texts(SlurmField.JOB_SHARED);
        return shared.contains("none")
                || shared.contains("topo")
                || asksForWholeNodes(values.text(SlurmField.JOB_SUBMIT_LINE));
    }

    private static boolean coreSpecialization(FieldValues values) {
        long threads = values.number(SlurmField.JOB_THREAD_SPEC);
        return values.number(SlurmField.JOB_CORE_SPEC) > 0 || (threads > 0 && threads < NO_THREADS);
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
}
