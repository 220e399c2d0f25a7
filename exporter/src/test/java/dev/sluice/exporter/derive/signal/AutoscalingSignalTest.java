package dev.sluice.exporter.derive.signal;

import static dev.sluice.exporter.derive.join.Clusters.node;
import static dev.sluice.exporter.derive.join.Clusters.pod;
import static org.assertj.core.api.Assertions.assertThat;

import dev.sluice.exporter.derive.join.Clusters;
import dev.sluice.exporter.derive.scaling.HeadOfLine.ShapeClass;
import dev.sluice.exporter.derive.signal.Signal.WithheldReason;
import dev.sluice.exporter.derive.signal.Signal.WithheldReason.Cause;
import dev.sluice.exporter.model.Observed;
import dev.sluice.exporter.model.SourceStatus;
import dev.sluice.exporter.model.cluster.ClusterSnapshot;
import dev.sluice.exporter.model.job.Job;
import dev.sluice.exporter.model.job.JobBuilder;
import dev.sluice.exporter.model.job.JobState;
import dev.sluice.exporter.model.node.NodeBaseState;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Tests the consistency rules, by which a number that may be wrong is withheld, and the state between observations. */
class AutoscalingSignalTest extends ObservedSignal {

    @Test
    void givesTheNumberOfACompleteObservation() {
        observe(List.of(BUSY), RUNNING, TWO_NODES);

        assertThat(now().withheldReason()).isEmpty();
        assertThat(now().observedAt()).contains(NOON);
        assertThat(now().maxAge()).isEqualTo(MAX_AGE);
        assertThat(desired()).isEqualTo(3);
    }

    @Test
    void givesNothingBeforeTheFirstAnswer() {
        assertThat(now().demand()).isEmpty();
        assertThat(now().withheldReason()).contains(new WithheldReason(Cause.FIRST_POLL, "no complete poll yet"));
    }

    @ParameterizedTest
    @ValueSource(strings = {"nodes", "partitions", "jobs", "kube-nodesets-slinky", "kube-pods-slinky", "kube-hpas"})
    void givesNothingUntilAllThatItNeedsHasBeenRead(String source) {
        replace(source, status(source, Optional.empty(), Optional.of("HTTP 502"), 0, Optional.empty()));

        observe(List.of(BUSY), RUNNING, TWO_NODES);

        assertWithheld(Cause.FIRST_POLL, source + " has not been read yet (HTTP 502, since " + NOON + ")");
    }

    @ParameterizedTest
    @ValueSource(strings = {"nodes", "partitions", "jobs", "kube-nodesets-slinky", "kube-pods-slinky", "kube-hpas"})
    void withdrawsTheNumberOnceASourceIsTooOld(String source) {
        observe(List.of(BUSY), RUNNING, TWO_NODES);
        List<SourceStatus> all = new ArrayList<>(sources);
        all.addAll(resources);
        for (SourceStatus other : all) {
            replace(other.source(), asOf(NOON.plusSeconds(60), other.source()));
        }
        replace(source, status(source, Optional.of(NOON), Optional.of("HTTP 502"), 0, Optional.empty()));

        assertThat(at(NOON.plusSeconds(90).minusNanos(1)).publishing()).isTrue();
        assertThat(at(NOON.plusSeconds(90)).withheldReason())
                .contains(new WithheldReason(
                        Cause.STALE,
                        source + " data is from " + NOON + ", older than the limit of 90 s (HTTP 502, since " + NOON
                                + ")"));
        assertThat(at(NOON.plusSeconds(149)).withheldReason())
                .as("the same sentence a minute later")
                .isEqualTo(at(NOON.plusSeconds(90)).withheldReason());
    }

