package dev.sluice.simulator.workload;

import dev.sluice.common.scheduling.job.ArrayTasks;
import dev.sluice.common.scheduling.job.JobRequest;
import dev.sluice.common.scheduling.job.JobRequestBuilder;
import dev.sluice.common.scheduling.job.Memory;
import java.util.List;
import java.util.stream.IntStream;

/** The jobs for nodes without GPUs. */
final class CpuJobs {
    private CpuJobs() {}

    static List<JobKind> kinds() {
        return List.of(
                JobKind.of("single", 14, JobKind.Pool.CPU, CpuJobs::single),
                JobKind.of("mpi", 1.6, JobKind.Pool.CPU, CpuJobs::mpi),
                JobKind.of("sweep", 0.6, JobKind.Pool.CPU, CpuJobs::sweep),
                JobKind.of("irregular", 0.3, JobKind.Pool.CPU, CpuJobs::irregular),
                JobKind.of("debug", 4, JobKind.Pool.CPU, CpuJobs::debug),
                JobKind.of("licensed", 2, JobKind.Pool.CPU, CpuJobs::licensed),
                JobKind.of("lowprio", 1.5, JobKind.Pool.CPU, CpuJobs::preemptable),
                JobKind.of("urgent", 0.5, JobKind.Pool.CPU, CpuJobs::urgent),
                JobKind.of("burst", 1.2, JobKind.Pool.CLOUD, CpuJobs::burst));
    }

    private static JobRequestBuilder single(SeededRandom random) {
        String user = random.pick(List.of("carol", "frank", "erin", "niaj"));
        JobRequestBuilder job = JobRequest.named(random.pick(List.of("blast \"nr\" \\ v2", "fold", "align", "md-sim")))
                .by(user, user.equals("carol") || user.equals("frank") ? "bio" : "research")
                .tasks(random.between(2, 24));
        if (random.chance(0.3)) {
            job.memory(Memory.perNode(1024L * random.between(8, 96)));
        }
        return random.lasting(job, 20, 360);
    }

    private static JobRequestBuilder mpi(SeededRandom random) {
        JobRequestBuilder job = JobRequest.named("lattice")
                .by(random.pick(List.of("dave", "mallory")), "physics")
                .nodes(random.between(2, 4))
                .tasksPerNode(random.pick(List.of(16, 32)));
        return random.lasting(job, 40, 300);
    }

    private static JobRequestBuilder sweep(SeededRandom random) {
        JobRequestBuilder job = JobRequest.named("sweep")
                .by("heidi", "ml-train")
                .cpusPerTask(2)
                .array(ArrayTasks.range(0, random.between(15, 99), random.between(4, 12)));
        return random.lasting(job, 10, 60);
    }

    static JobRequestBuilder irregular(SeededRandom random) {
        List<Integer> scattered = IntStream.rangeClosed(1, 400)
                .filter(i -> random.chance(0.12))
                .boxed()
                .toList();
        List<Integer> ids = scattered.isEmpty() ? List.of(1, 4, 9) : scattered;
        JobRequestBuilder job = JobRequest.named("irregular")
                .by("frank", "bio")
                .tasks(2)
                .array(new ArrayTasks(ids, random.between(2, 6)));
        return random.lasting(job, 10, 45);
    }

    private static JobRequestBuilder debug(SeededRandom random) {
        JobRequestBuilder job = JobRequest.named("interactive")
                .by("erin", "research")
                .partitions("debug")
                .tasks(random.between(1, 8));
        return random.lasting(job, 2, 12);
    }

    private static JobRequestBuilder licensed(SeededRandom random) {
        JobRequestBuilder job = random.chance(0.5)
                ? JobRequest.named("fem").by("carol", "bio").license("ansys", random.between(1, 3))
                : JobRequest.named("sim-lic").by("erin", "research").license("matlab", random.between(4, 10));
        return random.lasting(job.cpusPerTask(4), 20, 180);
    }

    private static JobRequestBuilder preemptable(SeededRandom random) {
        JobRequestBuilder job = JobRequest.named("screening")
                .by("niaj", "research")
                .qos("low")
                .partitions("cpu", "all")
                .tasks(random.pick(List.of(16, 32, 48)));
        return random.lasting(job, 60, 480);
    }

    private static JobRequestBuilder urgent(SeededRandom random) {
        JobRequestBuilder job = JobRequest.named("überlauf-测试")
                .by("grace", "ops")
                .qos("high")
                .nodes(2)
                .tasksPerNode(48);
        return random.lasting(job, 10, 60);
    }

    private static JobRequestBuilder burst(SeededRandom random) {
        JobRequestBuilder job = JobRequest.named("burst")
                .by("carol", "bio")
                .partitions("cloud")
                .nodes(random.between(1, 2))
                .tasksPerNode(random.between(4, 12))
                .memory(Memory.perCpu(4000));
        return random.lasting(job, 10, 50);
    }
}
