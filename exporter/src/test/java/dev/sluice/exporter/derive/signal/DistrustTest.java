package dev.sluice.exporter.derive.signal;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sluice.exporter.derive.scaling.Demands;
import dev.sluice.exporter.derive.scaling.HeadOfLine.Contradiction;
import dev.sluice.exporter.derive.scaling.HeadOfLine.ShapeClass;
import dev.sluice.exporter.derive.scaling.JobExplanation;
import dev.sluice.exporter.derive.scaling.JobExplanation.Verdict;
import dev.sluice.exporter.derive.scaling.ScalingDemand;
import dev.sluice.exporter.derive.scaling.TestPool;
import dev.sluice.exporter.derive.scaling.Unhelped;
import dev.sluice.exporter.derive.scaling.pool.Pool;
import dev.sluice.exporter.model.cluster.Diag;
import dev.sluice.exporter.model.job.JobBuilder;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

/** Tests the state of jobs for which Slurm contradicts the model. The exporter keeps this state between polls. */
class DistrustTest {

    private static final Instant NOON = Instant.parse("2026-11-20T12:00:00Z");

    private final Distrust distrust = new Distrust();

    @Test
    void believesSlurmAfterTwoPollsAndASchedulingCycle() {
        // A pass starts every 60 s. One pass takes 5 s, and another pass takes 25 s.
        distrust.observe(diag(5, 25));

        assertThat(observe(0, contradicted(4))).isEmpty();
        assertThat(observe(89, contradicted(4))).isEmpty();
        assertThat(distrust.extraNodes()).isEmpty();
        assertThat(observe(90, contradicted(4))).hasSize(1);
        assertThat(distrust.extraNodes()).isEqualTo(Map.of(1L, 2L));
    }

    @Test
    void onePollIsNotEnoughHoweverLate() {
        observe(0, pending(1));
        observe(1_000, contradicted(4));

        assertThat(distrust.extraNodes()).isEmpty();
    }

    @Test
    void waitsForTwoMinutesWhereNobodyKnowsTheCycle() {
        observe(0, contradicted(4));
        observe(119, contradicted(4));
        assertThat(distrust.extraNodes()).isEmpty();
        observe(120, contradicted(4));
        assertThat(distrust.extraNodes()).isNotEmpty();
    }

    @Test
    void aLongSchedulingCycleIsWaitedForTenMinutesAtMost() {
        distrust.observe(diag(0, 86_400));

        observe(0, contradicted(4));
        observe(599, contradicted(4));
        assertThat(distrust.extraNodes()).isEmpty();
        observe(600, contradicted(4));
        assertThat(distrust.extraNodes()).isNotEmpty();
    }

    @Test
    void addsOneNodeAtATimeWhereSlurmHasNoNumber() {
        observe(0, contradicted(0));
        observe(120, contradicted(0));
        assertThat(distrust.extraNodes()).isEqualTo(Map.of(1L, 1L));
        // While the node starts, the job does not fit on the existing nodes.
        observe(180, pending(1));
        observe(300, contradicted(0, 3));
        observe(419, contradicted(0, 3));
        assertThat(distrust.extraNodes()).isEqualTo(Map.of(1L, 1L));
        assertThat(observe(420, contradicted(0, 3))).as("reported once").isEmpty();
        assertThat(distrust.extraNodes()).isEqualTo(Map.of(1L, 2L));
    }

    @Test
    void beginsAnewWhenNodesBecomeIdle() {
        observe(0, contradicted(0, 2));
        observe(60, contradicted(0, 3));
        observe(120, contradicted(0, 3));
        assertThat(distrust.extraNodes()).isEmpty();
        observe(180, contradicted(0, 3));
        assertThat(distrust.extraNodes()).isNotEmpty();
    }

    @Test
    void beginsAnewWhenSlurmAgreesInBetween() {
        observe(0, contradicted(0));
        observe(60, pending(1));
        observe(120, contradicted(0));

        assertThat(distrust.extraNodes()).isEmpty();
    }