    /**
     * Nodes respond slowly and are polled every 80 s; jobs are polled every 15 s. All data is younger than the maximum
     * age, so the signal is always available, and its published age stays below the published limit.
     */
    @Test
    void givesItsNumberWhileEachSourceIsYoungEnough() {
        Instant nodesAt = NOON;
        for (int seconds = 0; seconds <= 400; seconds += 5) {
            Instant now = NOON.plusSeconds(seconds);
            if (seconds % 80 == 0) {
                nodesAt = now;
                replace("nodes", asOf(now, "nodes"));
            }
            if (seconds % 15 == 0) {
                for (String source : List.of("jobs", "partitions")) {
                    replace(source, asOf(now, source));
                }
                resources.replaceAll(resource -> asOf(now, resource.source()));
                ClusterSnapshot slurm = slurm(List.of(BUSY)).withNodes(new Observed<>(List.of(BUSY), nodesAt));
                signal.observe(
                        slurm.withJobs(
                                new Observed<>(List.of(RUNNING, TWO_NODES), now),
                                slurm.nodes().orElseThrow()),
                        kubernetes(),
                        sources,
                        now);
            }
            Signal given = at(now);
            assertThat(given.withheldReason()).as("after %d s", seconds).isEmpty();
            assertThat(given.maxAge()).isEqualTo(MAX_AGE);
            assertThat(Duration.between(given.observedAt().orElseThrow(), now)).isLessThan(MAX_AGE);
        }
    }

    /** The sources have sent new responses, but the exporter has not processed the new data yet. */
    @Test
    void withdrawsANumberThatWasMadeOfOldData() {
        observe(List.of(BUSY), RUNNING, TWO_NODES);
        Instant later = NOON.plus(MAX_AGE);
        for (String source : List.of("nodes", "partitions", "jobs")) {
            replace(source, asOf(later, source));
        }
        resources.clear();

        assertThat(at(later.minusNanos(1)).publishing()).isTrue();
        assertThat(at(later).withheldReason())
                .contains(new WithheldReason(
                        Cause.STALE, "demand data is from " + NOON + ", older than the limit of 90 s"));
    }

    @ParameterizedTest
    @CsvSource({"nodes, 1", "jobs, 7", "partitions, 1", "kube-pods-slinky, 2"})
    void givesNothingWhereRecordsAreMissing(String source, int unreadable) {
        replace(source, status(source, Optional.of(NOON), Optional.empty(), unreadable, Optional.empty()));

        observe(List.of(BUSY), RUNNING, TWO_NODES);

        assertWithheld(Cause.PARTIAL, source + " has " + unreadable + " unreadable records");
    }

    @Test
    void givesNothingWhereAnErrorCameBesideTheData() {
        replace("jobs", status("jobs", Optional.of(NOON), Optional.empty(), 0, Optional.of("Zero Bytes were written")));

        observe(List.of(BUSY), RUNNING, TWO_NODES);

        assertWithheld(Cause.PARTIAL, "the response for jobs contains an error: Zero Bytes were written");
    }

    @ParameterizedTest
    @CsvSource({"DENIED, kube-hpas", "ABSENT, kube-nodesets-slinky", "FAILING, kube-nodes"})
    void doesWithoutWhatCannotBeHad(String state, String source) {
        observe(List.of(BUSY), RUNNING, TWO_NODES);
        SourceStatus failed = status(source, Optional.empty(), Optional.of("403"), 0, Optional.empty());
        replace(source, state.equals("ABSENT") ? failed.missing("404", Duration.ZERO) : failed);
        if (state.equals("DENIED")) {
            denied.add(source);
        }

        assertThat(now().publishing()).isTrue();
    }

    @ParameterizedTest
    @ValueSource(strings = {"kube-nodesets-slinky", "kube-pods-slinky", "kube-hpas"})
    void aRightThatIsTakenAwayLeavesDataThatAges(String source) {
        observe(List.of(BUSY), RUNNING, TWO_NODES);
        Optional<Instant> old = Optional.of(NOON.minus(MAX_AGE));
        replace(source, status(source, old, Optional.of("HTTP 403"), 0, Optional.empty()));
        denied.add(source);

        assertWithheld(
                Cause.STALE,
                source + " data is from " + old.get() + ", older than the limit of 90 s (HTTP 403, since " + NOON
                        + ")");
    }

