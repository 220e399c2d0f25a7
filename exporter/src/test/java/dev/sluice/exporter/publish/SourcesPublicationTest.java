package dev.sluice.exporter.publish;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sluice.exporter.config.Loaded;
import dev.sluice.exporter.metrics.Publications.Publication;
import dev.sluice.exporter.model.Observed;
import dev.sluice.exporter.model.cluster.Diag;
import dev.sluice.exporter.model.cluster.PartitionBuilder;
import dev.sluice.exporter.model.cluster.Reservation;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Tests metrics that depend on the data of another source. */
class SourcesPublicationTest {

    private static final Instant NOON = Instant.parse("2026-11-20T12:00:00Z");

    private final List<Publication> published = new ArrayList<>();
    private final ClusterPublisher publisher = Sample.publisher(Loaded.DEFAULTS.metrics(), published::add);

    private void partitions(String... names) {
        publisher.partitions(
                Sample.status("partitions", NOON),
                new Observed<>(
                        Stream.of(names)
                                .map(name -> PartitionBuilder.partition(name).build())
                                .toList(),
                        NOON));
    }

    @Test
    void publishesTheNodesAgainAfterARenameOfAPartition() {
        partitions("cpu", "gpu");
        publisher.nodes(Sample.status("nodes", NOON), new Observed<>(List.of(), NOON));
        partitions("cpu", "gpu");
        partitions("cpu", "h100");

        assertThat(published.stream().filter(publication -> publication.source().equals("nodes")))
                .extracting(publication -> Sample.of(publication.batch(), "slurm_capacity_nodes").stream()
                        .map(sample -> sample.label("partition"))
                        .distinct()
                        .sorted()
                        .toList())
                .containsExactly(List.of("cpu", "gpu"), List.of("cpu", "h100"));
    }

    /** sdiag shows the clock of slurmctld. */
    @ParameterizedTest
    @CsvSource({"0, 1", "-7200, 0", "7200, 0", "-3600, 1", "3600, 0"})
    void reservationIsActiveBySlurmctldsClock(long ahead, double active) {
        Diag diag = new Diag(
                Map.of(Diag.TAKEN_AT, (double) NOON.plusSeconds(ahead).getEpochSecond()), List.of(), List.of());
        Reservation reservation =
                new Reservation("upkeep", NOON.minusSeconds(3600), NOON.plusSeconds(3600), 1, "n1", 4, "", List.of());

        publisher.diag(Sample.status("diag", NOON), new Observed<>(List.of(diag), NOON));
        publisher.reservations(Sample.status("reservations", NOON), new Observed<>(List.of(reservation), NOON));

        assertThat(published.stream()
                        .flatMap(publication -> Sample.of(publication.batch(), "slurm_reservation_active").stream()))
                .extracting(Sample::value)
                .containsExactly(active);
    }
}
