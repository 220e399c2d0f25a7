package dev.sluice.lab.simulate;

import dev.sluice.exporter.model.GpuCounts;
import dev.sluice.lab.scheduling.JobRequest;
import dev.sluice.lab.scheduling.JobRequest.ArrayTasks;
import dev.sluice.lab.scheduling.JobRequest.Hold;
import dev.sluice.lab.scheduling.Reservation;
import dev.sluice.lab.simulate.Scenario.Failure;
import dev.sluice.lab.simulate.Scenario.Trouble;
import dev.sluice.lab.simulate.Slurm.Span;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.function.IntFunction;
import java.util.stream.IntStream;
import java.util.stream.Stream;

/** The built-in scenarios. Each scenario shows one effect. */
final class Scenarios {

    static final long MINUTE = 60;
    static final long HOUR = 3_600;

    private Scenarios() {}

    static List<Scenario> all() {
        return List.of(
                batch("burst", "40 one-node jobs of 30 min", 0, 100, many(40, 1, 30 * MINUTE), 2),
                batch("stream", "40 one-node jobs, then one every 10 min", 0, 100, stream(), 5),
                batch("gang", "one 8-node job of 30 min", 0, 16, many(1, 8, 30 * MINUTE), 2),
                batch("top-up", "100 busy nodes, then one 8-node job", 100, 120, topUp(), 4),
                batch("array", "200 tasks, 20 at a time", 0, 50, array(), 5),
                gpuTypes(),
                maintenance(),
                fullMaintenance(),
                failures(),
                batch("impossible", "six jobs can start, six cannot", 0, 16, impossible(), 4),
                outage(),
                batch("packing", "240 jobs that share nodes", 0, 40, packing(), 4),
                batch("headroom", "a 64-node job, 10 of 70 nodes busy", 10, 70, headroom(), 6),
                batch("wide", "48-node jobs among one-node jobs, max 64", 0, 64, wide(), 44),
                batch("notebook", "three 32-node gangs, one notebook, max 64", 0, 64, notebook(), 9),
                batch("nightly-gangs", "three 32-node gangs a night, max 64", 0, 64, nightlyGangs(), 80),
                batch("flash-crowd", "three times 300 jobs of 1 min", 0, 400, flashCrowd(), 4),
                slowCloud());
    }

    static Scenario batch(String name, String title, int initial, int max, List<Submission> jobs, long hours) {
        return new Scenario(name, title, List.of(NodeSetSpec.batch(initial, max)), jobs, hours * HOUR);
    }

    /** Returns equal jobs. All jobs are submitted at the start of the scenario. */
    static List<Submission> many(int count, int nodes, long runTime) {
        return each(count, i -> Submission.whole(0, nodes, runTime));
    }

    private static List<Submission> each(int count, IntFunction<Submission> job) {
        return IntStream.range(0, count).mapToObj(job).toList();
    }

    private static List<Submission> together(List<Submission> first, List<Submission> second) {
        return Stream.concat(first.stream(), second.stream()).toList();
    }

    private static List<Submission> stream() {
        return together(many(40, 1, HOUR), each(17, i -> Submission.whole(10 * MINUTE * (i + 1), 1, HOUR)));
    }

    private static List<Submission> topUp() {
        return together(many(100, 1, 5 * HOUR), List.of(Submission.whole(30 * MINUTE, 8, 30 * MINUTE)));
    }

    private static List<Submission> array() {
        return List.of(new Submission(
                0,
                Submission.job("batch", 20 * MINUTE, 40 * MINUTE).wholeNodes().array(ArrayTasks.range(1, 200, 20))));
    }

    private static Scenario gpuTypes() {
        List<Submission> jobs = new ArrayList<>();
        for (int i = 0; i < 24; i++) {
            JobRequest job = Submission.job("gpu", 40 * MINUTE, 80 * MINUTE);
            jobs.add(new Submission(
                    5 * MINUTE * i,
                    switch (i % 4) {
                        case 0 -> job.cpusPerTask(96).gpusPerNode(8).gpuType("h100");
                        case 1 -> job.cpusPerTask(24).gpusPerNode(2).gpuType("a100");
                        case 2 -> job.cpusPerTask(48).gpusPerNode(4).gpuType("h100");
                        default -> job.cpusPerTask(24).gpusPerNode(2);
                    }));
        }
        return new Scenario(
                "gpu-types", "jobs for A100, H100 or either", List.of(gpuSet("a100"), gpuSet("h100")), jobs, 5 * HOUR);
    }

    private static NodeSetSpec gpuSet(String type) {
        return new NodeSetSpec(
                type, List.of("gpu"), 96, GpuCounts.of(type, 8), List.of(type), 0, 1, 0, 8, NodeSetSpec.START_DELAY);
    }

    /** Jobs with a time limit of 2 h cannot start on the reserved nodes before the reservation ends. */
    private static Scenario maintenance() {
        List<Submission> jobs = together(many(4, 1, 30 * MINUTE), each(8, i -> Submission.whole(20 * MINUTE, 1, HOUR)));
        return batch("maintenance", "8 nodes from 1 h to 2 h", 8, 24, jobs, 5).with(maintenance(HOUR, 2 * HOUR));
    }

    private static Scenario fullMaintenance() {
        List<Submission> jobs = together(
                each(10, i -> Submission.whole(3 * HOUR * i, 1, HOUR)),
                List.of(Submission.whole(HOUR, 2, HOUR, 48 * HOUR)));
        return batch("full-maintenance", "all nodes from 24 h to 28 h", 0, 8, jobs, 33)
                .with(maintenance(24 * HOUR, 28 * HOUR));
    }

