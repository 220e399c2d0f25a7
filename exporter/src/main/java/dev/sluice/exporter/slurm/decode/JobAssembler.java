package dev.sluice.exporter.slurm.decode;

import dev.sluice.exporter.json.JsonTree;
import dev.sluice.exporter.model.BoundedName;
import dev.sluice.exporter.model.GpuCounts;
import dev.sluice.exporter.model.GresCounts;
import dev.sluice.exporter.model.Tres;
import dev.sluice.exporter.model.accounting.Association;
import dev.sluice.exporter.model.job.Job;
import dev.sluice.exporter.model.job.Job.JobAllocation;
import dev.sluice.exporter.model.job.Job.JobOwner;
import dev.sluice.exporter.model.job.JobArray;
import dev.sluice.exporter.model.job.JobOrigin;
import dev.sluice.exporter.model.job.JobPlacement;
import dev.sluice.exporter.model.job.JobRequest;
import dev.sluice.exporter.model.job.JobShape;
import dev.sluice.exporter.model.job.JobState;
import dev.sluice.exporter.model.job.JobStatus;
import dev.sluice.exporter.model.job.JobTimes;
import dev.sluice.exporter.model.job.PendingReason;
import dev.sluice.exporter.model.job.ReasonName;
import java.util.Arrays;
import java.util.Collections;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** Builds {@link Job}s. */
public final class JobAssembler {

    /** In squeue's {@code %T}, flags take precedence over base states, in the order of {@link JobState}. */
    private static final Map<String, JobState> STATES = Stream.of(JobState.values())
            .filter(state -> state != JobState.UNKNOWN)
            .collect(Collectors.toMap(Enum::name, state -> state));

    /** Priority of a job whose record has no priority. A priority of 0 would mean that the job is held. */
    private static final long UNKNOWN_PRIORITY = 1;

    private static final long SECONDS_PER_MINUTE = 60;

    private static final int MAX_PODS = 8;
    /** A namespace and the name of a pod, in the characters and lengths of Kubernetes. */
    private static final Pattern POD = Pattern.compile("[a-z0-9-]{1,63}/[a-z0-9.-]{1,253}");

    private static final String EXTERNAL = "EXTERNAL_JOB";

    /** Value of {@code thread_spec} that slurmrestd writes for a job without thread specialization. */
    private static final long NO_THREADS = 32_766;

    private static final Set<String> WHOLE_NODES = Set.of("none", "topo");
    private static final Set<String> USER_NODES = Set.of("user", "mcs");

    public static final Set<String> MEMBERS = Set.of("""
            account admin_comment array_job_id array_max_tasks array_task_string association_id cluster core_spec cpus
            cpus_per_task dependency eligible_time end_time excluded_nodes exit_code features flags gres_detail
            het_job_id hold job_id job_size_str job_state licenses max_nodes memory_per_cpu memory_per_node
            minimum_cpus_per_node name node_count nodes partition pre_sus_time priority qos required_nodes
            required_switches restart_cnt resv_name segment_size shared sockets_per_node start_time state_description
            state_reason submit_time suspend_time system_comment tasks tasks_per_board tasks_per_core
            tasks_per_node tasks_per_socket thread_spec threads_per_core time_limit time_minimum tres_alloc_str
            tres_per_job tres_per_node tres_per_socket tres_per_task tres_req_str user_id user_name""".split("\\s+"));

    private final AssociationUsers users;
    private final RecordUse use;
    private final JobOrigin withoutFlag;

    /** Creates an assembler for slurmrestd, whose host may not know the users. */
    public JobAssembler(AssociationUsers users, RecordUse use) {
        this(users, use, JobOrigin.NATIVE);
    }

    /** @param withoutFlag origin of a job without the flag of external jobs */
    public JobAssembler(AssociationUsers users, RecordUse use, JobOrigin withoutFlag) {
        this.users = users;
        this.use = use;
        this.withoutFlag = withoutFlag;
    }

    public RecordList<Job> list() {
        return new RecordList<>(
                List.of("jobs"),
                MEMBERS,
                this::assemble,
                Optional.of(Comparator.comparingLong(Job::id)),
                (before, now) -> now.sharing(before));
    }

