package dev.sluice.exporter.slurm;

import dev.sluice.exporter.model.ArrayTasks;
import dev.sluice.exporter.model.Job;
import dev.sluice.exporter.model.JobRequest;
import dev.sluice.exporter.model.JobShape;
import dev.sluice.exporter.model.JobState;
import dev.sluice.exporter.model.RequestedResources;
import dev.sluice.exporter.model.Tres;
import dev.sluice.exporter.model.reason.PendingReason;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;

/** Builds the {@link Job}s of one answer. */
final class JobAssembler implements RecordAssembler<Job> {

    /** Flags come before base states in squeue's {@code %T}, in this enum's order. */
    private static final Map<String, JobState> STATES = new HashMap<>();

    static {
        for (JobState state : JobState.values()) {
            STATES.put(state.name(), state);
        }
        STATES.remove(JobState.UNKNOWN.name());
    }

    /** Of a record without a priority: not 0, which would mean that it is held. */
    private static final long UNKNOWN_PRIORITY = 1;

    private final JobParts parts;
    private final ShapeReader shapes;
    private final boolean forScaling;

    private long id;
    private boolean stateGiven;
    private JobState base = JobState.UNKNOWN;
    private JobState flag = JobState.UNKNOWN;
    private String reason = "";
    private String partition = "";
    private String account = "";
    private String user = "";
    private String arrayTasks = "";
    private String tresRequested = "";
    private String tresAllocated = "";
    private String perJob = "";
    private String perNode = "";
    private String perTask = "";
    private String perSocket = "";
    private long nodes;
    private long cpus;
    private long tasks;
    private long memoryPerCpu;
    private long memoryPerNode;
    private long socketsPerNode;
    private String allocatedNodes = "";
    private String qos = "";
    private long array;
    private long arrayLimit;
    private long het;
    private long priority;
    private boolean hold;
    private long submitted;
    private long eligible;
    private long started;
    private long ended;
    private int restarts;
    private String name = "";

    /**
     * For one answer.
     *
     * @param parts what its jobs share with those of other answers
     * @param forScaling whether autoscaling must know all of them; otherwise their numbers are published and no more, and
     *     how they may be laid out over nodes is not read
     */
    JobAssembler(JobParts parts, boolean forScaling) {
        this.parts = parts;
        this.shapes = new ShapeReader(parts);
        this.forScaling = forScaling;
        parts.nextAnswer();
    }

    /** For an answer by itself, of whose jobs autoscaling must know all. */
    static JobAssembler forScaling() {
        return new JobAssembler(new JobParts(), true);
    }

    @Override
    public void begin() {
        id = 0;
        stateGiven = false;
        base = JobState.UNKNOWN;
        flag = JobState.UNKNOWN;
        reason = "";
        partition = "";
        account = "";
        user = "";
        arrayTasks = "";
        tresRequested = "";
        tresAllocated = "";
        perJob = "";
        perNode = "";
        perTask = "";
        perSocket = "";
        nodes = 0;
        cpus = 0;
        tasks = 0;
        memoryPerCpu = 0;
        memoryPerNode = 0;
        socketsPerNode = 0;
        allocatedNodes = "";
        qos = "";
        array = 0;
        arrayLimit = 0;
        het = 0;
        priority = UNKNOWN_PRIORITY;
        hold = false;
        submitted = 0;
        eligible = 0;
        started = 0;
        ended = 0;
        restarts = 0;
        name = "";
        shapes.begin();
    }

    @Override
    public void number(SlurmField field, long value) {
        long amount = Math.max(0, value);
        switch (field) {
            case JOB_ID -> id = amount;
            case JOB_NODES -> nodes = amount;
            case JOB_CPUS -> cpus = amount;
            case JOB_TASKS -> tasks = amount;
            case JOB_MEMORY_PER_CPU -> memoryPerCpu = amount;
            case JOB_MEMORY_PER_NODE -> memoryPerNode = amount;
            case JOB_SOCKETS_PER_NODE -> socketsPerNode = amount;
            case JOB_ARRAY -> array = amount;
            case JOB_ARRAY_LIMIT -> arrayLimit = amount;
            case JOB_HET -> het = amount;
            case JOB_PRIORITY -> priority = amount;
            case JOB_SUBMITTED -> submitted = amount;
            case JOB_ELIGIBLE -> eligible = amount;
            case JOB_STARTED -> started = amount;
            case JOB_ENDED -> ended = amount;
            case JOB_RESTARTS -> restarts = (int) Math.min(Integer.MAX_VALUE, amount);
            default -> shapes.number(field, amount);
        }
    }

