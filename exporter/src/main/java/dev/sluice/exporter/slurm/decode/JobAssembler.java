package dev.sluice.exporter.slurm.decode;

import static java.nio.charset.StandardCharsets.UTF_8;

import dev.sluice.exporter.json.JsonTree;
import dev.sluice.exporter.model.Accelerators;
import dev.sluice.exporter.model.BoundedName;
import dev.sluice.exporter.model.Tres;
import dev.sluice.exporter.model.job.ArrayTasks;
import dev.sluice.exporter.model.job.ExitCode;
import dev.sluice.exporter.model.job.Job;
import dev.sluice.exporter.model.job.JobAllocation;
import dev.sluice.exporter.model.job.JobArray;
import dev.sluice.exporter.model.job.JobOrigin;
import dev.sluice.exporter.model.job.JobOwner;
import dev.sluice.exporter.model.job.JobRequest;
import dev.sluice.exporter.model.job.JobState;
import dev.sluice.exporter.model.job.JobStatus;
import dev.sluice.exporter.model.job.JobTimes;
import dev.sluice.exporter.model.job.RequestedGpus;
import dev.sluice.exporter.model.job.RequestedResources;
import dev.sluice.exporter.model.reason.PendingReason;
import dev.sluice.exporter.model.reason.ReasonName;
import dev.sluice.exporter.slurm.schema.SlurmField;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** Builds the {@link Job}s of one response. */
public final class JobAssembler implements RecordAssembler<Job> {

    /** In squeue's {@code %T}, flags take precedence over base states, in the order of {@link JobState}. */
    private static final Map<String, JobState> STATES = Stream.of(JobState.values())
            .filter(state -> state != JobState.UNKNOWN)
            .collect(Collectors.toMap(Enum::name, state -> state));

    /** Priority of a job whose record has no priority. A priority of 0 would mean that the job is held. */
    private static final long UNKNOWN_PRIORITY = 1;

    private static final long SECONDS_PER_MINUTE = 60;

    /** Maximum number of kept pods of a job. */
    private static final int MAX_PODS = 8;
    /** A namespace and the name of a pod, in the characters and lengths of Kubernetes. */
    private static final Pattern POD = Pattern.compile("[a-z0-9-]{1,63}/[a-z0-9.-]{1,253}");

    private static final String EXTERNAL = "EXTERNAL_JOB";

    private final AssociationUsers users;
    private final Accelerators accelerators;
    private final JobOrigin withoutFlag;

    /** Creates an assembler for one response of slurmrestd. */
    public JobAssembler() {
        this(JobOrigin.NATIVE);
    }

    /**
     * Creates an assembler for one response of a source.
     *
     * @param withoutFlag origin of a job without the flag of external jobs
     */
    public JobAssembler(JobOrigin withoutFlag) {
        this(new AssociationUsers(), withoutFlag, Accelerators.GPUS);
    }

    /**
     * Creates an assembler for one response of slurmrestd, whose host may not know the users.
     *
     * @param accelerators generic resources that count as GPUs
     */
    public JobAssembler(AssociationUsers users, Accelerators accelerators) {
        this(users, JobOrigin.NATIVE, accelerators);
    }

    private JobAssembler(AssociationUsers users, JobOrigin withoutFlag, Accelerators accelerators) {
        this.users = users;
        this.accelerators = accelerators;
        this.withoutFlag = withoutFlag;
    }

