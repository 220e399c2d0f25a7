package dev.sluice.exporter.slurm.decode;

import dev.sluice.exporter.model.job.JobShape;
import dev.sluice.exporter.model.job.RequestedResources;
import dev.sluice.exporter.slurm.schema.SlurmField;
import java.util.List;

/** Makes a job's {@link JobShape} of the members of its record. */
final class ShapeReader {

    private static final long MEBIBYTE = 1L << 20;

    /** What slurmrestd writes as {@code thread_spec} of a job that asks for none. */
    private static final long NO_THREADS = 32_766;

    private static final String EXCLUSIVE = "--exclusive";
    private static final String EXTERNAL = "EXTERNAL_JOB";

    private final JobParts parts;

    ShapeReader(JobParts parts) {
        this.parts = parts;
    }

    /**
     * The shape, one object for all jobs of that shape.
     *
     * @param values the members of the record
     * @param size what the record says of its size
     * @param minimumNodes the least number of nodes
     */
    JobShape shape(FieldValues values, RequestedResources size, long minimumNodes) {
        JobShape shape = new JobShape(
                Math.max(1, size.tasks()),
                Math.max(1, values.number(SlurmField.JOB_CPUS_PER_TASK)),
                values.number(SlurmField.JOB_TASKS_PER_NODE),
                Math.max(1, minimumNodes),
                values.number(SlurmField.JOB_MAX_NODES),
                size.nodeCount(),
                values.number(SlurmField.JOB_CPUS_PER_NODE),
                bytes(size.memoryPerCpuMebibytes()),
                bytes(size.memoryPerNodeMebibytes()),
                parts.gpus(size.perJob()),
                parts.gpus(size.perNode()),
                parts.gpus(size.perTask()),
                parts.gpus(size.perSocket()),
                values.text(SlurmField.JOB_FEATURES),
                values.texts(SlurmField.JOB_FLAGS).contains(EXTERNAL) ? "" : values.text(SlurmField.JOB_REQUIRED_NODES),
                values.text(SlurmField.JOB_EXCLUDED_NODES),
                wholeNodes(values),
                !values.text(SlurmField.JOB_LICENSES).isEmpty(),
                coreSpecialization(values));
        return parts.shared(shape);
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

    private static long bytes(long mebibytes) {
        return Math.min(mebibytes, Long.MAX_VALUE / MEBIBYTE) * MEBIBYTE;
    }

    /** {@code --exclusive}, also with {@code =node}; {@code =user} and {@code =mcs} share with some. */
    static boolean asksForWholeNodes(String submitLine) {
        for (int at = submitLine.indexOf(EXCLUSIVE); at >= 0; at = submitLine.indexOf(EXCLUSIVE, at + 1)) {
            String rest = submitLine.substring(at + EXCLUSIVE.length());
            boolean word = at == 0 || submitLine.charAt(at - 1) == ' ';
            if (word && (rest.isEmpty() || rest.startsWith(" "))) {
                return true;
            }
            if (word && (rest.startsWith("=node") || rest.startsWith("=topo"))) {
                return true;
            }
        }
        return false;
    }
}