    /** slurmctld alternates between Resources and ReqNodeNotAvail. */
    @Test
    void keepsTheEvidenceOverOnePollWithTheOtherReason() {
        observe(0, contradicted(0));
        observe(60, demand(List.of(), List.of(job(1, "ReqNodeNotAvail"))));
        observe(120, contradicted(0));
        assertThat(distrust.extraNodes()).isEqualTo(Map.of(1L, 1L));

        observe(135, demand(List.of(), List.of(job(1, "ReqNodeNotAvail"))));
        observe(150, demand(List.of(), List.of(job(1, "ReqNodeNotAvail"))));
        observe(240, contradicted(0));
        assertThat(distrust.extraNodes()).isEqualTo(Map.of(1L, 1L));
    }

    @Test
    void waitsForACycleOfAScheduler() {
        distrust.observe(diag(Map.of(Diag.MAIN_CYCLES, 7.0)));
        observe(0, contradicted(0));
        observe(600, contradicted(0));
        assertThat(distrust.extraNodes()).isEmpty();

        distrust.observe(diag(Map.of(Diag.MAIN_CYCLES, 8.0)));
        observe(615, contradicted(0));
        assertThat(distrust.extraNodes()).isEqualTo(Map.of(1L, 1L));
    }

    @Test
    void forgetsAJobThatStartsOrGoes() {
        observe(0, contradicted(4));
        observe(120, contradicted(4));
        observe(135, demand(List.of(), List.of()));
        assertThat(distrust.extraNodes()).isEmpty();

        observe(150, pending(1));
        assertThat(distrust.extraNodes()).isEmpty();
    }

    @Test
    void forgetsAnArrayOfWhichATaskStarts() {
        observe(0, contradicted(0));
        observe(120, contradicted(0));
        observe(135, pending(1));
        assertThat(distrust.extraNodes()).isEqualTo(Map.of(1L, 1L));

        Distrust array = new Distrust();
        array.observe(demand(List.of(found(0, 2)), List.of(job(10))), NOON);
        array.observe(demand(List.of(found(0, 2)), List.of(job(10))), NOON.plusSeconds(120));
        assertThat(array.extraNodes()).isEqualTo(Map.of(1L, 1L));
        array.observe(demand(List.of(), List.of(job(9))), NOON.plusSeconds(135));
        assertThat(array.extraNodes()).isEmpty();
    }

    @Test
    void theSameAnswerTwiceIsOnePoll() {
        observe(0, contradicted(0));
        for (int i = 0; i < 10; i++) {
            observe(0, contradicted(0));
        }
        assertThat(distrust.extraNodes()).isEmpty();
    }

    @Test
    void countsByShape() {
        observe(0, contradicted(4));
        observe(120, contradicted(4));

        assertThat(distrust.counts()).containsOnlyKeys(ShapeClass.values());
        assertThat(distrust.counts()).containsEntry(ShapeClass.WHOLE_NODES, 1L).containsEntry(ShapeClass.GRES, 0L);
    }

    private List<Contradiction> observe(long second, ScalingDemand demand) {
        return distrust.observe(demand, NOON.plusSeconds(second));
    }

    private static ScalingDemand contradicted(long slurmNodes) {
        return contradicted(slurmNodes, 2);
    }

    private static ScalingDemand contradicted(long slurmNodes, long idle) {
        return demand(List.of(found(slurmNodes, idle)), List.of(job(1)));
    }

    private static ScalingDemand pending(long tasks) {
        return demand(List.of(), List.of(job(tasks)));
    }

    /** Job 1. According to the model, this job needs two nodes. */
    private static Contradiction found(long slurmNodes, long idle) {
        JobBuilder job = JobBuilder.job(1).nodes(2).exclusive().slurmNodes(slurmNodes);
        Pool pool = TestPool.pool("cpu").between(0, 10).build();
        return Contradiction.of(job.build(), idle, 2, true, Unhelped.of(job.build(), pool, 0, 0));
    }

    private static JobExplanation job(long tasks) {
        return job(tasks, "Resources");
    }

    private static JobExplanation job(long tasks, String reason) {
        return Demands.job(1, reason, "cpu", Verdict.COUNTED, "tasks " + tasks);
    }

    private static ScalingDemand demand(List<Contradiction> contradictions, List<JobExplanation> jobs) {
        return new ScalingDemand(List.of(), List.of(), jobs, Map.of(), contradictions, Map.of(), 0);
    }

    private static Diag diag(double main, double backfill) {
        return diag(Map.of("schedule_cycle_last", main * 1e6, "bf_cycle_last", backfill * 1e6));
    }

    private static Diag diag(Map<String, Double> numbers) {
        return new Diag(numbers, List.of(), List.of());
    }
}
