package dev.sluice.simulator.workload;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sluice.common.scheduling.Reservation;
import dev.sluice.common.scheduling.job.JobReason;
import dev.sluice.common.scheduling.job.JobRequest;
import dev.sluice.common.scheduling.job.JobState;
import dev.sluice.simulator.SimulatedCluster;
import dev.sluice.simulator.cluster.ClusterView;
import dev.sluice.simulator.cluster.JobRecord;
import java.time.Duration;
import java.time.Instant;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import org.junit.jupiter.api.Test;

class RecurringReservationsTest {
    private static final Instant MORNING = Instant.parse("2026-11-20T08:00:00Z");
    private static final Duration TICK = Duration.ofSeconds(5);

    @Test
    void worksOnOneMachineAfterTheOther() {
        SimulatedCluster cluster = SimulatedCluster.living(1, MORNING);
        Set<String> machines = new HashSet<>();
        Set<Boolean> inForce = new HashSet<>();
        for (int i = 0; i < 12 * 6; i++) {
            cluster.advance(Duration.ofMinutes(10));
            ClusterView view = cluster.view();
            List<Reservation> announced = view.reservations().stream()
                    .filter(Reservation::maintenance)
                    .toList();
            assertThat(announced).hasSize(1);
            Reservation maintenance = announced.get(0);
            String machine = maintenance.nodes().get(0);
            machines.add(machine);
            inForce.add(maintenance.inForce(view.now()));
            assertThat(view.node(machine).orElseThrow().states().contains("MAINTENANCE"))
                    .isEqualTo(maintenance.inForce(view.now()));
            assertThat(view.jobs())
                    .filteredOn(job -> job.state() == JobState.RUNNING && runsOn(job, machine))
                    .as("no job has started there since, nor begun what would not be done by then")
                    .allMatch(job -> job.times().start() <= maintenance.startAt() - 130 * 60
                            || job.times().end() <= maintenance.startAt());
        }
        assertThat(machines).hasSizeGreaterThanOrEqualTo(4);
        assertThat(inForce).containsExactlyInAnyOrder(true, false);
    }

    @Test
    void keepsTheClassroomForThoseWhoTakeTheCourse() {
        SimulatedCluster cluster = SimulatedCluster.living(2, MORNING);
        Set<String> students = new HashSet<>();
        for (int i = 0; i < 10 * 12; i++) {
            cluster.advance(Duration.ofMinutes(5));
            ClusterView view = cluster.view();
            assertThat(view.reservations())
                    .filteredOn(r -> r.name().equals("course_hpc101"))
                    .singleElement()
                    .satisfies(r -> assertThat(r.users()).containsExactly("erin", "niaj"));
            view.jobs().stream()
                    .filter(job -> job.state() == JobState.RUNNING)
                    .filter(job -> job.request().reservation().equals(Optional.of("course_hpc101")))
                    .forEach(job -> {
                        students.add(job.request().user());
                        assertThat(runsOn(job, "cpu007")).isTrue();
                    });
        }
        assertThat(students).containsExactlyInAnyOrder("erin", "niaj");
    }

    @Test
    void saysThatAMachineUnderMaintenanceIsNotAvailable() {
        SimulatedCluster cluster = SimulatedCluster.quiet(MORNING);
        long now = MORNING.getEpochSecond();
        cluster.reserve(Reservation.maintenance("maint_cpu003", List.of("cpu003"), now, now + 3600));
        int pinned = cluster.submit(JobRequest.named("pinned").onNodes("cpu003").build());
        cluster.advance(TICK);
        assertThat(cluster.view().job(pinned).orElseThrow().reason()).isEqualTo(JobReason.REQ_NODE_NOT_AVAIL);

        cluster.advance(Duration.ofHours(1));
        assertThat(cluster.view().job(pinned).orElseThrow().state()).isEqualTo(JobState.RUNNING);
    }

    private static boolean runsOn(JobRecord job, String node) {
        return job.allocations().stream().anyMatch(a -> a.node().name().equals(node));
    }
}
