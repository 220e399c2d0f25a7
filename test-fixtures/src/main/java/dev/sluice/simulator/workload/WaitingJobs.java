package dev.sluice.simulator.workload;

import dev.sluice.lab.scheduling.controller.Controller;
import dev.sluice.lab.scheduling.job.ArrayPlace;
import dev.sluice.lab.scheduling.job.Dependency;
import dev.sluice.lab.scheduling.job.GpuRequest;
import dev.sluice.lab.scheduling.job.Hold;
import dev.sluice.lab.scheduling.job.JobReason;
import dev.sluice.lab.scheduling.job.JobRequest;
import dev.sluice.lab.scheduling.job.JobRequestBuilder;
import dev.sluice.lab.scheduling.job.JobState;
import dev.sluice.lab.scheduling.job.SimulatedJob;
import dev.sluice.simulator.rest.text.ArrayText;
import java.time.Duration;
import java.util.EnumSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/**
 * Ensures that jobs are pending for many different reasons at any time. After some time, cancels jobs that can never
 * start.
 */
public final class WaitingJobs {
    private static final Set<JobReason> HOPELESS = EnumSet.of(
            JobReason.DEPENDENCY_NEVER_SATISFIED,
            JobReason.BAD_CONSTRAINTS,
            JobReason.PARTITION_CONFIG,
            JobReason.PARTITION_NODE_LIMIT,
            JobReason.PARTITION_TIME_LIMIT,
            JobReason.PARTITION_DOWN,
            JobReason.REQ_NODE_NOT_AVAIL);
    private static final List<JobReason> WANTED = List.of(
            JobReason.JOB_HELD_USER,
            JobReason.JOB_HELD_ADMIN,
            JobReason.BEGIN_TIME,
            JobReason.DEPENDENCY,
            JobReason.DEPENDENCY_NEVER_SATISFIED,
            JobReason.BAD_CONSTRAINTS,
            JobReason.PARTITION_CONFIG,
            JobReason.PARTITION_NODE_LIMIT,
            JobReason.PARTITION_TIME_LIMIT,
            JobReason.PARTITION_DOWN,
            JobReason.REQ_NODE_NOT_AVAIL,
            JobReason.LICENSES,
            JobReason.QOS_GRP_CPU,
            JobReason.QOS_MAX_GRES_PER_USER,
            JobReason.ASSOC_GRP_CPU_LIMIT,
            JobReason.ASSOC_GRP_GRES,
            JobReason.RESOURCES);

    private final Controller controller;
    private final SeededRandom random;

    public WaitingJobs(Controller controller, SeededRandom random) {
        this.controller = controller;
        this.random = random;
    }

    public void step(long seconds) {
        for (SimulatedJob job : controller.pending()) {
            if (HOPELESS.contains(job.reason()) && random.happens(0.5, seconds)) {
                controller.end(job, JobState.CANCELLED, job.reason());
            } else if (job.hold() != Hold.NONE && random.happens(0.8, seconds)) {
                controller.release(job);
            }
        }
        if (random.happens(2, seconds) && !hasLongIrregularArray()) {
            submitIrregularArray();
        }
        if (random.happens(4, seconds)) {
            ensureLaunchFailure();
        }
        for (JobReason reason : WANTED) {
            if (random.happens(4, seconds)) {
                ensure(reason);
            }
        }
    }

    /** Submits one job for each reason that no pending job has. */
    public void fillUp() {
        WANTED.forEach(this::ensure);
        ensureLaunchFailure();
        // Stays pending: it requests more GPUs than its QOS allows.
        controller.submit(List.of(JobRequest.named("pretrain-70b")
                .by("judy", "ml-train")
                .qos("high")
                .partitions("gpu")
                .nodes(4)
                .cpusPerTask(4)
                .gpus(GpuRequest.perNode(8))
                .limit(Duration.ofDays(1))
                .build()));
        if (!hasLongIrregularArray()) {
            submitIrregularArray();
        }
    }

    /** Returns true if the queue has an array whose task list slurmrestd truncates. */
    private boolean hasLongIrregularArray() {
        return controller.pending().stream()
                .flatMap(job -> job.array().flatMap(ArrayPlace::waiting).stream())
                .anyMatch(tasks -> ArrayText.of(tasks).contains("..."));
    }

    private void submitIrregularArray() {
        controller.submit(
                List.of(random.lasting(CpuJobs.irregular(random), 10, 45).build()));
    }

