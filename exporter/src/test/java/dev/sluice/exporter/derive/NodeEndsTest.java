package dev.sluice.exporter.derive;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sluice.exporter.derive.NodeEnds.Counts;
import dev.sluice.exporter.derive.NodeEnds.End;
import dev.sluice.exporter.model.job.Job;
import dev.sluice.exporter.model.job.JobBuilder;
import dev.sluice.exporter.model.job.JobState;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.SortedMap;
import org.junit.jupiter.api.Test;

/** Tests the counts of ended jobs per node. */
class NodeEndsTest {

    private static final long NOW = JobBuilder.NOW;

    private final NodeEnds ends = new NodeEnds(3);
    private final JobLife life =
            new JobLife(new SeriesBudget(0, 10, 10, 3, 0, 0, NameRule.SHOW, NameRule.SHOW), ends::ended);

    private SortedMap<String, Counts> poll(long at, Job... jobs) {
        life.observe(List.of(jobs), List.of("cpu"), Instant.ofEpochSecond(at));
        return ends.observe(List.of(jobs), List.of("n1"));
    }

    private static JobBuilder running(long id, String nodes) {
        return JobBuilder.job(id).runningOn(nodes).ran(NOW, 0);
    }

    private static Job ended(long id, String nodes, JobState state, long seconds) {
        return JobBuilder.job(id)
                .runningOn(nodes)
                .state(state)
                .ran(NOW, NOW + seconds)
                .build();
    }

    @Test
    void aJobCountsOnceOnEachOfItsNodes() {
        poll(
                NOW,
                running(1, "n[1-2]").build(),
                running(2, "n2").build(),
                running(3, "n1").build());
        Job first = ended(1, "n[1-2]", JobState.NODE_FAIL, 59);
        Job second = ended(2, "n2", JobState.FAILED, 60);
        poll(NOW + 70, first, second, running(3, "n1").build());

        assertThat(poll(NOW + 80, first, second, running(3, "n1").build()))
                .hasSize(2)
                .hasEntrySatisfying("n1", counts -> {
                    assertThat(counts.ends()).hasSize(1);
                    assertThat(counts.of(new End(JobState.NODE_FAIL, true))).isEqualTo(1);
                })
                .hasEntrySatisfying("n2", counts -> {
                    assertThat(counts.ends()).hasSize(2);
                    assertThat(counts.of(new End(JobState.NODE_FAIL, true))).isEqualTo(1);
                    assertThat(counts.of(new End(JobState.FAILED, false))).isEqualTo(1);
                });
    }

    @Test
    void doesNotCountWhatEndedBeforeTheFirstPoll() {
        assertThat(poll(NOW + 70, ended(1, "n1", JobState.FAILED, 5)))
                .containsExactly(Map.entry("n1", new Counts(Map.of(), 0)));
    }

    /** slurmctld removes the nodes from a requeued job. */
    @Test
    void countsARequeueOnTheNodesThatTheJobHad() {
        poll(NOW, running(1, "n[1-2]").build());
        SortedMap<String, Counts> counts = poll(
                NOW + 15, JobBuilder.job(1).submittedAt(NOW + 10).restarts(1).build());

        assertThat(counts.get("n1")).isEqualTo(new Counts(Map.of(), 1));
        assertThat(counts.get("n2")).isEqualTo(new Counts(Map.of(), 1));
    }

    @Test
    void countsNoMoreNodesThanThereIsRoomFor() {
        poll(NOW);

        assertThat(poll(NOW + 70, ended(1, "n[2-9]", JobState.COMPLETED, 5))).containsOnlyKeys("n1", "n2", "n3");
    }
}
