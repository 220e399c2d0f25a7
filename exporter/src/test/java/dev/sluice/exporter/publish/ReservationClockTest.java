package dev.sluice.exporter.publish;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sluice.exporter.config.Loaded;
import dev.sluice.exporter.model.Observed;
import dev.sluice.exporter.model.controller.Diag;
import dev.sluice.exporter.model.controller.Reservation;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Tests that slurmctld's clock determines whether a reservation is active. sdiag shows this clock. */
class ReservationClockTest {

    private static final Instant OURS = Instant.parse("2026-11-20T10:00:00Z");

    @ParameterizedTest
    @CsvSource({"0, 1", "-7200, 0", "7200, 0", "-3600, 1", "3600, 0"})
    void isActiveBySlurmctldsClock(long ahead, double active) {
        List<Double> published = new ArrayList<>();
        ClusterPublisher publisher = Sample.publisher(
                Loaded.DEFAULTS.metrics(),
                publication -> Sample.of(publication.batch(), "slurm_reservation_active")
                        .forEach(sample -> published.add(sample.value())));
        Diag diag = new Diag(
                Map.of(Diag.TAKEN_AT, (double) OURS.plusSeconds(ahead).getEpochSecond()), List.of(), List.of());
        Reservation reservation =
                new Reservation("upkeep", OURS.minusSeconds(3600), OURS.plusSeconds(3600), 1, "n1", 4, "", List.of());

        publisher.diag(Sample.status("diag", OURS), new Observed<>(List.of(diag), OURS));
        publisher.reservations(Sample.status("reservations", OURS), new Observed<>(List.of(reservation), OURS));

        assertThat(published).containsExactly(active);
    }
}
