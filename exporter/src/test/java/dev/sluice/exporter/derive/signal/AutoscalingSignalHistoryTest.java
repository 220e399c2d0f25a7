package dev.sluice.exporter.derive.signal;

import static dev.sluice.exporter.derive.join.Clusters.pod;
import static org.assertj.core.api.Assertions.assertThat;

import dev.sluice.exporter.derive.join.Clusters;
import dev.sluice.exporter.derive.scaling.ShapeClass;
import dev.sluice.exporter.model.job.Job;
import dev.sluice.exporter.model.job.JobBuilder;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Tests the state that one observation passes to the next. */
class AutoscalingSignalHistoryTest extends ObservedSignal {

    @Test
    void believesSlurmWhereItKeepsSayingThatAJobDoesNotFit() {
        Job job = JobBuilder.job(2).in("gpu").exclusive().slurmNodes(3).build();

        observeAt(NOON, List.of(IDLE), job);
        assertThat(desired()).isEqualTo(1);
        observeAt(NOON.plusSeconds(120), List.of(IDLE), job);
        assertThat(signal.contradictions()).hasSize(1);

        observeAt(NOON.plusSeconds(135), List.of(IDLE), job);
        assertThat(desired()).isEqualTo(3);
        assertThat(signal.contradictions()).isEmpty();
        assertThat(signal.distrusted()).containsEntry(ShapeClass.WHOLE_NODES, 1L);
    }

    @Test
    void doesWithoutOldPodsOfOtherNamespaces() {
        resources.add(asOf(NOON.minus(Duration.ofHours(1)), "kube-gpu-pods"));
        denied.add("kube-gpu-pods");

        observe(List.of(IDLE));
        assertThat(now().publishing()).isTrue();
    }

    @ParameterizedTest
    @CsvSource({"0, false", "599, false", "600, true"})
    void remembersThatNodesDoNotStart(int second, boolean backsOff) {
        cluster.pods.add(pod(1, Clusters.PodOf.CREATED));

        observe(List.of(IDLE));
        observeAt(NOON.plusSeconds(second), List.of(IDLE));
        assertThat(now().demand().orElseThrow().backoffs().values())
                .containsExactlyElementsOf(backsOff ? List.of(NOON.plusSeconds(1_500)) : List.of());
    }
}
