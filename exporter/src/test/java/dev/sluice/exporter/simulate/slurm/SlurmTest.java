package dev.sluice.exporter.simulate.slurm;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sluice.common.scheduling.Reservation;
import dev.sluice.exporter.model.GpuCounts;
import dev.sluice.exporter.model.job.Job;
import dev.sluice.exporter.model.node.Node;
import dev.sluice.exporter.model.node.NodeBaseState;
import dev.sluice.exporter.model.node.NodeFlag;
import dev.sluice.exporter.simulate.slurm.JobSpec.Eligibility;
import dev.sluice.exporter.simulate.slurm.JobSpec.Request;
import java.util.List;
import org.junit.jupiter.api.Test;

class SlurmTest {

    private static final NodeSetSpec BATCH = new NodeSetSpec(NodeType.plain("batch"), 0, 0, 10, 180);

    private Slurm slurm = new Slurm(List.of(BATCH), List.of());

    @Test
    void aPartitionWithTooFewRecordsIsAMatterOfItsConfiguration() {
        submit(JobSpec.whole(1, 0, 1, 600));
        assertThat(reason(1)).isEqualTo("PartitionConfig");

        nodes(7);
        submit(JobSpec.whole(2, 0, 8, 600));
        assertThat(reason(2)).isEqualTo("PartitionConfig");
    }

    @Test
    void recordsOfPodsThatWentAreResourcesThatAreMissing() {
        nodes(1);
        slurm.controller().leave("batch-0", "slurm-operator: Pod is terminating", "root");
        submit(JobSpec.whole(1, 0, 1, 600));

        assertThat(reason(1)).isEqualTo("Resources");
    }

    @Test
    void whatNoRecordOffersIsABadConstraintAndHeldForGood() {
        nodes(1);
        submit(JobSpec.of(1, 0, "batch", Request.oneNode(1, GpuCounts.of("h100", 1)), 600));

        Job job = waiting(1);
        assertThat(job.status().reason()).isEqualTo("BadConstraints");
        assertThat(job.priority()).isZero();
        assertThat(job.status().held()).isTrue();
    }

    @Test
    void holdsDependenciesAndBeginTimesAreSaidAndEnd() {
        nodes(3);
        submit(
                JobSpec.whole(1, 0, 1, 300),
                JobSpec.whole(2, 0, 1, 300).eligible(new Eligibility(600, 0, 0)),
                JobSpec.whole(3, 0, 1, 300).eligible(new Eligibility(0, 1, 0)),
                JobSpec.whole(4, 0, 1, 300).eligible(new Eligibility(0, 0, 900)));

        assertThat(reason(2)).isEqualTo("JobHeldUser");
        assertThat(reason(3)).isEqualTo("Dependency");
        assertThat(reason(4)).isEqualTo("BeginTime");

        slurm.finish(300);
        slurm.schedule(300);
        assertThat(running()).containsExactly(3L);
        slurm.finish(600);
        slurm.schedule(600);
        assertThat(running()).containsExactly(2L);
        slurm.finish(900);
        slurm.schedule(900);
        assertThat(running()).containsExactly(4L);
    }

    @Test
    void anArrayRunsSoManyTasksAtOnceAndKeepsTheRestInOneRecord() {
        nodes(6);
        submit(JobSpec.whole(1, 0, 1, 600).array(10, 4));

        Job rest = waiting(1);
        assertThat(rest.array().tasks()).isEqualTo(6);
        assertThat(rest.array().taskLimit()).isEqualTo(4);
        assertThat(rest.array().jobId()).isEqualTo(1);
        assertThat(rest.status().reason()).isEqualTo("JobArrayTaskLimit");
        assertThat(running()).hasSize(4).doesNotContain(1L);
        assertThat(slurm.pendingJobs("batch")).isEqualTo(6);
    }

