package dev.sluice.lab.scheduling;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

class ControllerTest {

    private final List<String> events = new ArrayList<>();
    private final Controller controller =
            new Controller(Clusters.withDynamicNodes("gpu1"), 100, new ControllerListener() {
                @Override
                public void started(SimulatedJob job) {
                    events.add("started " + job.id());
                }

                @Override
                public void released(SimulatedJob job) {
                    events.add("released " + job.id());
                }

                @Override
                public void ended(SimulatedJob job) {
                    events.add("ended " + job.id() + " " + job.state());
                }
            });

    @Test
    void endsAJobWhenItHasRunOrAtItsLimitAndForgetsItLater() {
        int done = submit(Duration.ofSeconds(50), Duration.ofSeconds(60));
        int cut = submit(Duration.ofSeconds(61), Duration.ofSeconds(60));

        endAt(149);
        assertThat(controller.running()).hasSize(2);
        endAt(150);
        assertThat(controller.job(done).map(SimulatedJob::state)).hasValue(JobState.COMPLETED);
        endAt(159);
        assertThat(controller.running()).hasSize(1);
        endAt(160);
        SimulatedJob timeout = controller.job(cut).orElseThrow();
        assertThat(timeout.state()).isEqualTo(JobState.TIMEOUT);
        assertThat(timeout.reason()).isEqualTo(JobReason.TIME_LIMIT);
        assertThat(events)
                .containsExactly(
                        "started 1", "started 2", "released 1", "ended 1 COMPLETED", "released 2", "ended 2 TIMEOUT");
        controller.purgeEndedBefore(160);
        assertThat(controller.jobs()).containsExactly(timeout);
        controller.purgeEndedBefore(161);
        assertThat(controller.jobs()).isEmpty();
    }

    @Test
    void knowsWhichJobsRunOnANodeAndUntilWhen() {
        submit(Duration.ofSeconds(50), Duration.ofSeconds(60));
        submit(Duration.ofSeconds(50), Duration.ofSeconds(90));

        assertThat(controller.runningOn("cpu0")).hasSize(2);
        assertThat(controller.idleAt("cpu0")).isEqualTo(190);
        endAt(150);
        assertThat(controller.runningOn("cpu0")).isEmpty();
        assertThat(controller.idleAt("cpu0")).isZero();
    }

    @Test
    void aDynamicNodeIsKnownFromItsRegistrationUntilItsRecordIsDeleted() {
        assertThat(names()).doesNotContain("gpu1");
        controller.change("gpu1", node -> node.register(controller.now()));
        assertThat(names()).contains("gpu1");
        assertThat(controller.partitions().get(1).nodes()).containsExactly("gpu0", "gpu1");

        controller.change("gpu1", node -> node.leave("Pod is terminating", "root", controller.now()));
        assertThat(controller.node("gpu1").state()).isEqualTo(SimulatedNode.State.DOWN);
        assertThat(names()).contains("gpu1");
        controller.change("gpu1", SimulatedNode::forget);
        assertThat(names()).doesNotContain("gpu1");
        assertThat(controller.partitions().get(1).nodes()).containsExactly("gpu0");
    }

    @Test
    void anUndrainedNodeThatIsDownStaysDown() {
        controller.drain("cpu0", "DIMM", "grace");
        controller.fail("cpu0", "Not responding");
        controller.moveTo(controller.now() + 60);
        controller.change("cpu0", node -> node.undrain("memory replaced", "grace", controller.now()));

        SimulatedNode node = controller.node("cpu0");
        assertThat(node.flags()).containsExactly(NodeFlag.NOT_RESPONDING);
        assertThat(node.reason().text()).isEqualTo("memory replaced");
        assertThat(node.reason().at()).isEqualTo(controller.now());
        assertThat(node.isUsable()).isFalse();
        controller.resume("cpu0");
        assertThat(node.isUsable()).isTrue();
        assertThat(node.reason().text()).isEmpty();
    }

    @Test
    void everyChangeOfARecordHasARevision() {
        long before = controller.revision();
        controller.drain("cpu0", "DIMM", "grace");
        long drained = controller.revision();
        submit(Duration.ofSeconds(50), Duration.ofSeconds(60));
        long submitted = controller.revision();
        SchedulingPass.run(controller);

        assertThat(drained).isGreaterThan(before);
        assertThat(submitted).isGreaterThan(drained);
        assertThat(controller.revision()).as("nothing was left to do").isEqualTo(submitted);
    }

    @Test
    void endsJobsWhoseReservationIsOver() {
        controller.reserve(new Reservation("course", List.of("cpu0"), 200, 300, false, "", List.of()));
        int id = controller.submit(
                List.of(JobRequest.named("exercise").by("alice", "research").reservation("course")));
        SchedulingPass.run(controller);
        assertThat(controller.job(id).map(SimulatedJob::reason)).hasValue(JobReason.RESERVATION);

        controller.moveTo(299);
        controller.forgetReservations();
        assertThat(controller.pending()).hasSize(1);
        controller.moveTo(300);
        controller.forgetReservations();
        assertThat(controller.reservations()).isEmpty();
        assertThat(controller.job(id).map(SimulatedJob::state)).hasValue(JobState.CANCELLED);
    }

    @Test
    void refusesWhatIsNotConfigured() {
        JobRequest nowhere = JobRequest.named("nowhere").partitions("moon");
        assertThatThrownBy(() -> controller.submit(List.of(nowhere))).hasMessageContaining("moon");
        assertThatThrownBy(() -> controller.drain("cpu9", "", "")).hasMessageContaining("cpu9");
    }

    private int submit(Duration runs, Duration limit) {
        int id = controller.submit(List.of(
                JobRequest.named("job").by("alice", "research").runs(runs).limit(limit)));
        SchedulingPass.run(controller);
        return id;
    }

    private void endAt(long now) {
        controller.moveTo(now);
        controller.endDue();
    }

    private List<String> names() {
        return controller.nodes().stream().map(SimulatedNode::name).toList();
    }
}
