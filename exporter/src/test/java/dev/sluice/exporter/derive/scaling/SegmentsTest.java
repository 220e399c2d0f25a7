package dev.sluice.exporter.derive.scaling;

import static dev.sluice.exporter.derive.scaling.TestPool.pool;
import static dev.sluice.exporter.model.job.JobBuilder.job;
import static org.assertj.core.api.Assertions.assertThat;

import dev.sluice.exporter.derive.scaling.pool.Member.Condition;
import dev.sluice.exporter.derive.scaling.pool.MemberBuilder;
import dev.sluice.exporter.model.GpuCounts;
import dev.sluice.exporter.model.GresCounts;
import dev.sluice.exporter.model.job.JobBuilder;
import dev.sluice.exporter.model.job.JobPlacement;
import dev.sluice.exporter.model.node.NodeResources;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

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
        assertThat(demand(20, 4, 4, "", "", "").pools().get(0).desired())
                .as("unknown blocks")
                .isEqualTo(4);
    }

    /** Block a has an idle node and a busy node. The job needs two nodes of one block. */
    @ParameterizedTest
    @CsvSource({"0, false, 4", "4, false, 2", "4, true, 4", "3, false, 4"})
    void aBusyNodeWithRoomIsPartOfASegment(long freeCpus, boolean exclusive, long desired) {
        TestPool pool = pool("cpu")
                .with(MemberBuilder.member("cpu-0", Condition.IDLE)
                        .ordinal(0)
                        .block("a")
                        .build())
                .with(MemberBuilder.member("cpu-1", Condition.BUSY)
                        .ordinal(1)
                        .block("a")
                        .free(new NodeResources(freeCpus, 0, GpuCounts.NONE))
                        .build());
        JobBuilder two = job(1).nodes(2).tasks(2).cpusPerTask(4).placement(segments(2));

        assertThat(TestPool.demand(pool, exclusive ? two.exclusive() : two).desired())
                .isEqualTo(desired);
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
        return ScalingInputBuilder.of(pool)
                .jobs(job(1).nodes(nodes).exclusive().placement(segments(segment)))
                .demand();
    }

    private static JobPlacement segments(long nodes) {
        return new JobPlacement(0, 0, 0, 0, false, "", nodes, 0, GresCounts.NONE, List.of(), 0);
    }
}