    @Override
    public Optional<Job> assemble(FieldValues values) {
        long id = values.number(SlurmField.JOB_ID);
        if (id == 0 || !values.has(SlurmField.JOB_STATE)) {
            return Optional.empty();
        }
        JobState base = state(values, true);
        JobState flag = state(values, false);
        String description = values.text(SlurmField.JOB_REASON_TEXT);
        String comment = values.text(SlurmField.JOB_SYSTEM_COMMENT);
        String reason = ReasonName.of(values.text(SlurmField.JOB_REASON), description, comment);
        String allocatedNodes = values.text(SlurmField.JOB_ALLOCATED_NODES);
        long started = values.number(SlurmField.JOB_STARTED);
        long priority = values.numberOr(SlurmField.JOB_PRIORITY, UNKNOWN_PRIORITY);
        boolean pending = base == JobState.PENDING;
        // A job that was cancelled while pending also has a start time, but never has nodes. If the cancelled job was
        // requeued, or is the remaining part of an array, the job also has allocated resources.
        boolean hasStarted = !pending && !allocatedNodes.isEmpty();
        // Slurm also sets hold for suspended jobs.
        boolean held = pending && (values.flag(SlurmField.JOB_HOLD) || priority == 0);
        // A started array task has its own record, even if other tasks of the array are pending.
        boolean neverStarted = pending || (base.end() && !hasStarted);
        ArrayTasks tasksLeft = ArrayTasks.parse(neverStarted ? values.text(SlurmField.JOB_ARRAY_TASKS) : "");
        RequestedResources resources = resources(values);
        JobRequest request =
                values.shared(JobRequest.from(resources, gpus -> values.made("requested", gpus, RequestedGpus::sum)));
        boolean external = values.texts(SlurmField.JOB_FLAGS).contains(EXTERNAL);
        boolean suspended = base == JobState.SUSPENDED;
        long ranBefore = values.number(SlurmField.JOB_RAN_BEFORE);
        JobTimes times = new JobTimes(
                SECONDS_PER_MINUTE * values.number(SlurmField.JOB_TIME_LIMIT),
                values.number(SlurmField.JOB_SUBMITTED),
                values.number(SlurmField.JOB_ELIGIBLE),
                pending && !held && PendingReason.of(reason).reasonClass().planned() ? started : 0,
                hasStarted ? started : 0,
                base.end() ? values.number(SlurmField.JOB_ENDED) : 0,
                suspended ? ranBefore : 0,
                hasStarted && !suspended
                        ? Math.max(started, values.number(SlurmField.JOB_SUSPENDED_OR_RESUMED) - ranBefore)
                        : 0);
        return Optional.of(new Job(
                id,
                values.shared(new JobStatus(
                        base,
                        flag == JobState.UNKNOWN ? base : flag,
                        reason,
                        pending ? words(reason, description, comment) : "",
                        held,
                        false,
                        (int) Math.min(Integer.MAX_VALUE, values.number(SlurmField.JOB_RESTARTS)),
                        base.end() ? exitCode(values) : ExitCode.SUCCESS)),
                values.made("partitions", values.text(SlurmField.JOB_PARTITION), JobAssembler::partitions),
                values.shared(new JobOwner(
                        user(values), values.text(SlurmField.JOB_ACCOUNT), values.text(SlurmField.JOB_QOS))),
                JobArray.of(
                        values.number(SlurmField.JOB_ARRAY),
                        tasksLeft.count(),
                        tasksLeft.truncated(),
                        values.number(SlurmField.JOB_ARRAY_LIMIT)),
                request,
                ShapeReader.shape(values, resources, request.nodes(), external),
                JobAllocation.of(
                        allocation(values, base, request), allocatedNodes, values.texts(SlurmField.JOB_GRES_DETAIL)),
                times,
                values.number(SlurmField.JOB_HET),
                priority,
                values.text(SlurmField.JOB_NAME),
                pending ? values.text(SlurmField.JOB_DEPENDENCY) : "",
                external ? external(values) : withoutFlag));
    }

    /** Returns the user of a job. slurmrestd sends an empty name if its host does not know the user. */
    private String user(FieldValues values) {
        String name = values.text(SlurmField.JOB_USER);
        return name.isEmpty() && values.has(SlurmField.JOB_USER_ID)
                ? users.user(
                        values.text(SlurmField.JOB_CLUSTER),
                        values.number(SlurmField.JOB_ASSOCIATION),
                        values.number(SlurmField.JOB_USER_ID))
                : name;
    }