    @Test
    void sharingJobsFillANodeBeforeTheyOpenAnother() {
        nodes(2);
        Request half = Request.oneNode(48, GpuCounts.NONE);
        submit(JobSpec.of(1, 0, "batch", half, 600), JobSpec.of(2, 0, "batch", half, 600));
        assertThat(node("batch-0").base()).isEqualTo(NodeBaseState.ALLOCATED);
        assertThat(node("batch-1").base()).isEqualTo(NodeBaseState.IDLE);

        submit(JobSpec.of(3, 0, "batch", half, 600), JobSpec.whole(4, 0, 1, 600));
        assertThat(node("batch-1").base()).isEqualTo(NodeBaseState.MIXED);
        assertThat(node("batch-1").allocated().cpus()).isEqualTo(48);
        assertThat(reason(4)).isEqualTo("Resources");
    }

    @Test
    void noJobStartsThatCouldRunIntoMaintenance() {
        slurm = new Slurm(List.of(BATCH), List.of(Reservation.maintenance("m", List.of("batch-0"), 3_600, 7_200)));
        nodes(1);
        submit(JobSpec.whole(1, 0, 1, 60).withLimit(3_601));
        assertThat(reason(1)).isEqualTo("ReqNodeNotAvail");

        submit(JobSpec.whole(2, 0, 1, 60).withLimit(3_600));
        assertThat(running()).containsExactly(2L);

        slurm.finish(3_600);
        assertThat(node("batch-0").flags()).contains(NodeFlag.MAINTENANCE);

        slurm.schedule(7_200);
        assertThat(running()).containsExactly(1L);
    }

    @Test
    void aJobIsEndedAtItsLimit() {
        nodes(1);
        submit(JobSpec.whole(1, 0, 1, 600).withLimit(120));

        slurm.finish(119);
        assertThat(running()).containsExactly(1L);
        slurm.finish(120);
        assertThat(slurm.controller().pending()).isEmpty();
        assertThat(slurm.controller().running()).isEmpty();
        assertThat(slurm.executions())
                .containsExactly(
                        new Execution("batch", JobSpec.whole(1, 0, 1, 600).withLimit(120), List.of("batch-0"), 0, 120));
    }

    @Test
    void aRequeuedJobWaitsTwoMinutesAndItsFirstWaitIsWhatCounts() {
        nodes(1);
        submit(JobSpec.whole(1, 0, 1, 600));

        slurm.fail("batch-0", 60);
        slurm.controller().register("batch-0", true);
        slurm.schedule(90);
        assertThat(reason(1)).isEqualTo("BeginTime");
        slurm.schedule(180);

        assertThat(running()).containsExactly(1L);
        assertThat(slurm.starts()).extracting(Slurm.Start::waited).containsExactly(0L);
        assertThat(slurm.neverStarted()).isEmpty();
    }

    @Test
    void aJobThatNobodyHasLookedAtHasNoReason() {
        slurm.submit(JobSpec.whole(1, 0, 1, 600));

        assertThat(reason(1)).isEqualTo("None");
        assertThat(slurm.changesWithTime()).isTrue();
    }

    private void nodes(int count) {
        for (int ordinal = 0; ordinal < count; ordinal++) {
            slurm.controller().register(BATCH.type().node(ordinal), true);
        }
    }

    private void submit(JobSpec... jobs) {
        List.of(jobs).forEach(slurm::submit);
        slurm.schedule(0);
    }

    private String reason(long id) {
        return waiting(id).status().reason();
    }

    private Job waiting(long id) {
        return slurm.records().jobs().stream()
                .filter(job -> job.pending() && job.id() == id)
                .findFirst()
                .orElseThrow();
    }

    private List<Long> running() {
        return slurm.records().jobs().stream()
                .filter(Job::holdsNodes)
                .map(Job::id)
                .toList();
    }

    private Node node(String name) {
        return slurm.records().nodes().stream()
                .filter(node -> node.name().equals(name))
                .findFirst()
                .orElseThrow();
    }
}
