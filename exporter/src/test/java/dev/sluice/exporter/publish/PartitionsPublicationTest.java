package dev.sluice.exporter.publish;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sluice.exporter.config.Loaded;
import dev.sluice.exporter.metrics.Publication;
import dev.sluice.exporter.model.Observed;
import dev.sluice.exporter.model.cluster.PartitionBuilder;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** Tests the metrics of nodes after a change of the partitions, and before the next list of nodes. */
class PartitionsPublicationTest {

    private static final Instant NOON = Instant.parse("2026-11-20T12:00:00Z");

    private final List<Set<String>> published = new ArrayList<>();
    private final ClusterPublisher publisher = Sample.publisher(Loaded.DEFAULTS.metrics(), this::keep);

    /** Keeps the partitions of each publication of nodes. */
    private void keep(Publication publication) {
        if (publication.source().equals("nodes")) {
            published.add(Sample.of(publication.batch(), "slurm_capacity_nodes").stream()
                    .map(sample -> sample.label("partition"))
                    .collect(Collectors.toSet()));
        }
    }

    private void publish(String... names) {
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
        publish("cpu", "gpu");
        publisher.nodes(Sample.status("nodes", NOON), new Observed<>(List.of(), NOON));
        publish("cpu", "gpu");
        publish("cpu", "h100");

        assertThat(published).containsExactly(Set.of("cpu", "gpu"), Set.of("cpu", "h100"));
    }
}
