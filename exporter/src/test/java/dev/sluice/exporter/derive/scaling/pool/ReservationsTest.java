package dev.sluice.exporter.derive.scaling.pool;

import static dev.sluice.exporter.model.job.JobBuilder.job;
import static org.assertj.core.api.Assertions.assertThat;

import dev.sluice.exporter.model.cluster.Reservation;
import dev.sluice.exporter.model.job.Job;
import dev.sluice.exporter.model.job.JobBuilder;
import dev.sluice.exporter.model.job.JobPlacement;
import java.time.Instant;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Tests which planned reservations a pending job could overlap. */
class ReservationsTest {

    private static final long HOUR = 3_600;
    private static final Instant AT = Instant.ofEpochSecond(JobBuilder.NOW);

    private final Reservations reservations = new Reservations(
            List.of(planned("later", 3, "n[2-3]"), planned("begun", -1, "n9"), planned("soon", 1, "n[0-1]")),
            new NodeIndex(List.of()),
            AT);

    private static Reservation planned(String name, long hours, String nodes) {
        Instant start = AT.plusSeconds(hours * HOUR);
        return new Reservation(name, start, start.plusSeconds(4 * HOUR), 2, nodes, 0, "", List.of());
    }

    private static Job lasting(long hours) {
        return job(1).timeLimit(hours * HOUR).build();
    }

    @Test
    void aJobMeetsTheReservationsOfOthersThatBeginBeforeItsEnd() {
        assertThat(reservations.inTheWayOf(lasting(1))).isEmpty();
        assertThat(reservations.inTheWayOf(lasting(2))).isEqualTo("n[0-1]");
        assertThat(reservations.inTheWayOf(lasting(4))).isEqualTo("n[0-1],n[2-3]");
        // Without a limit.
        assertThat(reservations.inTheWayOf(lasting(0))).isEqualTo("n[0-1],n[2-3]");
        JobBuilder job = job(1).timeLimit(4 * HOUR);
        assertThat(reservations.inTheWayOf(
                        job.placement(JobPlacement.reserved("soon")).build()))
                .isEqualTo("n[2-3]");
        assertThat(reservations.inTheWayOf(
                        job.placement(JobPlacement.reserved("soon,later")).build()))
                .isEmpty();
    }

    @ParameterizedTest
    @CsvSource({"ALL_NODES, true", "PART_NODES, true", "'ALL_NODES,MAGNETIC', false", "OVERLAP, false"})
    void anActiveReservationOfAllNodesHoldsThem(String flags, boolean holds) {
        Reservation active = new Reservation(
                "course", AT.minusSeconds(1), AT.plusSeconds(1), 1, "n9", 0, "cpu", List.of(flags.split(",", -1)));

        assertThat(new Reservations(List.of(active), new NodeIndex(List.of()), AT).holdAllNodes(lasting(1)))
                .isEqualTo(holds);
    }
}
