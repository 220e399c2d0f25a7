package dev.sluice.simulator.workload;

import dev.sluice.lab.scheduling.job.ArrayTasks;
import dev.sluice.lab.scheduling.job.JobRequest;
import dev.sluice.lab.scheduling.job.JobRequestBuilder;
import dev.sluice.lab.scheduling.job.Memory;
import java.util.List;
import java.util.stream.IntStream;

/** The jobs for nodes without GPUs. */
final class CpuJobs {
    private CpuJobs() {}

    static List<JobKind> kinds() {
        return List.of(
                JobKind.of(14, JobKind.Pool.CPU, CpuJobs::single, 20, 360),
                JobKind.of(1.6, JobKind.Pool.CPU, CpuJobs::mpi, 40, 300),
                JobKind.of(0.6, JobKind.Pool.CPU, CpuJobs::sweep, 10, 60),
                JobKind.of(0.3, JobKind.Pool.CPU, CpuJobs::irregular, 10, 45),
                JobKind.of(4, JobKind.Pool.CPU, CpuJobs::debug, 2, 12),
                JobKind.of(2, JobKind.Pool.CPU, CpuJobs::licensed, 20, 180),
                JobKind.of(1.5, JobKind.Pool.CPU, CpuJobs::preemptable, 60, 480),
                JobKind.of(0.5, JobKind.Pool.CPU, CpuJobs::urgent, 10, 60),
                JobKind.of(1.2, JobKind.Pool.CLOUD, CpuJobs::burst, 10, 50));
    }

    private static JobRequestBuilder single(SeededRandom random) {
        String user = random.pick(List.of("carol", "frank", "erin", "niaj"));
        JobRequestBuilder job = JobRequest.named(random.pick(List.of("blast \"nr\" \\ v2", "fold", "align", "md-sim")))
                .by(user, user.equals("carol") || user.equals("frank") ? "bio" : "research")
                .tasks(random.between(2, 24));
        if (random.chance(0.3)) {
            job.memory(Memory.perNode(1024L * random.between(8, 96)));
        }
        return job;
    }

    private static JobRequestBuilder mpi(SeededRandom random) {
        return JobRequest.named("lattice")
                .by(random.pick(List.of("dave", "mallory")), "physics")
                .nodes(random.between(2, 4))
                .tasksPerNode(random.pick(List.of(16, 32)));
    }

    private static JobRequestBuilder sweep(SeededRandom random) {
        return JobRequest.named("sweep")
                .by("heidi", "ml-train")
                .cpusPerTask(2)
                .array(ArrayTasks.range(0, random.between(15, 99), random.between(4, 12)));
    }

    static JobRequestBuilder irregular(SeededRandom random) {
        List<Integer> scattered = IntStream.rangeClosed(1, 400)
                .filter(i -> random.chance(0.12))
                .boxed()
                .toList();
        List<Integer> ids = scattered.isEmpty() ? List.of(1, 4, 9) : scattered;
        return JobRequest.named("irregular")
                .by("frank", "bio")
                .tasks(2)
                .array(new ArrayTasks(ids, random.between(2, 6)));
    }

    private static JobRequestBuilder debug(SeededRandom random) {
        return JobRequest.named("interactive")
                .by("erin", "research")
                .partitions("debug")
                .tasks(random.between(1, 8));
    }

    private static JobRequestBuilder licensed(SeededRandom random) {
        JobRequestBuilder job = random.chance(0.5)
                ? JobRequest.named("fem").by("carol", "bio").license("ansys", random.between(1, 3))
                : JobRequest.named("sim-lic").by("erin", "research").license("matlab", random.between(4, 10));
        return job.cpusPerTask(4);
    }

    private static JobRequestBuilder preemptable(SeededRandom random) {
        return JobRequest.named("screening")
                .by("niaj", "research")
                .qos("low")
                .partitions("cpu", "all")
                .tasks(random.pick(List.of(16, 32, 48)));
    }

    private static JobRequestBuilder urgent(SeededRandom random) {
        return JobRequest.named("überlauf-测试")
                .by("grace", "ops")
                .qos("high")
                .nodes(2)
                .tasksPerNode(48);
    }

    private static JobRequestBuilder burst(SeededRandom random) {
        return JobRequest.named("burst")
                .by("carol", "bio")
                .partitions("cloud")
                .nodes(random.between(1, 2))
                .tasksPerNode(random.between(4, 12))
                .memory(Memory.perCpu(4000));
    }
}
