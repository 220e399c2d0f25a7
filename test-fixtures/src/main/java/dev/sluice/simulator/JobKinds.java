package dev.sluice.simulator;

import dev.sluice.lab.scheduling.JobRequest;
import dev.sluice.lab.scheduling.JobRequest.ArrayTasks;
import dev.sluice.simulator.JobKinds.JobKind.Pool;
import dev.sluice.simulator.JobKinds.JobKind.Rate;
import java.util.List;
import java.util.function.Function;
import java.util.stream.IntStream;

/** The jobs of the demo. */
final class JobKinds {
    static final String WASTEFUL = "render";
    /** The GPUs of wasteful jobs. Their nodes have no incidents and no maintenance. */
    static final String WASTED_GPU = "l40s";

    static final List<JobKind> ALL = List.of(
            new Rate(14, Pool.CPU, 20, 360).made(JobKinds::single),
            new Rate(1.6, Pool.CPU, 40, 300)
                    .made(random -> JobRequest.named("lattice")
                            .by(random.pick(List.of("dave", "mallory")), "physics")
                            .nodes(random.between(2, 4))
                            .tasksPerNode(random.pick(List.of(16, 32)))),
            new Rate(0.6, Pool.CPU, 10, 60)
                    .made(random -> JobRequest.named("sweep")
                            .by("heidi", "ml-train")
                            .cpusPerTask(2)
                            .array(ArrayTasks.range(0, random.between(15, 99), random.between(4, 12)))),
            new Rate(0.3, Pool.CPU, 10, 45).made(JobKinds::irregular),
            new Rate(4, Pool.CPU, 2, 12)
                    .made(random -> JobRequest.named("interactive")
                            .by("erin", "research")
                            .partitions("debug")
                            .tasks(random.between(1, 8))),
            new Rate(2, Pool.CPU, 20, 180).made(JobKinds::licensed),
            new Rate(1.5, Pool.CPU, 60, 480)
                    .made(random -> JobRequest.named("screening")
                            .by("niaj", "research")
                            .qos("low")
                            .partitions("cpu", "all")
                            .tasks(random.pick(List.of(16, 32, 48)))),
            new Rate(0.5, Pool.CPU, 10, 60)
                    .made(random -> JobRequest.named("überlauf-测试")
                            .by("grace", "ops")
                            .qos("high")
                            .nodes(2)
                            .tasksPerNode(48)),
            new Rate(1.2, Pool.CLOUD, 10, 50)
                    .made(random -> JobRequest.named("burst")
                            .by("carol", "bio")
                            .partitions("cloud")
                            .nodes(random.between(1, 2))
                            .tasksPerNode(random.between(4, 12))
                            .memoryPerCpu(4000)),
            new Rate(3.0, Pool.H100, 60, 540)
                    .made(random -> h100(random, random.pick(List.of("train-7b", "train-13b", "ablation")), 8)
                            .tasksPerNode(8)
                            .cpusPerTask(8)
                            .memoryPerNode(600 * 1024L)
                            .qos(random.chance(0.1) ? "high" : "normal")),
            new Rate(0.5, Pool.H100, 90, 420)
                    .made(random -> h100(random, "pretrain-70b", 8)
                            .nodes(random.pick(List.of(2, 2, 3, 4)))
                            .tasksPerNode(8)
                            .cpusPerTask(12)
                            .memoryPerNode(800 * 1024L)),
            new Rate(3.5, Pool.H100, 30, 300)
                    .made(random -> h100(random, "finetune", random.pick(List.of(1, 2, 2, 4)))
                            .cpusPerTask(8)
                            .memoryPerNode(64 * 1024L)),
            new Rate(0.5, Pool.H100, 60, 360)
                    .made(random -> h100(random, "eval-lowprio", 4).qos("low").cpusPerTask(16)),
            new Rate(1.5, Pool.OTHER_GPU, 60, 300)
                    .made(random -> JobRequest.named("serve")
                            .by(random.pick(List.of("bob", "ivan")), "ml-infer")
                            .partitions("gpu")
                            .tasks(2)
                            .cpusPerTask(4)
                            .memoryPerNode(32 * 1024L)
                            .gpusPerJob(random.between(1, 2))),
            new Rate(0.9, Pool.OTHER_GPU, 40, 240)
                    .made(random -> JobRequest.named("lattice-qcd")
                            .by("mallory", "physics")
                            .partitions("gpu")
                            .tasks(random.between(2, 4))
                            .gpusPerTask(1)
                            .gpuType("a100")),
            new Rate(4.5, Pool.OTHER_GPU, 30, 200)
                    .made(random -> JobRequest.named("notebook")
                            .by(random.pick(List.of("erin", "niaj")), "research")
                            .qos(random.chance(0.5) ? "interactive" : "normal")
                            .partitions("gpu")
                            .cpusPerTask(4)
                            .gpusPerNode(1)),
            new Rate(3.5, Pool.OTHER_GPU, 30, 180)
                    .made(random -> JobRequest.named("notebook-mig")
                            .by(random.pick(List.of("carol", "frank")), "bio")
                            .partitions("gpu")
                            .cpusPerTask(2)
                            .gpusPerNode(1)
                            .gpuType(DemoCluster.MIG)),
            new Rate(0.5, Pool.OTHER_GPU, 10, 50)
                    .made(random -> JobRequest.named("batch-infer")
                            .by("bob", "ml-infer")
                            .partitions("gpu")
                            .gpusPerNode(1)
                            .gpuType("a100")
                            .array(new ArrayTasks(
                                    IntStream.rangeClosed(1, random.between(10, 60))
                                            .map(i -> 2 * i)
                                            .boxed()
                                            .toList(),
                                    3))),
            new Rate(0.8, Pool.OTHER_GPU, 30, 200)
                    .made(random -> JobRequest.named("anywhere")
                            .by("judy", "ml-train")
                            .partitions("gpu", "all")
                            .cpusPerTask(8)
                            .gpusPerNode(random.pick(List.of(1, 2, 4)))),
            new JobKind(0.6, Pool.OTHER_GPU, JobKinds::heterogeneous));

