package dev.sluice.exporter.metrics.cluster;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sluice.exporter.derive.scaling.PoolDemand;
import dev.sluice.exporter.derive.scaling.ScalingDemand;
import dev.sluice.exporter.derive.scaling.ShapeClass;
import dev.sluice.exporter.derive.scaling.pool.PoolName;
import dev.sluice.exporter.derive.signal.Signal;
import dev.sluice.exporter.derive.signal.WithheldReason;
import dev.sluice.exporter.derive.signal.WithheldReason.Cause;
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

    @Test
    void showsNumbersWhileTheyCanBeTrusted() {
        assertThat(samples(Optional.of(demand()), Optional.empty()))
                .contains(
                        "slurm_nodeset_desired_replicas[research, slurm, gpu] 3.0",
                        "slurm_autoscaler_publishing[research, slurm, gpu] 1.0",
                        "slurm_autoscaler_signal_age_seconds[research] 12.5",
                        "slurm_autoscaler_suppressed_total[research, stale] 4.0",
                        "slurm_autoscaler_contradictions_total[research, array] 2.0");
    }

    @Test
    void showsOnlyThatThereIsNoNumberWhileItCannotBeTrusted() {
        assertThat(samples(Optional.of(demand()), Optional.of(STALE)))
                .containsExactly(
                        "slurm_autoscaler_publishing[research, slurm, gpu] 0.0",
                        "slurm_autoscaler_signal_age_seconds[research] 12.5",
                        "slurm_autoscaler_suppressed_total[research, stale] 4.0",
                        "slurm_autoscaler_contradictions_total[research, array] 2.0");
    }

    @Test
    void saysThatNothingIsPublishedBeforeAnyNodeSetIsKnown() {
        assertThat(samples(Optional.empty(), Optional.of(STALE)))
                .contains("slurm_autoscaler_publishing[research, , ] 0.0");
    }

    @Test
    void promisesNothingOfANodeSetThatNobodyMaySize() {
        assertThat(samples(Optional.of(demand()), Optional.empty()))
                .noneMatch(sample -> sample.startsWith("slurm_autoscaler_publishing[research, slurm, metal]"));
    }

    private static ScalingDemand demand() {
        return new ScalingDemand(
                List.of(pool("gpu", Optional.empty()), pool("metal", Optional.of("its machines decide"))),
                List.of(),
                List.of(),
                Map.of(),
                List.of(),
                Map.of(),
                0);
    }

    private static PoolDemand pool(String name, Optional<String> notScalable) {
        return new PoolDemand(
                new PoolName("research", "slurm", name, "NodeSet", "v1"),
                3,
                0,
                9,
                1,
                1,
                0,
                0,
                new TreeMap<>(),
                new TreeMap<>(),
                0,
                2,
                Map.of(),
                Map.of(),
                0,
                notScalable,
                Set.of(),
                List.of());
    }

    private static List<String> samples(Optional<ScalingDemand> demand, Optional<WithheldReason> withheldReason) {
        Signal signal = new Signal(
                "research",
                demand,
                demand.map(unused -> NOW.minusMillis(12_500)),
                Duration.ofSeconds(90),
                withheldReason);
        List<String> samples = new ArrayList<>();
        SignalMetrics.SECTION.emit(
                new SignalMetrics(signal, Map.of(Cause.STALE, 4L), Map.of(ShapeClass.ARRAY, 2L), NOW),
                (family, value, labels) -> samples.add(family.name() + List.of(labels) + " " + value));
        return samples;
    }
}
