package dev.sluice.exporter.metrics;

import static dev.sluice.exporter.config.Loaded.changed;
import static org.assertj.core.api.Assertions.assertThat;

import dev.sluice.exporter.derive.scaling.Demands;
import dev.sluice.exporter.derive.scaling.HeadOfLine.ShapeClass;
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
import dev.sluice.exporter.model.kubernetes.ScaleLimit;
import dev.sluice.fixtures.GoldenFile;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;

class SignalMetricsTest {

    private static final Instant NOW = Instant.parse("2026-11-20T08:00:00Z");

    private static final WithheldReason STALE = new WithheldReason(Cause.STALE, "jobs is 95 s old");

    private static PoolDemand gpu() {
        PoolDemand gpu = Demands.pool(
                name("gpu", "NodeSet"),
                "desired 12 min 1 max 32 replicas 10 busy 9 idle 2 starting 3 ghosts 6 pendingNodes 7 blockedJobs 13");
        gpu = Demands.withNodes(gpu, "drainingBy", new TreeMap<>(Map.of("operator", 1L, "person", 3L)));
        gpu = Demands.withNodes(gpu, "unusableBy", new TreeMap<>(Map.of("hardware", 2L, "reboot", 3L)));
        Map<PendingClass, Long> jobs =
                Map.of(PendingClass.ELIGIBLE, 4L, PendingClass.WAITING, 8L, PendingClass.UNSATISFIABLE, 11L);
        gpu = changed(gpu, "pendingJobs", jobs);
        gpu = changed(gpu, "unsatisfiable", Map.of(UnsatisfiableCause.TOO_MANY_NODES, 11L));
        return changed(gpu, "paused", Set.of(ScaleLimit.Direction.UP));
    }

    @Test
    void publishesEveryNumberOfANodeSetAndOfAPartition() {
        PartitionDemand partition = new PartitionDemand(
                "gpu",
                3,
                Map.of(PendingClass.ELIGIBLE, 4L, PendingClass.WAITING, 7L),
                Map.of(PendingClass.ELIGIBLE, NOW.getEpochSecond() - 90));

        GoldenFile.at(Path.of("exporter/src/test/resources/golden/signal.txt"))
                .matches("# A NodeSet\n" + String.join("\n", samples(List.of(gpu()), List.of()))
                        + "\n\n# A partition\n"
                        + String.join("\n", samples(List.of(), List.of(partition), List.of())) + "\n");
    }

    @Test
    void hasAsManySeriesPerNodeSetAsDocumented() {
        // The additional series are two series of slurm_nodeset_unusable_nodes and one series of the cluster.
        assertThat(samples(List.of(gpu()), List.of())).hasSize(35 + 2 + 1);
        assertThat(GoldenFile.repositoryRoot().resolve("docs/metrics.md"))
                .content()
                .contains("| NodeSet | 59 | ");
    }

    @Test
    void samplesOfAFamilyComeInOneRun() {
        List<String> families = samples(List.of(gpu(), of("cpu", "NodeSet")), List.of(impossible(1, 1))).stream()
                .map(sample -> sample.substring(0, sample.indexOf('{')))
                .toList();

        List<String> runs = new ArrayList<>();
        for (String family : families) {
            if (runs.isEmpty() || !runs.get(runs.size() - 1).equals(family)) {
                runs.add(family);
            }
        }
        assertThat(runs).doesNotHaveDuplicates().hasSize(17);
    }

    @Test
    void countsImpossibleJobsWithoutNodeSetByTasks() {
        JobExplanation elsewhere = Demands.job(7, "Dependency", "login", Verdict.WAITS, "tasks 9");

        assertThat(samples(List.of(), List.of(impossible(3, 1), impossible(4, 20), elsewhere)))
                .containsExactly(
                        "slurm_jobs_unsatisfiable{research,,,partition_down} 21",
                        "slurm_autoscaler_array_truncated_jobs{research} 2");
    }

    @Test
    void leavesOutWhatTheLabelsCannotTellApart() {
        assertThat(samples(List.of(gpu(), of("cpu", "NodeSet"), of("gpu", "StatefulSet")), List.of()))
                .filteredOn(sample -> !sample.contains("truncated"))
                .hasSize(35)
                .allMatch(sample -> sample.contains("{research,slurm,cpu"));
    }