    /** Returns Slurm's own words on a job. squeue shows the reason itself if slurmctld says no more. */
    private static String words(String reason, String description, String comment) {
        String said = description.equals(reason) ? "" : description;
        return said + (said.isEmpty() || comment.isEmpty() ? "" : "; ") + comment;
    }

    private static ExitCode exitCode(FieldValues values) {
        long returned = Math.min(values.number(SlurmField.JOB_RETURN_CODE), Short.MAX_VALUE);
        long signal = Math.min(values.number(SlurmField.JOB_SIGNAL), Byte.MAX_VALUE);
        return returned == 0 && signal == 0 ? ExitCode.SUCCESS : new ExitCode((int) returned, (int) signal);
    }

    /**
     * Returns the state that squeue shows: the base state, or the job's flag. If the job has several flags, returns the
     * first flag in enum order.
     */
    private static JobState state(FieldValues values, boolean base) {
        List<String> words = values.texts(SlurmField.JOB_STATE);
        JobState found = JobState.UNKNOWN;
        // The loop uses an index, because an iterator would create garbage for each job.
        for (int i = 0; i < words.size(); i++) {
            JobState state = STATES.get(words.get(i));
            if (state != null && state.base() == base && (base || state.compareTo(found) < 0)) {
                found = state;
            }
        }
        return found;
    }

    @Override
    public Accelerators accelerators() {
        return accelerators;
    }

    @Override
    public Comparator<Job> order() {
        return Comparator.comparingLong(Job::id);
    }

    /**
     * Returns the allocated resources. Without accounting of gres/gpu, a TRES string contains no GPUs. In this case,
     * returns the GPUs that the job requested.
     */
    private static Tres allocation(FieldValues values, JobState base, JobRequest request) {
        Tres named = tres(values, SlurmField.JOB_TRES_ALLOCATED);
        boolean holds = base == JobState.RUNNING || base == JobState.SUSPENDED;
        if (!holds || !named.gpus().isEmpty() || request.gpus().isEmpty()) {
            return named;
        }
        return new Tres(named.cpus(), named.memoryBytes(), named.nodes(), request.gpus());
    }

    private static RequestedResources resources(FieldValues values) {
        return new RequestedResources(
                tres(values, SlurmField.JOB_TRES_REQUESTED),
                values.text(SlurmField.JOB_TRES_PER_JOB),
                values.text(SlurmField.JOB_TRES_PER_NODE),
                values.text(SlurmField.JOB_TRES_PER_TASK),
                values.text(SlurmField.JOB_TRES_PER_SOCKET),
                values.number(SlurmField.JOB_NODES),
                values.number(SlurmField.JOB_CPUS),
                values.number(SlurmField.JOB_TASKS),
                values.number(SlurmField.JOB_MEMORY_PER_CPU),
                values.number(SlurmField.JOB_MEMORY_PER_NODE),
                values.number(SlurmField.JOB_SOCKETS_PER_NODE));
    }

    private static Tres tres(FieldValues values, SlurmField field) {
        String text = values.text(field);
        return text.isEmpty() ? Tres.NONE : values.shared(Tres.parse(text));
    }

    private static List<String> partitions(String names) {
        return Arrays.stream(names.split(","))
                .filter(name -> !name.isEmpty())
                .map(BoundedName::of)
                .distinct()
                .toList();
    }

    /**
     * Returns the origin of an external job. slurm-bridge writes the job's pods into the administrator's comment, as
     * {@code {"pods":["namespace/name"]}}, and finds the job of a pod by this comment.
     */
    private static JobOrigin external(FieldValues values) {
        byte[] comment = values.text(SlurmField.JOB_ADMIN_COMMENT).getBytes(UTF_8);
        List<String> named = JsonTree.ofText(comment).at("pods").texts().stream()
                .filter(pod -> POD.matcher(pod).matches())
                .toList();
        int kept = Math.min(MAX_PODS, named.size());
        named.subList(0, kept).forEach(values::shared);
        return kept == 0
                ? JobOrigin.EXTERNAL
                : new JobOrigin(JobOrigin.Kind.EXTERNAL, named.subList(0, kept), named.size() - kept);
    }
}
