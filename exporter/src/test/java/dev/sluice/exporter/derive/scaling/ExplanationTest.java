package dev.sluice.exporter.derive.scaling;

import static dev.sluice.exporter.derive.scaling.TestPool.demand;
import static dev.sluice.exporter.derive.scaling.TestPool.pool;
import static dev.sluice.exporter.model.job.JobBuilder.job;
import static org.assertj.core.api.Assertions.assertThat;

import dev.sluice.exporter.derive.scaling.pool.Member.Condition;
import dev.sluice.exporter.model.kubernetes.ScaleDirection;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Tests the explanations for users. */
class ExplanationTest {

    @Test
    void explainsAJobOfAPartitionWithoutAPool() {
        ScalingDemand demand = demand(
                List.of(pool("cpu").build()),
                ScalingPolicy.DEFAULT,
                List.of(job(1).in("other").build()));

        assertThat(demand.jobs().get(0).pool()).isEmpty();
        assertThat(demand.jobs().get(0).why()).isEqualTo("no NodeSet has the job's partitions");
        assertThat(demand.pools().get(0).pendingJobs()).isEmpty();
    }

    @Test
    void saysThatTheAutoscalerIsPaused() {
        PoolDemand demand = demand(pool("cpu").paused(ScaleDirection.UP, ScaleDirection.DOWN), job(1));

        assertThat(demand.desired()).isEqualTo(1);
        assertThat(demand.reasons()).contains("autoscaling is paused (down, up)");
    }

    @Test
    void saysWhyInSentences() {
        PoolDemand demand =
                demand(pool("cpu").with(9, Condition.BUSY), job(1).nodes(3).exclusive(), job(2).reason("Dependency"));

        assertThat(demand.reasons())
                .containsExactly("1 job needs 3 nodes beyond the 9 busy", "1 job not helped by nodes");
    }
}