    @Test
    void givesNoNumberThatNobodyMaySet() {
        PoolDemand fixed = fixed();

        assertThat(samples(List.of(fixed), List.of()))
                .contains("slurm_nodeset_pending_nodes{research,slurm,fixed} 2")
                .noneMatch(sample -> sample.startsWith("slurm_nodeset_desired_replicas"));
    }

    @Test
    void showsNumbersWhileTheyCanBeTrusted() {
        assertThat(allSamples(Optional.of(demand()), Optional.empty()))
                .contains(
                        "slurm_nodeset_desired_replicas{research,slurm,gpu} 12",
                        "slurm_autoscaler_publishing{research,slurm,gpu} 1",
                        "slurm_autoscaler_signal_age_seconds{research} 12.5",
                        "slurm_autoscaler_suppressed_total{research,stale} 4",
                        "slurm_autoscaler_contradictions_total{research,array} 2")
                // Nobody may set the size of the NodeSet "fixed".
                .noneMatch(sample -> sample.startsWith("slurm_autoscaler_publishing{research,slurm,fixed}"));
    }

    @Test
    void showsOnlyThatThereIsNoNumberWhileItCannotBeTrusted() {
        assertThat(allSamples(Optional.of(demand()), Optional.of(STALE)))
                .containsExactly(
                        "slurm_autoscaler_publishing{research,slurm,gpu} 0",
                        "slurm_autoscaler_signal_age_seconds{research} 12.5",
                        "slurm_autoscaler_suppressed_total{research,stale} 4",
                        "slurm_autoscaler_contradictions_total{research,array} 2");
    }

    @Test
    void saysThatNothingIsPublishedBeforeAnyNodeSetIsKnown() {
        assertThat(allSamples(Optional.empty(), Optional.of(STALE)))
                .contains("slurm_autoscaler_publishing{research,,} 0");
    }

    private static ScalingDemand demand() {
        return Demands.demand(List.of(gpu(), fixed()), List.of(), List.of());
    }

    private static PoolDemand fixed() {
        PoolDemand pool =
                Demands.pool(name("fixed", "NodeSet"), "desired 4 max 4 replicas 4 busy 1 idle 3 pendingNodes 2");
        return changed(pool, "notScalable", Optional.of("its machines decide"));
    }

    private static JobExplanation impossible(long id, long tasks) {
        JobExplanation job = Demands.job(id, "PartitionDown", "login", Verdict.IMPOSSIBLE, "tasks " + tasks);
        return changed(job, "cause", Optional.of(UnsatisfiableCause.PARTITION_DOWN));
    }

    private static PoolDemand of(String name, String kind) {
        return Demands.pool(name(name, kind), "max 1");
    }

    private static PoolName name(String name, String kind) {
        return new PoolName("research", "slurm", name, kind, "v1");
    }

    private static List<String> samples(List<PoolDemand> pools, List<JobExplanation> jobs) {
        return samples(pools, List.of(), jobs);
    }

    private static List<String> samples(
            List<PoolDemand> pools, List<PartitionDemand> partitions, List<JobExplanation> jobs) {
        ScalingDemand demand = changed(Demands.demand(pools, partitions, jobs), "truncatedArrays", 2L);
        // Other tests check the availability and the age of the signal, and the counters.
        return allSamples(Optional.of(demand), Optional.empty()).stream()
                .filter(sample -> !sample.matches("slurm_autoscaler_(publishing|signal|suppressed|contradictions).*"))
                .toList();
    }

    private static List<String> allSamples(Optional<ScalingDemand> demand, Optional<WithheldReason> withheldReason) {
        Signal signal = new Signal(
                "research",
                demand,
                demand.map(unused -> NOW.minusMillis(12_500)),
                Duration.ofSeconds(90),
                withheldReason);
        List<String> samples = new ArrayList<>();
        SignalMetrics.SECTION.emit(
                new SignalMetrics(signal, Map.of(Cause.STALE, 4L), Map.of(ShapeClass.ARRAY, 2L), NOW),
                (family, value, labels) -> {
                    assertThat(labels).hasSameSizeAs(family.labels());
                    String number = String.valueOf(value).replaceAll("\\.0$", "");
                    samples.add(family.name() + "{" + String.join(",", labels) + "} " + number);
                });
        return samples;
    }
}