    private Job assemble(JsonTree values) {
        long id = values.whole("job_id");
        List<String> states = values.names("job_state");
        if (id == 0 || states.isEmpty()) {
            throw new JsonTree.UnreadableValue();
        }
        JobState base = state(states, true);
        JobState flag = state(states, false);
        String description = values.name("state_description");
        String comment = values.name("system_comment");
        String reason = ReasonName.of(values.name("state_reason"), description, comment);
        String allocatedNodes = values.sharedText("nodes");
        long started = values.whole("start_time");
        long priority = values.wholeOr(UNKNOWN_PRIORITY, "priority");
        boolean pending = base == JobState.PENDING;
        // A job that was cancelled while pending also has a start time, but never has nodes. If the cancelled job was
        // requeued, or is the remaining part of an array, the job also has allocated resources.
        boolean hasStarted = !pending && !allocatedNodes.isEmpty();
        // Slurm also sets hold for suspended jobs.
        boolean held = (values.flag("hold") || priority == 0) && pending;
        // A started array task has its own record, even if other tasks of the array are pending.
        boolean neverStarted = pending || (base.end() && !hasStarted);
        boolean external = values.names("flags").contains(EXTERNAL);
        Tres total = tres(values, "tres_req_str");
        long nodeCount = values.whole("node_count");
        JobShape shape = shape(values, JobRequest.nodes(total, nodeCount), external);
        JobRequest request =
                values.shared(JobRequest.of(shape, total, values.whole("cpus"), values.whole("sockets_per_node")));
        boolean suspended = base == JobState.SUSPENDED;
        long ranBefore = values.whole("pre_sus_time");
        JobTimes times = new JobTimes(
                SECONDS_PER_MINUTE * values.whole("time_limit"),
                values.whole("submit_time"),
                values.whole("eligible_time"),
                pending && !held && PendingReason.of(reason).reasonClass().planned() ? started : 0,
                hasStarted ? started : 0,
                base.end() ? values.whole("end_time") : 0,
                suspended ? ranBefore : 0,
                hasStarted && !suspended ? Math.max(started, values.whole("suspend_time") - ranBefore) : 0);
        return new Job(
                id,
                values.shared(new JobStatus(
                        base,
                        flag == JobState.UNKNOWN ? base : flag,
                        reason,
                        pending ? words(reason, description, comment) : "",
                        held,
                        false,
                        (int) Math.min(Integer.MAX_VALUE, values.whole("restart_cnt")),
                        base.end() ? exitCode(values) : JobStatus.SUCCESS)),
                values.made("partitions", values.sharedText("partition"), JobAssembler::partitions),
                values.shared(new JobOwner(user(values), values.name("account"), values.name("qos"))),
                values.shared(JobArray.parse(
                        values.whole("array_job_id"),
                        neverStarted ? values.text("array_task_string") : "",
                        values.whole("array_max_tasks"))),
                request,
                shape,
                nodeCount,
                JobAllocation.of(allocation(values, base, request), allocatedNodes, gresDetail(values)),
                times,
                values.whole("het_job_id"),
                priority,
                use.jobNames() ? values.name("name") : "",
                pending ? values.sharedText("dependency") : "",
                external ? external(values) : withoutFlag);
    }

    /** Returns the user of a job. slurmrestd sends an empty name if its host does not know the user. */
    private String user(JsonTree values) {
        String name = values.name("user_name");
        return name.isEmpty() && values.number("user_id").isPresent()
                ? users.user(values.name("cluster"), values.whole("association_id"), values.whole("user_id"))
                : name;
    }

    /** Returns Slurm's own words on a job. squeue shows the reason itself if slurmctld says no more. */
    private static String words(String reason, String description, String comment) {
        String said = description.equals(reason) ? "" : description;
        return said + (said.isEmpty() || comment.isEmpty() ? "" : "; ") + comment;
    }

    private static String exitCode(JsonTree values) {
        long returned = Math.min(values.whole("exit_code", "return_code"), Short.MAX_VALUE);
        long signal = Math.min(values.whole("exit_code", "signal", "id"), Byte.MAX_VALUE);
        return returned + ":" + signal;
    }

    /**
     * Returns the state that squeue shows: the base state, or the job's flag. If the job has several flags, returns the
     * first flag in enum order.
     */
    private static JobState state(List<String> words, boolean base) {
        JobState found = JobState.UNKNOWN;
        for (String word : words) {
            JobState state = STATES.get(word);
            if (state != null && state.base() == base && (base || state.compareTo(found) < 0)) {
                found = state;
            }
        }
        return found;
    }

    /**
     * Returns the allocated resources. Without accounting of gres/gpu, a TRES string contains no GPUs. In this case,
     * returns the GPUs that the job requested.
     */
    private Tres allocation(JsonTree values, JobState base, JobRequest request) {
        Tres named = tres(values, "tres_alloc_str");
        boolean holds = base == JobState.RUNNING || base == JobState.SUSPENDED;
        return holds ? values.shared(named.orGpusOf(request.gpus())) : named;
    }

    private Tres tres(JsonTree values, String member) {
        return values.made("tres", gres(values, member), text -> {
            Tres tres = Tres.parse(text);
            // Jobs with various amounts of memory have the same GPUs.
            return new Tres(tres.cpus(), tres.memoryBytes(), tres.nodes(), values.shared(tres.gpus()));
        });
    }

    /** Returns a list of generic resources, in which accelerators are GPUs. */
    private String gres(JsonTree values, String member) {
        return values.made("accelerators", values.text(member), use.accelerators()::asGpus);
    }

