package dev.sluice.simulator.workload;

import dev.sluice.lab.scheduling.job.ArrayTasks;
import dev.sluice.lab.scheduling.job.GpuRequest;
import dev.sluice.lab.scheduling.job.JobRequest;
import dev.sluice.lab.scheduling.job.JobRequestBuilder;
import dev.sluice.lab.scheduling.job.Memory;
import dev.sluice.simulator.cluster.DemoCluster;
import java.util.List;
import java.util.stream.IntStream;

/** The jobs for nodes with GPUs. */
final class GpuJobs {
    static final String WASTEFUL = "render";
    /** The GPUs of wasteful jobs. Their nodes have no incidents and no maintenance. */
    static final String WASTED_GPU = "l40s";

    private GpuJobs() {}

    static List<JobKind> kinds() {
        return List.of(
                JobKind.of(3.0, JobKind.Pool.H100, GpuJobs::train, 60, 540),
                JobKind.of(0.5, JobKind.Pool.H100, GpuJobs::pretrain, 90, 420),
                JobKind.of(3.5, JobKind.Pool.H100, GpuJobs::finetune, 30, 300),
                JobKind.of(0.5, JobKind.Pool.H100, GpuJobs::background, 60, 360),
                JobKind.of(1.5, JobKind.Pool.OTHER_GPU, GpuJobs::serve, 60, 300),
                JobKind.of(0.9, JobKind.Pool.OTHER_GPU, GpuJobs::perTask, 40, 240),
                JobKind.of(4.5, JobKind.Pool.OTHER_GPU, GpuJobs::notebook, 30, 200),
                JobKind.of(3.5, JobKind.Pool.OTHER_GPU, GpuJobs::mig, 30, 180),
                JobKind.of(2.5, JobKind.Pool.OTHER_GPU, GpuJobs::shards, 20, 120),
                JobKind.of(0.5, JobKind.Pool.OTHER_GPU, GpuJobs::batch, 10, 50),
                JobKind.of(0.8, JobKind.Pool.OTHER_GPU, GpuJobs::anywhere, 30, 200),
                new JobKind(0.6, JobKind.Pool.OTHER_GPU, GpuJobs::heterogeneous));
    }

    private static JobRequestBuilder h100(SeededRandom random, String name, int gpusPerNode) {
        return JobRequest.named(name)
                .by(random.pick(List.of("alice", "heidi", "judy")), "ml-train")
                .partitions("gpu")
                .gpus(GpuRequest.perNode(gpusPerNode).ofType("h100"));
    }

    private static JobRequestBuilder train(SeededRandom random) {
        return h100(random, random.pick(List.of("train-7b", "train-13b", "ablation")), 8)
                .tasksPerNode(8)
                .cpusPerTask(8)
                .memory(Memory.perNode(600 * 1024L))
                .qos(random.chance(0.1) ? "high" : "normal");
    }

    private static JobRequestBuilder pretrain(SeededRandom random) {
        return h100(random, "pretrain-70b", 8)
                .nodes(random.pick(List.of(2, 2, 3, 4)))
                .tasksPerNode(8)
                .cpusPerTask(12)
                .memory(Memory.perNode(800 * 1024L));
    }

    private static JobRequestBuilder finetune(SeededRandom random) {
        return h100(random, "finetune", random.pick(List.of(1, 2, 2, 4)))
                .cpusPerTask(8)
                .memory(Memory.perNode(64 * 1024L));
    }

    private static JobRequestBuilder background(SeededRandom random) {
        return h100(random, "eval-lowprio", 4).qos("low").cpusPerTask(16);
    }

    private static JobRequestBuilder serve(SeededRandom random) {
        return JobRequest.named("serve")
                .by(random.pick(List.of("bob", "ivan")), "ml-infer")
                .partitions("gpu")
                .tasks(2)
                .cpusPerTask(4)
                .memory(Memory.perNode(32 * 1024L))
                .gpus(GpuRequest.perJob(random.between(1, 2)));
    }

    private static JobRequestBuilder perTask(SeededRandom random) {
        return JobRequest.named("lattice-qcd")
                .by("mallory", "physics")
                .partitions("gpu")
                .tasks(random.between(2, 4))
                .gpus(GpuRequest.perTask(1).ofType("a100"));
    }

    private static JobRequestBuilder notebook(SeededRandom random) {
        return JobRequest.named("notebook")
                .by(random.pick(List.of("erin", "niaj")), "research")
                .qos(random.chance(0.5) ? "interactive" : "normal")
                .partitions("gpu")
                .cpusPerTask(4)
                .gpus(GpuRequest.perNode(1));
    }

    private static JobRequestBuilder mig(SeededRandom random) {
        return JobRequest.named("notebook-mig")
                .by(random.pick(List.of("carol", "frank")), "bio")
                .partitions("gpu")
                .cpusPerTask(2)
                .gpus(GpuRequest.perNode(1).ofType(DemoCluster.MIG));
    }

    private static JobRequestBuilder shards(SeededRandom random) {
        return JobRequest.named("tiny-infer")
                .by("ivan", "ml-infer")
                .partitions("gpu")
                .tasks(2)
                .shards(random.between(1, 4));
    }

    /** One GPU with half of the node's CPUs. */
    static JobRequestBuilder render(SeededRandom random) {
        return JobRequest.named(WASTEFUL)
                .by("grace", "ops")
                .partitions("gpu")
                .cpusPerTask(32)
                .gpus(GpuRequest.perNode(1).ofType(WASTED_GPU));
    }

    private static JobRequestBuilder batch(SeededRandom random) {
        return JobRequest.named("batch-infer")
                .by("bob", "ml-infer")
                .partitions("gpu")
                .gpus(GpuRequest.perNode(1).ofType("a100"))
                .array(new ArrayTasks(everySecond(random.between(10, 60)), 3));
    }

    private static List<Integer> everySecond(int count) {
        return IntStream.rangeClosed(1, count).map(i -> 2 * i).boxed().toList();
    }

    private static JobRequestBuilder anywhere(SeededRandom random) {
        return JobRequest.named("anywhere")
                .by("judy", "ml-train")
                .partitions("gpu", "all")
                .cpusPerTask(8)
                .gpus(GpuRequest.perNode(random.pick(List.of(1, 2, 4))));
    }

    private static List<JobRequest> heterogeneous(SeededRandom random) {
        int minutes = random.between(30, 120);
        JobRequestBuilder feeder =
                JobRequest.named("pipeline").by("erin", "research").tasks(4);
        JobRequestBuilder trainer = JobRequest.named("pipeline")
                .by("erin", "research")
                .partitions("gpu")
                .cpusPerTask(4)
                .gpus(GpuRequest.perNode(1).ofType("a100"));
        return List.of(
                random.lasting(feeder, minutes, minutes).build(),
                random.lasting(trainer, minutes, minutes).build());
    }
}
