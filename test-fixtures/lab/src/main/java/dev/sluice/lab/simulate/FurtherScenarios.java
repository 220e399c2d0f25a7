package dev.sluice.lab.simulate;

import static dev.sluice.lab.simulate.PublishedScenarios.HOUR;
import static dev.sluice.lab.simulate.PublishedScenarios.MINUTE;
import static dev.sluice.lab.simulate.PublishedScenarios.START_DELAY;
import static dev.sluice.lab.simulate.PublishedScenarios.many;
import static dev.sluice.lab.simulate.PublishedScenarios.plain;

import dev.sluice.exporter.model.GpuCounts;
import dev.sluice.lab.scheduling.Reservation;
import dev.sluice.lab.simulate.slurm.JobSpec;
import dev.sluice.lab.simulate.slurm.JobSpec.Eligibility;
import dev.sluice.lab.simulate.slurm.JobSpec.Request;
import dev.sluice.lab.simulate.slurm.NodeSetSpec;
import dev.sluice.lab.simulate.slurm.NodeType;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.Set;
import java.util.stream.IntStream;

/** Scenarios with complications: limits, GPU types, maintenance, failures, jobs that no node can run, and outages. */
final class FurtherScenarios {

    private FurtherScenarios() {}

    static List<Scenario> all() {
        return List.of(
                plain(
                        "array",
                        "array of 200 tasks of 20 min, 20 at a time",
                        0,
                        50,
                        List.of(JobSpec.whole(1, 0, 1, 20 * MINUTE).array(200, 20)),
                        5 * HOUR,
                        Scenario.USUAL),
                gpuTypes(),
                maintenance(),
                fullMaintenance(),
                failures(),
                plain(
                        "impossible",
                        "six jobs that can start, among jobs that cannot",
                        0,
                        16,
                        impossible(),
                        4 * HOUR,
                        Scenario.USUAL),
                outage(),
                plain("packing", "240 jobs that share nodes", 0, 40, packing(), 4 * HOUR, Scenario.USUAL),
                plain(
                        "headroom",
                        "a 64-node job while 10 of at most 70 nodes are busy for 3 h",
                        10,
                        70,
                        headroom(),
                        6 * HOUR,
                        Scenario.USUAL),
                plain(
                        "wide",
                        "48-node jobs among a stream of one-node jobs, at most 64 nodes",
                        0,
                        64,
                        wide(),
                        44 * HOUR,
                        Scenario.usualAnd(Signal.SLUICE_WITHOUT_AGING)),
                plain(
                        "notebook",
                        "three 32-node gangs of 2 h beside a notebook and jobs of 5 min, at most 64 nodes",
                        0,
                        64,
                        notebook(),
                        9 * HOUR,
                        Scenario.usualAnd(Signal.SLUICE_WITHOUT_AGING)),
                plain(
                        "nightly-gangs",
                        "three 32-node gangs each night beside notebooks, at most 64 nodes",
                        0,
                        64,
                        nightlyGangs(),
                        80 * HOUR,
                        Scenario.usualAnd(Signal.SLUICE_WITHOUT_AGING)),
                soldOut());
    }

    /** Both NodeSets suit all jobs, but nodes of the first NodeSet never start. */
    private static Scenario soldOut() {
        NodeSetSpec cheap = new NodeSetSpec(NodeType.plain("cheap"), 0, 0, 8, 100 * HOUR);
        NodeSetSpec dear = new NodeSetSpec(NodeType.plain("dear"), 0, 0, 8, START_DELAY);
        return new Scenario(
                "sold-out",
                "four one-node jobs of 1 h, and nodes of the first of two NodeSets never start",
                List.of(cheap, dear),
                many(4, 1, HOUR),
                4 * HOUR,
                Scenario.Trouble.NONE,
                List.of(Signal.STATIC_MAXIMUM, Signal.SLUICE));
    }