    /** Returns a maintenance of nodes 0 to 7. */
    static Trouble maintenance(long from, long to) {
        List<String> nodes = IntStream.range(0, 8).mapToObj(i -> "batch-" + i).toList();
        return new Trouble(List.of(Reservation.maintenance("maintenance", nodes, from, to)), List.of(), List.of());
    }

    private static Scenario failures() {
        List<Failure> failures = Stream.of(3, 7, 11)
                .map(ordinal -> new Failure(ordinal, 30 * MINUTE, 90 * MINUTE))
                .toList();
        return batch("failures", "20 jobs of 1 h, three nodes fail", 0, 30, many(20, 1, HOUR), 4)
                .with(new Trouble(List.of(), failures, List.of()));
    }

    /** The job that depends on the held job never starts, either. */
    private static List<Submission> impossible() {
        List<Submission> jobs = new ArrayList<>(many(1, 100, HOUR));
        int held = 2;
        Stream.of(
                        Submission.job("batch", HOUR, 2 * HOUR).wholeNodes().held(Hold.USER),
                        Submission.job("batch", HOUR, 2 * HOUR).wholeNodes().afterAny(held),
                        Submission.job("batch", HOUR, 2 * HOUR)
                                .cpusPerTask(8)
                                .gpusPerNode(1)
                                .gpuType("h100"),
                        Submission.job("batch", HOUR, 2 * HOUR).cpusPerTask(128),
                        Submission.job("batch", HOUR, 2 * HOUR).wholeNodes().features("nvlink"),
                        Submission.job("batch", 30 * MINUTE, HOUR).wholeNodes().beginAt(2 * HOUR))
                .forEach(job -> jobs.add(new Submission(0, job)));
        return together(jobs, each(5, i -> Submission.whole(10 * MINUTE * i, 2, 30 * MINUTE)));
    }

    /** slurmrestd is unavailable from 10 min to 40 min. The second half of the jobs is submitted at 15 min. */
    private static Scenario outage() {
        List<Submission> jobs = together(many(30, 1, HOUR), each(30, i -> Submission.whole(15 * MINUTE, 1, HOUR)));
        return batch("outage", "slurmrestd down for 30 min in a burst", 0, 100, jobs, 4)
                .with(new Trouble(List.of(), List.of(), List.of(new Span(10 * MINUTE, 40 * MINUTE))));
    }

    private static List<Submission> packing() {
        List<Integer> sizes = List.of(8, 24, 12, 48, 8, 16);
        return each(
                240,
                i -> Submission.shared(
                        5 * MINUTE * (i / 12), sizes.get(i % sizes.size()), MINUTE * (20 + 10 * (i % 5))));
    }

    private static List<Submission> headroom() {
        return together(many(10, 1, 3 * HOUR), List.of(Submission.whole(10 * MINUTE, 64, 30 * MINUTE)));
    }

    /**
     * For 24 h, users submit a one-node job every 2 min and two 48-node jobs every 12 h. The one-node jobs keep 30
     * nodes in use.
     */
    private static List<Submission> wide() {
        return together(
                each(24 * 30, i -> Submission.whole(2 * MINUTE * i, 1, MINUTE * (20 + 20 * (i % 5)))),
                each(4, i -> Submission.whole(2 * HOUR + 12 * HOUR * (i / 2) + 30 * MINUTE * (i % 2), 48, 3 * HOUR)));
    }

    /** One gang of 2 h at a time fits beside the notebook. Jobs of 5 min overtake the pending gangs. */
    private static List<Submission> notebook() {
        List<Submission> waiting =
                together(many(1, 1, 8 * HOUR), each(3, i -> Submission.whole(0, 32, 2 * HOUR, 6 * HOUR)));
        return together(waiting, each(31, i -> Submission.whole(15 * MINUTE * (i + 1), 1, 5 * MINUTE)));
    }

    /** At 01:00 of three nights, users submit three gangs. A notebook of 5 to 40 min starts about every 20 min. */
    private static List<Submission> nightlyGangs() {
        List<Submission> jobs = new ArrayList<>();
        Random random = new Random(3);
        for (long at = 0; at < 76 * HOUR; at += MINUTE * (5 + random.nextInt(30))) {
            jobs.add(Submission.whole(at, 1, MINUTE * (5 + random.nextInt(36))));
        }
        return together(jobs, each(9, i -> Submission.whole(HOUR + 24 * HOUR * (i / 3), 32, 110 * MINUTE)));
    }

    private static List<Submission> flashCrowd() {
        return each(900, i -> Submission.whole(10 * MINUTE + HOUR * (i / 300), 1, MINUTE));
    }

    /**
     * For 20 h, users submit a job about every 3 min. Each job uses between a fifth and four fifths of its time limit.
     */
    private static Scenario slowCloud() {
        List<Submission> jobs = new ArrayList<>();
        Random random = new Random(12);
        long at = 0;
        while (at < 20 * HOUR) {
            long runTime = MINUTE * (5 + 8L * random.nextInt(8));
            int nodes = random.nextInt(8) == 0 ? 4 : 1;
            long limit = runTime * (5 + 5L * random.nextInt(4)) / 4;
            jobs.add(Submission.whole(at, nodes, runTime, limit));
            at += 15L * random.nextInt(25);
        }
        return new Scenario(
                "slow-cloud",
                "nodes that start in 12 min",
                List.of(NodeSetSpec.batch(0, 50).withStartDelay(12 * MINUTE)),
                jobs,
                24 * HOUR);
    }
}
