package dev.sluice.exporter.slurm;

import dev.sluice.exporter.model.JobShape;
import dev.sluice.exporter.model.RequestedResources;

/** Puts a job's {@link JobShape} together from those members that a {@link JobAssembler} does not need itself. */
final class ShapeReader {

    private static final long MEBIBYTE = 1L << 20;

    /** What slurmrestd writes as {@code thread_spec} of a job that asks for none. */
    private static final long NO_THREADS = 32_766;

    private static final String EXCLUSIVE = "--exclusive";

    private final JobParts parts;

    private long cpusPerTask;
    private long tasksPerNode;
    private long cpusPerNode;
    private long maxNodes;
    private String features = "";
    private String requiredNodes = "";
    private String excludedNodes = "";
    private boolean wholeNodes;
    private boolean licenses;
    private boolean coreSpecialization;
    private boolean external;

    ShapeReader(JobParts parts) {
        this.parts = parts;
    }

    void begin() {
        cpusPerTask = 0;
        tasksPerNode = 0;
        cpusPerNode = 0;
        maxNodes = 0;
        features = "";
        requiredNodes = "";
        excludedNodes = "";
        wholeNodes = false;
        licenses = false;
        coreSpecialization = false;
        external = false;
    }

    void number(SlurmField field, long amount) {
        switch (field) {
            case JOB_CPUS_PER_TASK -> cpusPerTask = amount;
            case JOB_TASKS_PER_NODE -> tasksPerNode = amount;
            case JOB_CPUS_PER_NODE -> cpusPerNode = amount;
            case JOB_MAX_NODES -> maxNodes = amount;
            case JOB_CORE_SPEC -> coreSpecialization |= amount > 0;
            case JOB_THREAD_SPEC -> coreSpecialization |= amount > 0 && amount < NO_THREADS;
            default -> {}
        }
    }

    void text(SlurmField field, String value) {
        switch (field) {
            case JOB_FEATURES -> features = value;
            case JOB_REQUIRED_NODES -> requiredNodes = value;
            case JOB_EXCLUDED_NODES -> excludedNodes = value;
            case JOB_LICENSES -> licenses = !value.isEmpty();
            case JOB_SHARED -> wholeNodes |= value.equals("none") || value.equals("topo");
            case JOB_SUBMIT_LINE -> wholeNodes |= asksForWholeNodes(value);
            case JOB_FLAGS -> external |= value.equals("EXTERNAL_JOB");
            default -> {}
        }
    }

    /**
     * The shape, one object for all jobs of that shape.
     *
     * @param size what the record says of its size
     * @param minimumNodes the least number of nodes
     */
    JobShape shape(RequestedResources size, long minimumNodes) {
        JobShape shape = new JobShape(
                Math.max(1, size.tasks()),
                Math.max(1, cpusPerTask),
                tasksPerNode,
                Math.max(1, minimumNodes),
                maxNodes,
                size.nodeCount(),
                cpusPerNode,
                bytes(size.memoryPerCpuMebibytes()),
                bytes(size.memoryPerNodeMebibytes()),
                parts.gpus(size.perJob()),
                parts.gpus(size.perNode()),
                parts.gpus(size.perTask()),
                parts.gpus(size.perSocket()),
                features,
                external ? "" : requiredNodes,
                excludedNodes,
                wholeNodes,
                licenses,
                coreSpecialization);
        return parts.shared(shape);
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