    private static Scenario gpuTypes() {
        List<JobSpec> jobs = new ArrayList<>();
        for (int i = 0; i < 24; i++) {
            long at = 5 * MINUTE * i;
            Request request = switch (i % 4) {
                case 0 -> Request.oneNode(96, GpuCounts.of("h100", 8));
                case 1 -> Request.oneNode(24, GpuCounts.of("a100", 2));
                case 2 -> Request.oneNode(48, GpuCounts.of("h100", 4));
                default -> Request.oneNode(24, GpuCounts.of(GpuCounts.UNTYPED, 2));
            };
            jobs.add(JobSpec.of(i + 1, at, "gpu", request, 40 * MINUTE));
        }
        return new Scenario(
                "gpu-types",
                "jobs for A100, for H100 and for either, two NodeSets",
                List.of(gpuSet("a100", 8), gpuSet("h100", 8)),
                jobs,
                5 * HOUR,
                Scenario.Trouble.NONE,
                Scenario.USUAL);
    }

    private static NodeSetSpec gpuSet(String type, int max) {
        NodeType node = new NodeType(type, List.of("gpu"), 96, GpuCounts.of(type, 8), Set.of(type), 0);
        return new NodeSetSpec(node, 1, 0, max, START_DELAY);
    }

    /**
     * Nodes 0 to 7 are reserved from 1 h to 2 h. Jobs with a time limit of 2 h cannot start on these nodes before the
     * reservation ends.
     */
    private static Scenario maintenance() {
        List<JobSpec> jobs = many(4, 1, 30 * MINUTE);
        for (int id = 11; id <= 18; id++) {
            jobs.add(JobSpec.whole(id, 20 * MINUTE, 1, HOUR));
        }
        List<String> nodes =
                List.of("batch-0", "batch-1", "batch-2", "batch-3", "batch-4", "batch-5", "batch-6", "batch-7");
        return plain("maintenance", "8 nodes under maintenance from 1 h to 2 h", 8, 24, jobs, 5 * HOUR, Scenario.USUAL)
                .with(new Scenario.Trouble(
                        List.of(Reservation.maintenance("maintenance", nodes, HOUR, 2 * HOUR)), List.of(), List.of()));
    }

    /** All nodes are reserved from 24 h to 28 h. A two-node job and small jobs ask for limits of up to 2 days. */
    private static Scenario fullMaintenance() {
        List<JobSpec> jobs = new ArrayList<>();
        for (int i = 0; i < 10; i++) {
            jobs.add(JobSpec.whole(i + 1, 3 * HOUR * i, 1, HOUR));
        }
        jobs.add(JobSpec.whole(11, HOUR, 2, HOUR).withLimit(48 * HOUR));
        List<String> nodes = IntStream.range(0, 8).mapToObj(i -> "batch-" + i).toList();
        return plain(
                        "full-maintenance",
                        "all nodes under maintenance from 24 h to 28 h, and a two-node job with a limit of 2 days",
                        0,
                        8,
                        jobs,
                        33 * HOUR,
                        Scenario.USUAL)
                .with(new Scenario.Trouble(
                        List.of(Reservation.maintenance("maintenance", nodes, 24 * HOUR, 28 * HOUR)),
                        List.of(),
                        List.of()));
    }

    private static Scenario failures() {
        List<Scenario.Failure> failures = new ArrayList<>();
        for (int ordinal : List.of(3, 7, 11)) {
            failures.add(new Scenario.Failure(0, ordinal, 30 * MINUTE, 90 * MINUTE));
        }
        return plain(
                        "failures",
                        "20 jobs of 1 h, three nodes fail after 30 min",
                        0,
                        30,
                        many(20, 1, HOUR),
                        4 * HOUR,
                        Scenario.USUAL)
                .with(new Scenario.Trouble(List.of(), failures, List.of()));
    }

    private static List<JobSpec> impossible() {
        List<JobSpec> jobs = new ArrayList<>();
        jobs.add(JobSpec.whole(1, 0, 100, HOUR));
        jobs.add(JobSpec.whole(2, 0, 1, HOUR).eligible(Eligibility.HELD));
        jobs.add(JobSpec.whole(3, 0, 1, HOUR).eligible(new Eligibility(0, 2, 0)));
        jobs.add(JobSpec.of(4, 0, "batch", Request.oneNode(8, GpuCounts.of("h100", 1)), HOUR));
        jobs.add(JobSpec.of(5, 0, "batch", Request.oneNode(128, GpuCounts.NONE), HOUR));
        jobs.add(JobSpec.of(6, 0, "batch", new Request(1, 0, GpuCounts.NONE, "nvlink"), HOUR));
        jobs.add(JobSpec.whole(7, 0, 1, 30 * MINUTE).eligible(new Eligibility(0, 0, 2 * HOUR)));
        for (int id = 11; id <= 15; id++) {
            jobs.add(JobSpec.whole(id, 10 * MINUTE * (id - 11), 2, 30 * MINUTE));
        }
        return jobs;
    }