    private List<String> gresDetail(JsonTree values) {
        return values.texts("gres_detail").stream()
                .map(text -> values.made("accelerators", text, use.accelerators()::asGpus))
                .toList();
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
    private static JobOrigin external(JsonTree values) {
        List<String> named = pods(values.text("admin_comment")).stream()
                .filter(pod -> POD.matcher(pod).matches())
                .toList();
        int kept = Math.min(MAX_PODS, named.size());
        named.subList(0, kept).forEach(values::shared);
        return kept == 0
                ? JobOrigin.EXTERNAL
                : new JobOrigin(JobOrigin.Kind.EXTERNAL, named.subList(0, kept), named.size() - kept);
    }

    private static List<String> pods(String comment) {
        try {
            return JsonTree.ofText(comment).elements("pods").stream()
                    .map(JsonTree::textIfPresent)
                    .toList();
        } catch (JsonTree.UnreadableValue e) {
            return List.of();
        }
    }

    /** Returns the shape. All jobs with equal shapes share one object. */
    private JobShape shape(JsonTree values, long minimumNodes, boolean external) {
        String perNode = gres(values, "tres_per_node");
        String perTask = gres(values, "tres_per_task");
        String perSocket = gres(values, "tres_per_socket");
        JobShape shape = new JobShape(
                Math.max(1, values.whole("tasks")),
                Math.max(1, values.whole("cpus_per_task")),
                values.whole("tasks_per_node"),
                minimumNodes,
                values.whole("max_nodes"),
                values.whole("minimum_cpus_per_node"),
                bytes(values.whole("memory_per_cpu")),
                bytes(values.whole("memory_per_node")),
                gpus(values, gres(values, "tres_per_job")),
                gpus(values, perNode),
                gpus(values, perTask),
                gpus(values, perSocket),
                values.sharedText("features"),
                external ? "" : values.sharedText("required_nodes"),
                values.sharedText("excluded_nodes"),
                !Collections.disjoint(values.names("shared"), WHOLE_NODES),
                values.sharedText("licenses"),
                coreSpecialization(values),
                placement(values, List.of(perNode, perTask, perSocket)));
        return values.shared(shape);
    }

    /** Returns the placement options. Few jobs use placement options; all other jobs share one object. */
    private static JobPlacement placement(JsonTree values, List<String> gres) {
        JobPlacement placement = new JobPlacement(
                values.whole("threads_per_core"),
                values.whole("tasks_per_core"),
                values.whole("tasks_per_socket"),
                values.whole("tasks_per_board"),
                !Collections.disjoint(values.names("shared"), USER_NODES),
                values.name("resv_name"),
                values.whole("segment_size"),
                values.whole("required_switches"),
                gres(values, gres),
                values.names("job_size_str"),
                SECONDS_PER_MINUTE * values.whole("time_minimum"));
        return placement.equals(JobPlacement.ANY) ? JobPlacement.ANY : placement;
    }

    private static GpuCounts gpus(JsonTree values, String gres) {
        return gres.isEmpty() ? GpuCounts.NONE : values.made("gpus", gres, GpuCounts::ofGres);
    }

    /** Returns the generic resources, except GPUs, that a node must have: the maximum of the job's requests. */
    private static GresCounts gres(JsonTree values, List<String> requests) {
        return requests.stream()
                .filter(gres -> !gres.isEmpty())
                .map(gres -> values.made("gres", gres, GresCounts::ofRequest))
                .reduce(GresCounts.NONE, GresCounts::max);
    }

    private static boolean coreSpecialization(JsonTree values) {
        long threads = values.whole("thread_spec");
        return values.whole("core_spec") > 0 || (threads > 0 && threads < NO_THREADS);
    }

    static long bytes(long mebibytes) {
        return Math.min(mebibytes, Long.MAX_VALUE >> 20) << 20;
    }

    /** The user of each association, for jobs of users that slurmrestd's host does not know. */
    public static final class AssociationUsers {

        /** By cluster and association ID. */
        private volatile Map<UserAssociation, String> users = Map.of();

        private record UserAssociation(String cluster, long id) {}

        /** Learns the users of associations. Can be called from any thread. Returns true if the users have changed. */
        public boolean learn(List<Association> associations) {
            Map<UserAssociation, String> known = new HashMap<>();
            for (Association one : associations) {
                if (one.id() > 0 && !one.user().isEmpty()) {
                    known.put(new UserAssociation(one.cluster(), one.id()), one.user());
                }
            }
            boolean changed = !known.equals(users);
            users = known;
            return changed;
        }

        /** Returns the user of an association, otherwise the user ID as {@code uid:10001}. */
        String user(String cluster, long association, long userId) {
            String name = users.get(new UserAssociation(cluster, association));
            return name == null ? JobOwner.UNNAMED + userId : name;
        }
    }
}