    @Override
    public void text(SlurmField field, String value) {
        switch (field) {
            case JOB_STATE -> state(value);
            case JOB_REASON -> reason = value;
            case JOB_PARTITION -> partition = value;
            case JOB_ACCOUNT -> account = value;
            case JOB_USER -> user = value;
            case JOB_ARRAY_TASKS -> arrayTasks = value;
            case JOB_TRES_REQUESTED -> tresRequested = value;
            case JOB_TRES_ALLOCATED -> tresAllocated = value;
            case JOB_TRES_PER_JOB -> perJob = value;
            case JOB_TRES_PER_NODE -> perNode = value;
            case JOB_TRES_PER_TASK -> perTask = value;
            case JOB_TRES_PER_SOCKET -> perSocket = value;
            case JOB_ALLOCATED_NODES -> allocatedNodes = value;
            case JOB_QOS -> qos = value;
            case JOB_NAME -> name = value;
            default -> shapes.text(field, value);
        }
    }

    private void state(String word) {
        stateGiven = true;
        JobState state = STATES.get(word);
        if (state == null) {
            return;
        }
        if (state.base()) {
            base = state;
        } else if (state.compareTo(flag) < 0) {
            flag = state;
        }
    }

    @Override
    public void flag(SlurmField field, boolean value) {
        if (field == SlurmField.JOB_HOLD) {
            hold = value;
        }
    }

    @Override
    public Optional<Job> end() {
        if (id == 0 || !stateGiven) {
            return Optional.empty();
        }
        boolean pending = base == JobState.PENDING;
        // Slurm says hold of suspended jobs too.
        boolean held = pending && (hold || priority == 0);
        // A task that has started has a record of its own, whatever its array still has to run.
        boolean neverStarted = pending || (base.end() && !hasStarted());
        ArrayTasks tasksLeft = ArrayTasks.parse(neverStarted ? arrayTasks : "");
        RequestedResources resources = resources();
        JobRequest request = parts.request(resources);
        return Optional.of(new Job(
                id,
                base,
                flag == JobState.UNKNOWN ? base : flag,
                tasksLeft.count(),
                tasksLeft.truncated(),
                reason,
                parts.partitions(partition),
                account,
                user,
                request,
                forScaling ? shapes.shape(resources, request.nodes()) : JobShape.ONE_CPU,
                allocation(request),
                allocatedNodes,
                array,
                arrayLimit,
                het,
                priority,
                held,
                qos,
                submitted,
                eligible,
                hasStarted() ? started : 0,
                base.end() ? ended : 0,
                restarts,
                pending && !held && PendingReason.of(reason).reasonClass().planned() ? started : 0,
                name));
    }

    @Override
    public int parts() {
        return parts.size();
    }

    @Override
    public void abandon() {
        parts.clear();
    }

    @Override
    public Object key(Job job) {
        return job.id();
    }

    /**
     * A job that is cancelled while it waits has a start time, too. Where it waited for another run, or is what is left
     * of an array, it even has resources that were allocated, but never nodes.
     */
    private boolean hasStarted() {
        return base != JobState.PENDING && !allocatedNodes.isEmpty();
    }

    /** Without accounting of gres/gpu, a TRES string names no GPUs: what the job asked for is what it got. */
    private Tres allocation(JobRequest request) {
        Tres named = parts.tres(tresAllocated);
        boolean holds = base == JobState.RUNNING || base == JobState.SUSPENDED;
        if (!holds || !named.gpus().isEmpty() || request.gpus().isEmpty()) {
            return named;
        }
        return parts.shared(new Tres(named.cpus(), named.memoryBytes(), named.nodes(), request.gpus()));
    }

    private RequestedResources resources() {
        return new RequestedResources(
                tresRequested,
                perJob,
                perNode,
                perTask,
                perSocket,
                nodes,
                cpus,
                tasks,
                memoryPerCpu,
                memoryPerNode,
                socketsPerNode);
    }
}