    /** Submits a job that slurmctld holds as after a failed launch, unless the queue has one. */
    private void ensureLaunchFailure() {
        if (controller.pending().stream().noneMatch(job -> job.hold() == Hold.LAUNCH_FAILED)) {
            controller.submit(List.of(plain("md-sim").held(Hold.LAUNCH_FAILED).build()));
        }
    }

    /** Submits a job unless a job is already pending for the reason. */
    private void ensure(JobReason reason) {
        if (controller.pending().stream().noneMatch(job -> job.reason() == reason)) {
            provoke(reason).ifPresent(job -> controller.submit(List.of(job.build())));
        }
    }

    private Optional<JobRequestBuilder> provoke(JobReason reason) {
        return switch (reason) {
            case JOB_HELD_USER -> Optional.of(plain("heldu").held(Hold.USER));
            case JOB_HELD_ADMIN -> Optional.of(plain("helda").held(Hold.ADMIN));
            case BEGIN_TIME -> Optional.of(plain("later").beginAt(controller.now() + 60L * random.between(15, 90)));
            case DEPENDENCY ->
                someJob(JobState.RUNNING).map(id -> plain("after").after(Dependency.afterAny(id)));
            case DEPENDENCY_NEVER_SATISFIED ->
                someJob(JobState.FAILED).map(id -> plain("never").after(Dependency.afterOk(id)));
            case BAD_CONSTRAINTS -> Optional.of(plain("wrong-feature").features("h100"));
            case PARTITION_CONFIG ->
                Optional.of(plain("too-wide").by("grace", "ops").nodes(32).tasksPerNode(64));
            case PARTITION_NODE_LIMIT ->
                Optional.of(plain("too-many").partitions("debug").nodes(3).limit(Duration.ofMinutes(30)));
            case PARTITION_TIME_LIMIT -> Optional.of(plain("too-long").limit(Duration.ofDays(10)));
            case PARTITION_DOWN -> Optional.of(plain("old-code").partitions("legacy"));
            case REQ_NODE_NOT_AVAIL ->
                unusableNode().map(name -> plain("pinned").onNodes(name));
            case LICENSES -> Optional.of(lasting("sim-lic").license("matlab", 13));
            case QOS_GRP_CPU ->
                Optional.of(
                        lasting("screening").by("niaj", "research").qos("low").tasks(48));
            case QOS_GRP_GRES ->
                Optional.of(gpu("train-13b", 8).by("judy", "ml-train").qos("high"));
            case QOS_MAX_GRES_PER_USER ->
                Optional.of(gpu("notebook", 1).by("niaj", "research").qos("interactive"));
            case ASSOC_GRP_CPU_LIMIT ->
                Optional.of(lasting("lattice").by("dave", "physics").nodes(2).tasksPerNode(32));
            case ASSOC_GRP_GRES -> Optional.of(gpu("serve", 4).by("ivan", "ml-infer"));
            case RESOURCES ->
                Optional.of(lasting("wide-mpi").by("grace", "ops").nodes(4).tasksPerNode(60));
            case NONE,
                    PRIORITY,
                    JOB_ARRAY_TASK_LIMIT,
                    QOS_GRP_JOBS,
                    QOS_MAX_JOBS_PER_USER,
                    QOS_MAX_CPU_PER_USER,
                    ASSOC_GRP_JOBS,
                    RESERVATION,
                    NON_ZERO_EXIT_CODE,
                    TIME_LIMIT,
                    NODE_DOWN,
                    OUT_OF_MEMORY -> Optional.empty();
        };
    }

    private JobRequestBuilder plain(String name) {
        return JobRequest.named(name).by("carol", "bio").tasks(random.between(1, 4));
    }

    private JobRequestBuilder lasting(String name) {
        return random.lasting(JobRequest.named(name).by("erin", "research"), 30, 120);
    }

    private JobRequestBuilder gpu(String name, int gpus) {
        return random.lasting(
                JobRequest.named(name).partitions("gpu").cpusPerTask(4).gpus(GpuRequest.perNode(gpus)), 60, 180);
    }

    private Optional<Integer> someJob(JobState inState) {
        List<Integer> ids = controller.jobs().stream()
                .filter(job -> job.state() == inState
                        && job.array().isEmpty()
                        && job.het().isEmpty())
                .map(SimulatedJob::id)
                .toList();
        return ids.isEmpty() ? Optional.empty() : Optional.of(random.pick(ids));
    }

    private Optional<String> unusableNode() {
        return controller.definition().partition("cpu").nodes().stream()
                .filter(name -> !controller.node(name).isUsable())
                .findFirst();
    }
}
