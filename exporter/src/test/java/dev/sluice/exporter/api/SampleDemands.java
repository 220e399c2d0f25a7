package dev.sluice.exporter.api;

import static dev.sluice.exporter.config.Loaded.changed;

import dev.sluice.exporter.api.ExporterStatus.ClusterView;
import dev.sluice.exporter.derive.scaling.Demands;
import dev.sluice.exporter.derive.scaling.JobExplanation;
import dev.sluice.exporter.derive.scaling.JobExplanation.Verdict;
import dev.sluice.exporter.derive.scaling.PendingClass;
import dev.sluice.exporter.derive.scaling.PoolDemand;
import dev.sluice.exporter.derive.scaling.ScalingDemand;
import dev.sluice.exporter.derive.scaling.ScalingDemand.PartitionDemand;
import dev.sluice.exporter.derive.scaling.pool.PoolName;
import dev.sluice.exporter.derive.scaling.pool.UnsatisfiableCause;
import dev.sluice.exporter.derive.signal.Signal;
import dev.sluice.exporter.derive.signal.Signal.WithheldReason;
import dev.sluice.exporter.derive.signal.Signal.WithheldReason.Cause;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;

/** The records that the JSON samples of the demand contain. */
public final class SampleDemands {

    private static final Duration MAX_AGE = Duration.ofSeconds(30);

    public static final Instant NOW = Instant.parse("2026-11-20T08:00:03.200Z");

    private static final PoolName GPU = new PoolName("research", "slurm", "gpu", "NodeSet", "slinky.slurm.net/v1beta1");

    private static final Map<PendingClass, Long> PENDING =
            new TreeMap<>(Map.of(PendingClass.ELIGIBLE, 4L, PendingClass.WAITING, 7L, PendingClass.UNSATISFIABLE, 1L));

    private SampleDemands() {}

    public static PoolDemand gpuOfResearch() {
        PoolDemand gpu = Demands.pool(
                GPU,
                "desired 12 max 32 replicas 10 busy 9 idle 1 ghosts 2 pendingNodes 3",
                "4 jobs need 3 nodes beyond the 9 busy",
                "7 jobs not helped by nodes",
                "1 job impossible: too_many_nodes");
        gpu = Demands.withNodes(gpu, "drainingBy", new TreeMap<>(Map.of("operator", 1L)));
        return changed(gpu, "pendingJobs", PENDING);
    }

    private static PoolDemand gpuOfTeaching() {
        PoolDemand gpu = Demands.pool(
                new PoolName("teaching", "slurm", "gpu", "StatefulSet", "apps/v1"),
                "max 4 replicas 1",
                "0 nodes busy, no pending job needs more",
                "2 jobs with an unknown reason");
        gpu = Demands.withNodes(gpu, "drainingBy", new TreeMap<>(Map.of("person", 1L)));
        gpu = Demands.withNodes(gpu, "unusableBy", new TreeMap<>(Map.of("hardware", 1L)));
        return changed(gpu, "pendingJobs", Map.of(PendingClass.UNCLASSIFIED, 2L));
    }

    public static Signal research() {
        PoolDemand cpu = Demands.pool(
                new PoolName("research", "slurm", "cpu", "NodeSet", "slinky.slurm.net/v1beta1"),
                "desired 2 min 2 max 10 replicas 4 idle 4",
                "0 nodes busy, no pending job needs more",
                "0 nodes needed, the minimum is 2");
        return publishing(
                "research",
                Instant.parse("2026-11-20T08:00:00Z"),
                Demands.demand(
                        List.of(cpu, gpuOfResearch()),
                        List.of(
                                new PartitionDemand("gpu", 3, PENDING, Map.of()),
                                new PartitionDemand("login", 0, Map.of(PendingClass.ELIGIBLE, 1L), Map.of())),
                        jobs()));
    }

    public static Signal teaching() {
        return publishing("teaching", Instant.parse("2026-11-20T08:00:03.050Z"), demandOfTeaching());
    }

    static Signal publishing(String cluster, Instant observedAt, ScalingDemand demand) {
        return new Signal(cluster, Optional.of(demand), Optional.of(observedAt), MAX_AGE, Optional.empty());
    }

    /** Returns a cluster with this demand and without other data. */
    static ClusterView view(Signal demand) {
        return changed(SmallCluster.empty(demand.cluster(), true), "signal", demand);
    }

    /** The exporter withholds the desired number of nodes of this cluster. */
    public static Signal staleTeaching() {
        return new Signal(
                "teaching",
                Optional.of(demandOfTeaching()),
                Optional.of(Instant.parse("2026-11-20T07:58:28Z")),
                MAX_AGE,
                Optional.of(new WithheldReason(Cause.STALE, "jobs are 95 s old, 30 s at most are trusted")));
    }

    /** The NodeSet is informational, so autoscalers must not set the replicas of the NodeSet. */
    public static Signal metal() {
        PoolDemand h100 = Demands.pool(
                new PoolName("metal", "slurm", "h100", "NodeSet", "sunk.coreweave.com/v1alpha1"),
                "desired 4 max 4 replicas 4 busy 4 pendingNodes 2",
                "1 job needs 2 nodes beyond the 4 busy");
        PoolDemand informational = changed(
                changed(h100, "pendingJobs", Map.of(PendingClass.ELIGIBLE, 1L)),
                "notScalable",
                Optional.of("SUNK's NodeSets cannot be scaled, their node pools can"));
        return publishing(
                "metal",
                Instant.parse("2026-11-20T08:00:00Z"),
                Demands.demand(List.of(informational), List.of(), List.of()));
    }

    public static Signal unpolledResearch() {
        return new Signal(
                "research",
                Optional.empty(),
                Optional.empty(),
                MAX_AGE,
                Optional.of(new WithheldReason(Cause.FIRST_POLL, "no complete poll yet")));
    }

    private static ScalingDemand demandOfTeaching() {
        return Demands.demand(
                List.of(gpuOfTeaching()),
                List.of(new PartitionDemand("gpu", 0, Map.of(PendingClass.UNCLASSIFIED, 2L), Map.of())),
                List.of());
    }

    private static List<JobExplanation> jobs() {
        JobExplanation waiting = gpu(4713, "Dependency", Verdict.WAITS, "tasks 7");
        JobExplanation impossible = gpu(4714, "Resources", Verdict.IMPOSSIBLE, "");
        return List.of(
                gpu(4711, "Resources", Verdict.COUNTED, "counted 1 nodesEach 2 newNodes 2"),
                gpu(4712, "Priority", Verdict.COUNTED, "tasks 3 counted 3 nodesEach 1 newNodes 1"),
                changed(waiting, "pendingClass", PendingClass.WAITING),
                changed(
                        changed(impossible, "pendingClass", PendingClass.UNSATISFIABLE),
                        "cause",
                        Optional.of(UnsatisfiableCause.TOO_MANY_NODES)),
                Demands.job(4715, "Priority", "login", Verdict.NO_POOL, ""));
    }

    private static JobExplanation gpu(long id, String reason, Verdict verdict, String numbers) {
        return changed(Demands.job(id, reason, "gpu", verdict, numbers), "pool", Optional.of(GPU));
    }
}