    @Test
    void withholdsTheSignalIfAllNodesVanishAtOnce() {
        observe(List.of(BUSY), RUNNING, TWO_NODES);

        observe(List.of(), RUNNING, TWO_NODES);
        assertWithheld(Cause.NODES_VANISHED, "slurmctld knows no node any more, while slurmd pods are ready (1)");
        observe(List.of(), RUNNING, TWO_NODES);
        assertThat(now().publishing()).isFalse();

        observe(List.of(BUSY), RUNNING, TWO_NODES);
        assertThat(desired()).isEqualTo(3);
    }

    @Test
    void believesAnEmptyNodeListWhereNoPodIsThereEither() {
        observe(List.of(IDLE));
        cluster.pods.clear();

        observe(List.of(), TWO_NODES);

        assertThat(desired()).isEqualTo(2);
    }

    @Test
    void believesThatAllJobsAreGoneWhenItIsToldTwice() {
        observe(List.of(BUSY), RUNNING);

        observe(List.of(IDLE));
        assertWithheld(
                Cause.JOBS_VANISHED,
                "all jobs are gone at once, as when slurmctld lost its state; the next answer decides");

        observe(List.of(IDLE));
        assertThat(desired()).isZero();
    }

    @Test
    void seesNothingOddInJobsThatHaveEnded() {
        observe(List.of(BUSY), RUNNING);
        Job ended = JobBuilder.job(1).in("gpu").state(JobState.COMPLETED).build();

        observe(List.of(IDLE), ended);
        assertThat(desired()).isZero();
        observe(List.of(IDLE));
        assertThat(desired()).isZero();
    }

    /** Without this rule, the job with two nodes would count twice: as busy nodes and as a pending job. */
    @Test
    void takesTheNodesThatWereKnownBeforeJobsWereAskedFor() {
        ClusterSnapshot before = slurm(List.of(IDLE));
        ClusterSnapshot meanwhile = before.withNodes(
                new Observed<>(List.of(BUSY, node("gpu-1", NodeBaseState.ALLOCATED)), NOON.plusSeconds(15)));

        signal.observe(
                meanwhile.withJobs(
                        new Observed<>(List.of(TWO_NODES), NOON.plusSeconds(1)),
                        before.nodes().orElseThrow()),
                kubernetes(),
                sources,
                NOON.plusSeconds(20));

        assertThat(desired()).isEqualTo(2);
        assertThat(now().observedAt()).contains(NOON);
    }

    @Test
    void countsTheAnswersThatCameToNoNumber() {
        replace("jobs", status("jobs", Optional.of(NOON), Optional.empty(), 1, Optional.empty()));
        observe(List.of(BUSY), RUNNING);
        observe(List.of(BUSY), RUNNING);
        replace("jobs", asOf(NOON, "jobs"));
        observe(List.of(BUSY), RUNNING);
        observe(List.of(IDLE));

        assertThat(signal.withheld())
                .containsExactlyInAnyOrderEntriesOf(Map.of(
                        Cause.FIRST_POLL, 0L,
                        Cause.STALE, 0L,
                        Cause.PARTIAL, 2L,
                        Cause.NODES_VANISHED, 0L,
                        Cause.JOBS_VANISHED, 1L));
    }

    @Test
    void believesNothingOfAnAnswerThatCannotBeTrusted() {
        Job job = JobBuilder.job(2).in("gpu").exclusive().slurmNodes(3).build();
        replace("nodes", status("nodes", Optional.of(NOON), Optional.empty(), 2, Optional.empty()));
        observeAt(NOON, List.of(IDLE), job);
        observeAt(NOON.plusSeconds(120), List.of(IDLE), job);

        assertThat(signal.contradictions()).isEmpty();
        assertThat(signal.distrusted()).containsEntry(ShapeClass.WHOLE_NODES, 0L);
    }

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