    private JobKinds() {}

    private static JobRequest single(SeededRandom random) {
        String user = random.pick(List.of("carol", "frank", "erin", "niaj"));
        JobRequest job = JobRequest.named(random.pick(List.of("blast \"nr\" \\ v2", "fold", "align", "md-sim")))
                .by(user, user.equals("carol") || user.equals("frank") ? "bio" : "research")
                .tasks(random.between(2, 24));
        return random.chance(0.3) ? job.memoryPerNode(1024L * random.between(8, 96)) : job;
    }

    static JobRequest irregular(SeededRandom random) {
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

    private static JobRequest licensed(SeededRandom random) {
        JobRequest job = random.chance(0.5)
                ? JobRequest.named("fem").by("carol", "bio").license("ansys", random.between(1, 3))
                : JobRequest.named("sim-lic").by("erin", "research").license("matlab", random.between(4, 10));
        return job.cpusPerTask(4);
    }

    private static JobRequest h100(SeededRandom random, String name, int gpusPerNode) {
        return JobRequest.named(name)
                .by(random.pick(List.of("alice", "heidi", "judy")), "ml-train")
                .partitions("gpu")
                .gpusPerNode(gpusPerNode)
                .gpuType("h100");
    }

    /** One GPU with half of the node's CPUs. */
    static JobRequest render(SeededRandom random) {
        return JobRequest.named(WASTEFUL)
                .by("grace", "ops")
                .partitions("gpu")
                .cpusPerTask(32)
                .gpusPerNode(1)
                .gpuType(WASTED_GPU);
    }

    private static List<JobRequest> heterogeneous(SeededRandom random) {
        int minutes = random.between(30, 120);
        JobRequest feeder = JobRequest.named("pipeline").by("erin", "research").tasks(4);
        JobRequest trainer = JobRequest.named("pipeline")
                .by("erin", "research")
                .partitions("gpu")
                .cpusPerTask(4)
                .gpusPerNode(1)
                .gpuType("a100");
        return List.of(random.lasting(feeder, minutes, minutes), random.lasting(trainer, minutes, minutes));
    }

    /**
     * A kind of job that users submit.
     *
     * @param perHour mean submissions per hour of a day, before users adapt to the load
     * @param pool resources that the users check before they submit more jobs
     * @param make creates a job of this kind: one request, or the components of a heterogeneous job
     */
    record JobKind(double perHour, Pool pool, Function<SeededRandom, List<JobRequest>> make) {

        /** Resources for which users compete. */
        enum Pool {
            CPU(0.66),
            H100(0.5),
            OTHER_GPU(0.6),
            CLOUD(0.36);

            private final double target;

            Pool(double target) {
                this.target = target;
            }

            /** Returns the load above which the users of the pool submit fewer jobs. */
            double target() {
                return target;
            }
        }

        /** A kind of single jobs that run for the given minutes, usually near the lower limit. */
        record Rate(double perHour, Pool pool, int lowMinutes, int highMinutes) {
            JobKind made(Function<SeededRandom, JobRequest> make) {
                return new JobKind(
                        perHour, pool, random -> List.of(random.lasting(make.apply(random), lowMinutes, highMinutes)));
            }
        }
    }
}
