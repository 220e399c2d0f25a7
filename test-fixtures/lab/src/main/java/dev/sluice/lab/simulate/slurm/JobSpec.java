package dev.sluice.lab.simulate.slurm;

import dev.sluice.exporter.model.GpuCounts;
import dev.sluice.lab.scheduling.job.ArrayTasks;
import dev.sluice.lab.scheduling.job.Dependency;
import dev.sluice.lab.scheduling.job.GpuRequest;
import dev.sluice.lab.scheduling.job.Hold;
import dev.sluice.lab.scheduling.job.JobRequest;
import dev.sluice.lab.scheduling.job.JobRequestBuilder;
import dev.sluice.lab.scheduling.job.Memory;
import java.time.Duration;
import java.util.Map;
import java.util.Optional;

/**
 * A job of the workload, or an array of equal tasks. Times are seconds since the start of the simulation.
 *
 * @param id JobId; an array uses one JobId per task
 * @param submitAt submit time
 * @param user user of the job
 * @param partition name of the partition
 * @param request resources of one task
 * @param runtime run time of one task without a time limit
 * @param timeLimit {@code --time}; a task ends when the time limit is over
 * @param tasks number of array tasks; 1 for a job
 * @param taskLimit maximum number of running tasks; 0 for no limit
 * @param eligibility start conditions other than resources
 */
public record JobSpec(
        long id,
        long submitAt,
        String user,
        String partition,
        Request request,
        long runtime,
        long timeLimit,
        int tasks,
        int taskLimit,
        Eligibility eligibility) {

    static final String USER = "user";
    static final String ACCOUNT = "account";
    static final String QOS = "normal";

    /**
     * The requested resources of one task.
     *
     * @param nodes number of nodes
     * @param cpus CPUs per node; 0 if the task requests whole nodes
     * @param gpus GPUs per node, with at most one GPU type
     * @param feature {@code --constraint}; empty for any node
     */
    public record Request(int nodes, long cpus, GpuCounts gpus, String feature) {

        public static Request wholeNodes(int nodes) {
            return new Request(nodes, 0, GpuCounts.NONE, "");
        }

        public static Request oneNode(long cpus, GpuCounts gpus) {
            return new Request(1, cpus, gpus, "");
        }

        public boolean whole() {
            return cpus == 0;
        }
    }

    /**
     * Start conditions other than resources. A value of 0 means no condition.
     *
     * @param heldUntil time at which a user releases the hold
     * @param after id of the job that must end first
     * @param beginAt {@code --begin}
     */
    public record Eligibility(long heldUntil, long after, long beginAt) {

        public static final Eligibility AT_ONCE = new Eligibility(0, 0, 0);

        /** Start condition of a job with a hold that is never released. */
        public static final Eligibility HELD = new Eligibility(Long.MAX_VALUE, 0, 0);
    }

    /** Returns a job for whole nodes in partition {@code batch}, with a time limit of twice its run time. */
    public static JobSpec whole(long id, long submitAt, int nodes, long runtime) {
        return of(id, submitAt, "batch", Request.wholeNodes(nodes), runtime);
    }

    public static JobSpec of(long id, long submitAt, String partition, Request request, long runtime) {
        return new JobSpec(id, submitAt, USER, partition, request, runtime, 2 * runtime, 1, 0, Eligibility.AT_ONCE);
    }

    public JobSpec withLimit(long seconds) {
        return new JobSpec(id, submitAt, user, partition, request, runtime, seconds, tasks, taskLimit, eligibility);
    }

    public JobSpec array(int count, int atOnce) {
        return new JobSpec(id, submitAt, user, partition, request, runtime, timeLimit, count, atOnce, eligibility);
    }

    public JobSpec eligible(Eligibility when) {
        return new JobSpec(id, submitAt, user, partition, request, runtime, timeLimit, tasks, taskLimit, when);
    }

    /** Returns a copy with this user; empty for the usual user. */
    public JobSpec by(String name) {
        return name.isEmpty()
                ? this
                : new JobSpec(
                        id, submitAt, name, partition, request, runtime, timeLimit, tasks, taskLimit, eligibility);
    }

    /** Returns the run time, but at most the time limit. */
    public long duration() {
        return Math.max(1, Math.min(runtime, timeLimit));
    }

    /**
     * Returns the submission.
     *
     * @param jobIds job ids of earlier submissions, by {@code id}
     */
    JobRequest submission(Map<Long, Integer> jobIds) {
        JobRequestBuilder job = JobRequest.named("job")
                .by(user, ACCOUNT)
                .qos(QOS)
                .partitions(partition)
                .nodes(request.nodes())
                .cpusPerTask((int) Math.max(1, request.cpus()))
                .memory(Memory.perNode(0))
                .limit(Duration.ofSeconds(timeLimit))
                .runs(Duration.ofSeconds(duration()))
                .beginAt(eligibility.beginAt())
                .held(eligibility.heldUntil() > 0 ? Hold.USER : Hold.NONE);
        if (request.whole()) {
            job.exclusive();
        }
        request.gpus().byType().forEach((type, count) -> {
            GpuRequest gpus = GpuRequest.perNode(count.intValue());
            job.gpus(type.equals(GpuCounts.UNTYPED) ? gpus : gpus.ofType(type));
        });
        if (!request.feature().isEmpty()) {
            job.features(request.feature());
        }
        if (tasks > 1) {
            job.array(ArrayTasks.range(1, tasks, taskLimit));
        }
        Optional.ofNullable(jobIds.get(eligibility.after())).ifPresent(id -> job.after(Dependency.afterAny(id)));
        return job.build();
    }
}
