package dev.sluice.simulator;

import dev.sluice.lab.scheduling.Controller;
import dev.sluice.lab.scheduling.JobReason;
import dev.sluice.lab.scheduling.JobRequest;
import dev.sluice.lab.scheduling.JobRequest.GpuRequest;
import dev.sluice.lab.scheduling.SimulatedNode;
import dev.sluice.simulator.JobKinds.JobKind;
import java.util.EnumMap;
import java.util.EnumSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Stream;

/**
 * Submits the users' jobs. Users submit more jobs by day than by night. Users submit fewer jobs while resources are
 * busy and jobs are pending.
 */
final class Arrivals {

    /** Pending reasons that make users submit fewer jobs. */
    private static final Set<JobReason> NOTICED = EnumSet.of(
            JobReason.RESOURCES,
            JobReason.PRIORITY,
            JobReason.LICENSES,
            JobReason.QOS_GRP_CPU,
            JobReason.QOS_GRP_GRES,
            JobReason.QOS_MAX_GRES_PER_USER,
            JobReason.ASSOC_GRP_CPU_LIMIT,
            JobReason.ASSOC_GRP_GRES);

    /** Seconds between two checks of the cluster's load. */
    private static final long LOOK_INTERVAL = 60;

    private final Controller controller;
    private final SeededRandom random;

    private final Map<JobKind.Pool, Double> appetites = new EnumMap<>(JobKind.Pool.class);
    private long lookedAt;

    /** Creates the users, without jobs. */
    Arrivals(Controller controller, SeededRandom random) {
        this.controller = controller;
        this.random = random;
    }

    void step(long seconds) {
        if (controller.now() >= lookedAt + LOOK_INTERVAL) {
            lookedAt = controller.now();
            for (JobKind.Pool pool : JobKind.Pool.values()) {
                appetites.put(pool, dayCurve(controller.now()) * appetite(pool));
            }
            ensureWasteful();
        }
        for (JobKind kind : JobKinds.ALL) {
            if (random.happens(kind.perHour() * appetites.getOrDefault(kind.pool(), 0.0), seconds)) {
                controller.submit(kind.make().apply(random));
            }
        }
    }

    /** Ensures that the waste list has a job, unless no GPU is free for it. */
    private void ensureWasteful() {
        if (Stream.concat(controller.pending().stream(), controller.running().stream())
                .noneMatch(job -> job.request().name().equals(JobKinds.WASTEFUL))) {
            controller.submit(List.of(random.lasting(JobKinds.render(random), 60, 480)));
        }
    }

    /** Returns the factor of the time of day: 0.7 at night, 1.3 in the afternoon (UTC). */
    private static double dayCurve(long now) {
        double hour = Math.floorMod(now, 86_400L) / 3600.0;
        return 1.0 + 0.3 * Math.cos((hour - 14) / 24 * 2 * Math.PI);
    }

    private double appetite(JobKind.Pool pool) {
        double spare = (pool.target() - load(pool)) / 0.12;
        double queued = 1.0 / (1.0 + waiting(pool) / 6.0);
        return Math.max(0.02, Math.min(2.5, 1 + spare)) * queued;
    }

    private double load(JobKind.Pool pool) {
        return switch (pool) {
            case CPU -> load("cpu");
            case H100 -> load("gpu-h100");
            case OTHER_GPU -> (load("gpu-a100") + load("gpu-l40s")) / 2;
            case CLOUD -> load("cloud");
        };
    }

    /** Returns the share of the GPUs or CPUs in use on the nodes whose names begin with the prefix. */
    private double load(String prefix) {
        boolean gpus = prefix.startsWith("gpu");
        int all = controller.definition().nodes().stream()
                .filter(spec -> spec.name().startsWith(prefix))
                .mapToInt(spec -> gpus ? spec.gpuTypes().size() : spec.cpus())
                .sum();
        int used = controller.nodes().stream()
                .filter(node -> node.name().startsWith(prefix))
                .map(SimulatedNode::free)
                .mapToInt(free -> gpus ? free.busyGpus().size() : free.usedCpus())
                .sum();
        return used / (double) Math.max(1, all);
    }

    private long waiting(JobKind.Pool pool) {
        return controller.pending().stream()
                .filter(job -> NOTICED.contains(job.reason()))
                .filter(job -> poolOf(job.request()) == pool)
                .count();
    }

    private static JobKind.Pool poolOf(JobRequest request) {
        if (request.gpus().flatMap(GpuRequest::type).orElse("").equals("h100")) {
            return JobKind.Pool.H100;
        }
        if (request.totalGpus() > 0) {
            return JobKind.Pool.OTHER_GPU;
        }
        return request.partitions().contains("cloud") ? JobKind.Pool.CLOUD : JobKind.Pool.CPU;
    }
}
