package dev.sluice.exporter.api;

import dev.sluice.exporter.api.view.ClusterStatus;
import dev.sluice.exporter.api.view.ClusterView;
import dev.sluice.exporter.derive.pending.Constraints;
import dev.sluice.exporter.derive.scaling.JobExplanation;
import dev.sluice.exporter.derive.scaling.JobExplanation.Verdict;
import dev.sluice.exporter.derive.scaling.PartitionDemand;
import dev.sluice.exporter.derive.scaling.PendingClass;
import dev.sluice.exporter.derive.scaling.PoolDemand;
import dev.sluice.exporter.derive.scaling.ScalingDemand;
import dev.sluice.exporter.derive.scaling.need.UnsatisfiableCause;
import dev.sluice.exporter.derive.scaling.pool.PoolName;
import dev.sluice.exporter.derive.signal.Signal;
import dev.sluice.exporter.derive.signal.WithheldReason;
import dev.sluice.exporter.derive.signal.WithheldReason.Cause;
import dev.sluice.exporter.model.controller.PrivateData;
import java.time.Duration;
import java.time.Instant;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.SortedMap;
import java.util.TreeMap;

/** The records that the JSON samples of the demand contain. */
public final class SampleDemands {

    private static final Duration MAX_AGE = Duration.ofSeconds(30);

    public static final Instant NOW = Instant.parse("2026-11-20T08:00:03.200Z");

    private static final PoolName GPU = new PoolName("research", "slurm", "gpu", "NodeSet", "slinky.slurm.net/v1beta1");

    private static final SortedMap<String, Long> NONE = Collections.emptySortedMap();

    private SampleDemands() {}

    static PoolDemand cpuOfResearch() {
        return new PoolDemand(
                new PoolName("research", "slurm", "cpu", "NodeSet", "slinky.slurm.net/v1beta1"),
                2,
                2,
                10,
                4,
                0,
                4,
                0,
                NONE,
                NONE,
                0,
                0,
                Map.of(),
                Map.of(),
                0,
                Optional.empty(),
                Set.of(),
                List.of("0 nodes busy, no pending job needs more", "0 nodes needed, the minimum is 2"));
    }

    public static PoolDemand gpuOfResearch() {
        return new PoolDemand(
                GPU,
                12,
                0,
                32,
                10,
                9,
                1,
                0,
                new TreeMap<>(Map.of("operator", 1L)),
                NONE,
                2,
                3,
                new TreeMap<>(
                        Map.of(PendingClass.ELIGIBLE, 4L, PendingClass.WAITING, 7L, PendingClass.UNSATISFIABLE, 1L)),
                Map.of(UnsatisfiableCause.TOO_MANY_NODES, 1L),
                0,
                Optional.empty(),
                Set.of(),
                List.of(
                        "4 jobs need 3 nodes beyond the 9 busy",
                        "7 jobs not helped by nodes",
                        "1 job impossible: too_many_nodes"));
    }

    private static PoolDemand gpuOfTeaching() {
        return new PoolDemand(
                new PoolName("teaching", "slurm", "gpu", "StatefulSet", "apps/v1"),
                0,
                0,
                4,
                1,
                0,
                0,
                0,
                new TreeMap<>(Map.of("person", 1L)),
                new TreeMap<>(Map.of("hardware", 1L)),
                0,
                0,
                Map.of(PendingClass.UNCLASSIFIED, 2L),
                Map.of(),
                0,
                Optional.empty(),
                Set.of(),
                List.of("0 nodes busy, no pending job needs more", "2 jobs with an unknown reason"));
    }

