package dev.sluice.exporter.derive.scaling;

import static dev.sluice.exporter.derive.scaling.TestPool.pool;
import static dev.sluice.exporter.model.job.JobBuilder.job;
import static org.assertj.core.api.Assertions.assertThat;

import dev.sluice.exporter.derive.scaling.pool.Member.Condition;
import dev.sluice.exporter.derive.scaling.pool.MemberBuilder;
import dev.sluice.exporter.model.GresCounts;
import dev.sluice.exporter.model.job.JobPlacement;
import java.util.List;
import org.junit.jupiter.api.Test;

class SegmentsTest {

    @Test
    void aBlockTakesOnlyWholeSegments() {
        assertThat(demand(20, 4, 4, "a", "a", "b", "b").pools().get(0).desired())
                .as("two blocks of two nodes, and four new nodes")
                .isEqualTo(8);
        assertThat(demand(20, 4, 2, "a", "a", "b", "b").pools().get(0).desired())
                .isEqualTo(4);
        assertThat(demand(20, 6, 3, "a", "a", "a", "a", "b", "b").pools().get(0).desired())
                .as("one segment in block a, and three new nodes")
                .isEqualTo(9);
        assertThat(demand(20, 4, 4, "", "", "", "").pools().get(0).desired())
                .as("unknown blocks")
                .isEqualTo(4);
    }

    @Test
    void aJobWhoseSegmentFitsInNoBlockIsBlockedAtTheMaximum() {
        JobExplanation blocked = demand(4, 4, 4, "a", "a", "b", "b").jobs().get(0);

        assertThat(blocked.verdict()).isEqualTo(JobExplanation.Verdict.BLOCKED);
        assertThat(blocked.why())
                .isEqualTo("the job does not fit below the maximum while other jobs run;"
                        + " slurmctld starts the job only on nodes in segments of 4 in one block");
        assertThat(demand(20, 4, 4, "", "", "", "").jobs().get(0).why())
                .isEqualTo("the job is counted;"
                        + " slurmctld starts the job only on nodes in segments of 4 in one block");
    }

    private static ScalingDemand demand(long max, long nodes, long segment, String... blocks) {
        TestPool pool = pool("cpu").between(0, max);
        for (int i = 0; i < blocks.length; i++) {
            pool.with(MemberBuilder.member("cpu-" + i, Condition.IDLE)
                    .ordinal(i)
                    .block(blocks[i])
                    .build());
        }
        JobPlacement placement = new JobPlacement(0, 0, 0, 0, false, "", segment, 0, GresCounts.NONE, List.of(), 0);
        return ScalingInputBuilder.of(pool)
                .jobs(job(1).nodes(nodes).exclusive().placement(placement))
                .demand();
    }
}
