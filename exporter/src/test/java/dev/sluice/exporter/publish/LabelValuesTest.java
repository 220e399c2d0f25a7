package dev.sluice.exporter.publish;

import static dev.sluice.exporter.model.job.JobBuilder.job;
import static org.assertj.core.api.Assertions.assertThat;

import dev.sluice.exporter.config.Loaded;
import dev.sluice.exporter.metrics.Publications.Publication;
import dev.sluice.exporter.model.GpuCounts;
import dev.sluice.exporter.model.Observed;
import dev.sluice.exporter.model.Tres;
import dev.sluice.exporter.model.cluster.License;
import dev.sluice.exporter.model.cluster.PartitionBuilder;
import dev.sluice.exporter.model.job.Job;
import dev.sluice.exporter.model.node.Node;
import dev.sluice.exporter.model.node.NodeBaseState;
import dev.sluice.exporter.model.node.NodeBuilder;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** Tests that wrong records do not create series without limit. */
class LabelValuesTest {

    private static final Instant NOON = Instant.parse("2026-11-20T12:00:00Z");
    private static final int MANY = 2_000;

    private final Map<String, Set<String>> values = new HashMap<>();
    private final Map<String, Double> sums = new HashMap<>();
    private final Map<String, Double> folded = new HashMap<>();
    private final ClusterPublisher publisher = Sample.publisher(Loaded.DEFAULTS.metrics(), this::keep);

    private void keep(Publication publication) {
        for (Sample sample : Sample.of(publication.batch())) {
            for (String label : sample.family().labels()) {
                values.computeIfAbsent(label, unused -> new TreeSet<>()).add(sample.label(label));
            }
            sums.merge(sample.family().name(), sample.value(), Double::sum);
            if (sample.family().name().equals("sluice_series_folded")) {
                folded.put(sample.labels().get(1), sample.value());
            }
        }
    }

    @Test
    void namesOverALimitCountAsOther() {
        String[] partitions = IntStream.range(0, MANY).mapToObj(i -> "p" + i).toArray(String[]::new);
        List<Job> jobs = new ArrayList<>(List.of(job(1).in("gpu," + String.join(",", partitions))
                .reason("Priority")
                .build()));
        List<License> licenses = new ArrayList<>();
        for (int i = 0; i < MANY; i++) {
            jobs.add(job(10 + i)
                    .in("gpu")
                    .reason("Reason" + i)
                    .gpus("type" + i, 1)
                    .build());
            jobs.add(job(10 + MANY + i)
                    .in("gpu")
                    .runningOn("n1")
                    .allocation(new Tres(1, 0, 1, GpuCounts.of("type" + i, 1)), "n1")
                    .build());
            licenses.add(new License("license" + i, "", 5, 1, 4, 0));
        }
        Node node = NodeBuilder.node("n1")
                .state(NodeBaseState.MIXED, Set.of())
                .partitions(List.of(partitions))
                .usable(1, 1, GpuCounts.of("h100", 8))
                .build();

        publisher.partitions(
                Sample.status("partitions", NOON),
                new Observed<>(
                        Stream.of("cpu", "gpu")
                                .map(name -> PartitionBuilder.partition(name).build())
                                .toList(),
                        NOON));
        publisher.nodes(Sample.status("nodes", NOON), new Observed<>(List.of(node), NOON));
        publisher.jobs(Sample.status("jobs", NOON), new Observed<>(jobs, NOON));
        publisher.licenses(Sample.status("licenses", NOON), new Observed<>(licenses, NOON));

        assertThat(values.get("partition")).isSubsetOf("cpu", "gpu", "other", "");
        assertThat(values.get("gpu_type"))
                .contains("h100", "type0", "other")
                .hasSizeLessThanOrEqualTo(GpuCounts.MAX_TYPES + 3);
        assertThat(values.get("reason")).contains("Reason0", "other").hasSizeLessThan(310);
        assertThat(values.get("license")).contains("license0", "other").hasSize(301);
        assertThat(folded)
                .containsEntry("partition", (double) MANY)
                .containsEntry("license", MANY - 300.0)
                .hasEntrySatisfying("gpu_type", types -> assertThat(types).isGreaterThan(MANY - 65.0))
                .hasEntrySatisfying("reason", types -> assertThat(types).isGreaterThan(MANY - 301.0));
        assertThat(sums)
                .as("nothing is lost")
                .containsEntry("slurm_cluster_requested_gpus", (double) MANY)
                .containsEntry("slurm_license_configured", 5.0 * MANY);
    }

    @Test
    void namesFewPartitionsOfJobsBeforeThePartitionsAreKnown() {
        String partitions = IntStream.range(0, MANY)
                .mapToObj(i -> "p" + i)
                .reduce((a, b) -> a + "," + b)
                .orElseThrow();

        publisher.nodes(Sample.status("nodes", NOON), new Observed<>(List.of(), NOON));
        publisher.jobs(
                Sample.status("jobs", NOON),
                new Observed<>(List.of(job(1).in(partitions).build()), NOON));

        assertThat(values.get("partition"))
                .contains("p0", "other")
                .hasSizeLessThanOrEqualTo(LabelNames.MAX_UNCONFIRMED_PARTITIONS + 2);
        assertThat(folded).containsEntry("partition", (double) MANY - LabelNames.MAX_UNCONFIRMED_PARTITIONS);
    }
}