    public static Signal research() {
        Map<PendingClass, Long> gpu = new TreeMap<>(
                Map.of(PendingClass.ELIGIBLE, 4L, PendingClass.WAITING, 7L, PendingClass.UNSATISFIABLE, 1L));
        return publishing(
                "research",
                Instant.parse("2026-11-20T08:00:00Z"),
                new ScalingDemand(
                        List.of(cpuOfResearch(), gpuOfResearch()),
                        List.of(
                                new PartitionDemand("gpu", 3, gpu, Map.of()),
                                new PartitionDemand("login", 0, Map.of(PendingClass.ELIGIBLE, 1L), Map.of())),
                        jobs(),
                        Map.of(),
                        List.of(),
                        Map.of(),
                        0));
    }

    public static Signal teaching() {
        return publishing("teaching", Instant.parse("2026-11-20T08:00:03.050Z"), demandOfTeaching());
    }

    static Signal publishing(String cluster, Instant observedAt, ScalingDemand demand) {
        return new Signal(cluster, Optional.of(demand), Optional.of(observedAt), MAX_AGE, Optional.empty());
    }

    /** Returns a cluster with this demand and without other data. */
    static ClusterView view(Signal demand) {
        return new ClusterView(
                new ClusterStatus(demand.cluster(), true, Optional.empty(), List.of(), Optional.empty()),
                Optional.empty(),
                Optional.empty(),
                demand,
                Map.of(),
                Constraints.UNKNOWN,
                PrivateData.NONE);
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
        PoolDemand h100 = new PoolDemand(
                new PoolName("metal", "slurm", "h100", "NodeSet", "sunk.coreweave.com/v1alpha1"),
                4,
                0,
                4,
                4,
                4,
                0,
                0,
                NONE,
                NONE,
                0,
                2,
                Map.of(PendingClass.ELIGIBLE, 1L),
                Map.of(),
                0,
                Optional.of("SUNK's NodeSets cannot be scaled, their node pools can"),
                Set.of(),
                List.of("1 job needs 2 nodes beyond the 4 busy"));
        return publishing(
                "metal",
                Instant.parse("2026-11-20T08:00:00Z"),
                new ScalingDemand(List.of(h100), List.of(), List.of(), Map.of(), List.of(), Map.of(), 0));
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
        return new ScalingDemand(
                List.of(gpuOfTeaching()),
                List.of(new PartitionDemand("gpu", 0, Map.of(PendingClass.UNCLASSIFIED, 2L), Map.of())),
                List.of(),
                Map.of(),
                List.of(),
                Map.of(),
                0);
    }

    private static List<JobExplanation> jobs() {
        return List.of(
                job(4711, PendingClass.ELIGIBLE, "Resources", 1, 1, 2, 2, Verdict.COUNTED),
                job(4712, PendingClass.ELIGIBLE, "Priority", 3, 3, 1, 1, Verdict.COUNTED),
                job(4713, PendingClass.WAITING, "Dependency", 7, 0, 0, 0, Verdict.WAITS),
                new JobExplanation(
                        4714,
                        PendingClass.UNSATISFIABLE,
                        "Resources",
                        "gpu",
                        Optional.of(GPU),
                        1,
                        0,
                        0,
                        0,
                        Verdict.IMPOSSIBLE,
                        Optional.of(UnsatisfiableCause.TOO_MANY_NODES),
                        0,
                        0,
                        "",
                        ""),
                new JobExplanation(
                        4715,
                        PendingClass.ELIGIBLE,
                        "Priority",
                        "login",
                        Optional.empty(),
                        1,
                        0,
                        0,
                        0,
                        Verdict.NO_POOL,
                        Optional.empty(),
                        0,
                        0,
                        "",
                        ""));
    }

    private static JobExplanation job(
            long id,
            PendingClass pendingClass,
            String reason,
            long tasks,
            long counted,
            long nodesEach,
            long newNodes,
            Verdict verdict) {
        return new JobExplanation(
                id,
                pendingClass,
                reason,
                "gpu",
                Optional.of(GPU),
                tasks,
                counted,
                nodesEach,
                newNodes,
                verdict,
                Optional.empty(),
                0,
                0,
                "",
                "");
    }
}
