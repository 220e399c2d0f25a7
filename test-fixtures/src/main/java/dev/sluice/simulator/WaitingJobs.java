package dev.sluice.simulator;

import dev.sluice.lab.scheduling.Controller;
import dev.sluice.lab.scheduling.JobReason;
import dev.sluice.lab.scheduling.JobRequest;
import dev.sluice.lab.scheduling.JobRequest.Hold;
import dev.sluice.lab.scheduling.JobState;
import dev.sluice.lab.scheduling.SimulatedJob;
import dev.sluice.lab.scheduling.SimulatedJob.ArrayPlace;
import dev.sluice.simulator.rest.RangeText;
import java.time.Duration;
import java.util.EnumSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.Supplier;

/**
 * Ensures that jobs are pending for many different reasons at any time. After some time, cancels jobs that can never
 * start.
 */
final class WaitingJobs {
    private static final Set<JobReason> HOPELESS = EnumSet.of(
            JobReason.DEPENDENCY_NEVER_SATISFIED,
            JobReason.BAD_CONSTRAINTS,
            JobReason.PARTITION_CONFIG,
            JobReason.PARTITION_NODE_LIMIT,
            JobReason.PARTITION_TIME_LIMIT,
            JobReason.PARTITION_DOWN,
            JobReason.REQ_NODE_NOT_AVAIL);
    private final Controller controller;
    private final SeededRandom random;
    /** For each wanted reason, a job that will be pending for this reason; none if the cluster does not permit one. */
    private final Map<JobReason, Supplier<Optional<JobRequest>>> wanted = new LinkedHashMap<>();

    WaitingJobs(Controller controller, SeededRandom random) {
        this.controller = controller;
        this.random = random;
        want(JobReason.JOB_HELD_USER, () -> plain("heldu").held(Hold.USER));
        want(JobReason.JOB_HELD_ADMIN, () -> plain("helda").held(Hold.ADMIN));
        want(JobReason.BEGIN_TIME, () -> plain("later").beginAt(controller.now() + 60L * random.between(15, 90)));
        wanted.put(
                JobReason.DEPENDENCY,
                () -> someJob(JobState.RUNNING).map(id -> plain("after").afterAny(id)));
        wanted.put(
                JobReason.DEPENDENCY_NEVER_SATISFIED,
                () -> someJob(JobState.FAILED).map(id -> plain("never").afterOk(id)));
        want(JobReason.BAD_CONSTRAINTS, () -> plain("wrong-feature").features("h100"));
        want(
                JobReason.PARTITION_CONFIG,
                () -> plain("too-wide").by("grace", "ops").nodes(32).tasksPerNode(64));
        want(
                JobReason.PARTITION_NODE_LIMIT,
                () -> plain("too-many").partitions("debug").nodes(3).limit(Duration.ofMinutes(30)));
        want(JobReason.PARTITION_TIME_LIMIT, () -> plain("too-long").limit(Duration.ofDays(10)));
        want(JobReason.PARTITION_DOWN, () -> plain("old-code").partitions("legacy"));
        wanted.put(
                JobReason.REQ_NODE_NOT_AVAIL,
                () -> unusableNode().map(name -> plain("pinned").onNodes(name)));
        want(JobReason.LICENSES, () -> lasting("sim-lic").license("matlab", 13));
        want(
                JobReason.QOS_GRP_CPU,
                () -> lasting("screening").by("niaj", "research").qos("low").tasks(48));
        want(
                JobReason.QOS_MAX_GRES_PER_USER,
                () -> gpu("notebook", 1).by("niaj", "research").qos("interactive"));
        want(
                JobReason.ASSOC_GRP_CPU_LIMIT,
                () -> lasting("lattice").by("dave", "physics").nodes(2).tasksPerNode(32));
        want(JobReason.ASSOC_GRP_GRES, () -> gpu("serve", 4).by("ivan", "ml-infer"));
        want(
                JobReason.RESOURCES,
                () -> lasting("wide-mpi").by("grace", "ops").nodes(4).tasksPerNode(60));
    }

    private void want(JobReason reason, Supplier<JobRequest> job) {
        wanted.put(reason, () -> Optional.of(job.get()));
    }

    void step(long seconds) {
        for (SimulatedJob job : controller.pending()) {
            if (HOPELESS.contains(job.reason()) && random.happens(0.5, seconds)) {
                controller.end(job, JobState.CANCELLED, job.reason());
            } else if (job.hold() != Hold.NONE && random.happens(0.8, seconds)) {
                controller.release(job);
            }
        }
        if (random.happens(2, seconds)) {
            ensureLongArray();
        }
        if (random.happens(4, seconds)) {
            ensureLaunchFailure();
        }
        for (JobReason reason : wanted.keySet()) {
            if (random.happens(4, seconds)) {
                ensure(reason);
            }
        }
    }

    /** Submits one job for each reason that no pending job has. */
    void fillUp() {
        wanted.keySet().forEach(this::ensure);
        ensureLaunchFailure();
        // Stays pending: it requests more GPUs than its QOS allows.
        controller.submit(List.of(JobRequest.named("pretrain-70b")
                .by("judy", "ml-train")
                .qos("high")
                .partitions("gpu")
                .nodes(4)
                .cpusPerTask(4)
                .gpusPerNode(8)
                .limit(Duration.ofDays(1))));
        ensureLongArray();
    }

    /** Submits an array whose task list slurmrestd truncates, unless the queue has one. */
    private void ensureLongArray() {
        if (controller.pending().stream()
                .flatMap(job -> job.array().flatMap(ArrayPlace::waiting).stream())
                .noneMatch(tasks -> RangeText.tasks(tasks).contains("..."))) {
            controller.submit(List.of(random.lasting(JobKinds.irregular(random), 10, 45)));
        }
    }

    /** Submits a job that slurmctld holds as after a failed launch, unless the queue has one. */
    private void ensureLaunchFailure() {
        if (controller.pending().stream().noneMatch(job -> job.hold() == Hold.LAUNCH_FAILED)) {
            controller.submit(List.of(plain("md-sim").held(Hold.LAUNCH_FAILED)));
        }
    }

    /** Submits a job unless a job is already pending for the reason. */
    private void ensure(JobReason reason) {
        if (controller.pending().stream().noneMatch(job -> job.reason() == reason)) {
            wanted.getOrDefault(reason, Optional::empty).get().ifPresent(job -> controller.submit(List.of(job)));
        }
    }

    private JobRequest plain(String name) {
        return JobRequest.named(name).by("carol", "bio").tasks(random.between(1, 4));
    }

    private JobRequest lasting(String name) {
        return random.lasting(JobRequest.named(name).by("erin", "research"), 30, 120);
    }

    private JobRequest gpu(String name, int gpus) {
        return random.lasting(
                JobRequest.named(name).partitions("gpu").cpusPerTask(4).gpusPerNode(gpus), 60, 180);
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