    /** slurmrestd is unavailable from 10 min to 40 min. The second half of the jobs is submitted at 15 min. */
    private static Scenario outage() {
        List<JobSpec> jobs = many(30, 1, HOUR);
        for (int id = 31; id <= 60; id++) {
            jobs.add(JobSpec.whole(id, 15 * MINUTE, 1, HOUR));
        }
        return plain(
                        "outage",
                        "slurmrestd is down for 30 min in the middle of a burst",
                        0,
                        100,
                        jobs,
                        4 * HOUR,
                        Scenario.USUAL)
                .with(new Scenario.Trouble(
                        List.of(), List.of(), List.of(new Scenario.Outage(10 * MINUTE, 40 * MINUTE))));
    }

    private static List<JobSpec> packing() {
        List<JobSpec> jobs = new ArrayList<>();
        List<Integer> sizes = List.of(8, 24, 12, 48, 8, 16);
        for (int i = 0; i < 240; i++) {
            long runtime = MINUTE * (20 + 10 * (i % 5));
            Request request = Request.oneNode(sizes.get(i % sizes.size()), GpuCounts.NONE);
            jobs.add(JobSpec.of(i + 1, 5 * MINUTE * (i / 12), "batch", request, runtime));
        }
        return jobs;
    }

    private static List<JobSpec> headroom() {
        List<JobSpec> jobs = many(10, 1, 3 * HOUR);
        jobs.add(JobSpec.whole(11, 10 * MINUTE, 64, 30 * MINUTE));
        return jobs;
    }

    /**
     * For 24 h, users submit a one-node job every 2 min and two 48-node jobs every 12 h. The one-node jobs keep 30
     * nodes in use.
     */
    private static List<JobSpec> wide() {
        List<JobSpec> jobs = new ArrayList<>();
        for (int i = 0; i < 24 * 30; i++) {
            jobs.add(JobSpec.whole(jobs.size() + 1L, 2 * MINUTE * i, 1, MINUTE * (20 + 20 * (i % 5))));
        }
        for (int i = 0; i < 2; i++) {
            long at = 2 * HOUR + 12 * HOUR * i;
            jobs.add(JobSpec.whole(jobs.size() + 1L, at, 48, 3 * HOUR));
            jobs.add(JobSpec.whole(jobs.size() + 1L, at + 30 * MINUTE, 48, 3 * HOUR));
        }
        return jobs;
    }

    /** One gang at a time fits beside the notebook. */
    private static List<JobSpec> notebook() {
        List<JobSpec> jobs = many(1, 1, 8 * HOUR);
        for (int id = 2; id <= 4; id++) {
            jobs.add(JobSpec.whole(id, 0, 32, 2 * HOUR).withLimit(6 * HOUR));
        }
        for (int i = 1; i < 32; i++) {
            jobs.add(JobSpec.whole(4L + i, 15 * MINUTE * i, 1, 5 * MINUTE));
        }
        return jobs;
    }

    /** At 01:00 of three nights, users submit three gangs. A notebook of 5 to 40 min starts about every 20 min. */
    private static List<JobSpec> nightlyGangs() {
        List<JobSpec> jobs = new ArrayList<>();
        Random random = new Random(3);
        for (long at = 0; at < 76 * HOUR; at += MINUTE * (5 + random.nextInt(30))) {
            jobs.add(JobSpec.whole(jobs.size() + 1L, at, 1, MINUTE * (5 + random.nextInt(36))));
        }
        for (int i = 0; i < 9; i++) {
            long at = HOUR + 24 * HOUR * (i / 3);
            jobs.add(JobSpec.whole(jobs.size() + 1L, at, 32, 110 * MINUTE));
        }
        return jobs;
    }
}
