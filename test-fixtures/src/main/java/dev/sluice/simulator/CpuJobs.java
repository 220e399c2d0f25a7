package dev.sluice.simulator;

import java.util.List;
import java.util.stream.IntStream;

/** What users submit to nodes without GPUs. */
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

    private static JobRequestBuilder single(Draw draw) {
        String user = draw.pick(List.of("carol", "frank", "erin", "niaj"));
        JobRequestBuilder job = JobRequest.named(draw.pick(List.of("blast \"nr\" \\ v2", "fold", "align", "md-sim")))
                .by(user, user.equals("carol") || user.equals("frank") ? "bio" : "research")
                .tasks(draw.between(2, 24));
        if (draw.chance(0.3)) {
            job.memory(Memory.perNode(1024L * draw.between(8, 96)));
        }
        return draw.lasting(job, 20, 360);
    }

    private static JobRequestBuilder mpi(Draw draw) {
        JobRequestBuilder job = JobRequest.named("lattice")
                .by(draw.pick(List.of("dave", "mallory")), "physics")
                .nodes(draw.between(2, 4))
                .tasksPerNode(draw.pick(List.of(16, 32)));
        return draw.lasting(job, 40, 300);
    }

    private static JobRequestBuilder sweep(Draw draw) {
        JobRequestBuilder job = JobRequest.named("sweep")
                .by("heidi", "ml-train")
                .cpusPerTask(2)
                .array(ArrayTasks.range(0, draw.between(15, 99), draw.between(4, 12)));
        return draw.lasting(job, 10, 60);
    }

    static JobRequestBuilder irregular(Draw draw) {
        List<Integer> scattered = IntStream.rangeClosed(1, 400)
                .filter(i -> draw.chance(0.12))
                .boxed()
                .toList();
        List<Integer> ids = scattered.isEmpty() ? List.of(1, 4, 9) : scattered;
        JobRequestBuilder job = JobRequest.named("irregular")
                .by("frank", "bio")
                .tasks(2)
                .array(new ArrayTasks(ids, draw.between(2, 6)));
        return draw.lasting(job, 10, 45);
    }

    private static JobRequestBuilder debug(Draw draw) {
        JobRequestBuilder job = JobRequest.named("interactive")
                .by("erin", "research")
                .partitions("debug")
                .tasks(draw.between(1, 8));
        return draw.lasting(job, 2, 12);
    }

    private static JobRequestBuilder licensed(Draw draw) {
        JobRequestBuilder job = draw.chance(0.5)
                ? JobRequest.named("fem").by("carol", "bio").license("ansys", draw.between(1, 3))
                : JobRequest.named("sim-lic").by("erin", "research").license("matlab", draw.between(4, 10));
        return draw.lasting(job.cpusPerTask(4), 20, 180);
    }

    private static JobRequestBuilder preemptable(Draw draw) {
        JobRequestBuilder job = JobRequest.named("screening")
                .by("niaj", "research")
                .qos("low")
                .partitions("cpu", "all")
                .tasks(draw.pick(List.of(16, 32, 48)));
        return draw.lasting(job, 60, 480);
    }

    private static JobRequestBuilder urgent(Draw draw) {
        JobRequestBuilder job = JobRequest.named("überlauf-测试")
                .by("grace", "ops")
                .qos("high")
                .nodes(2)
                .tasksPerNode(48);
        return draw.lasting(job, 10, 60);
    }

    private static JobRequestBuilder burst(Draw draw) {
        JobRequestBuilder job = JobRequest.named("burst")
                .by("carol", "bio")
                .partitions("cloud")
                .nodes(draw.between(1, 2))
                .tasksPerNode(draw.between(4, 12))
                .memory(Memory.perCpu(4000));
        return draw.lasting(job, 10, 50);
    }
}
