package dev.sluice.exporter.slurm.decode;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.json.JsonMapper;
import dev.sluice.exporter.derive.CapacitySummary;
import dev.sluice.exporter.derive.NameRule;
import dev.sluice.exporter.derive.QueueCounts;
import dev.sluice.exporter.derive.QueueSummary;
import dev.sluice.exporter.derive.SeriesBudget;
import dev.sluice.exporter.derive.SeriesBudgets;
import dev.sluice.exporter.derive.join.JoinedNode;
import dev.sluice.exporter.derive.life.JobLife;
import dev.sluice.exporter.derive.node.NodeLosses;
import dev.sluice.exporter.metrics.cluster.ControllerMetrics;
import dev.sluice.exporter.metrics.cluster.JobCountMetrics;
import dev.sluice.exporter.metrics.cluster.LifeMetrics;
import dev.sluice.exporter.metrics.cluster.NodeMetrics;
import dev.sluice.exporter.metrics.cluster.QueueMetrics;
import dev.sluice.exporter.metrics.family.Listed;
import dev.sluice.exporter.metrics.family.MetricBatch;
import dev.sluice.exporter.metrics.family.MetricFamily;
import dev.sluice.exporter.metrics.family.MetricVisitor;
import dev.sluice.exporter.model.Histogram;
import dev.sluice.exporter.model.controller.Controller;
import dev.sluice.exporter.model.job.Job;
import dev.sluice.exporter.model.node.Node;
import dev.sluice.exporter.poll.FetchFailure;
import dev.sluice.fixtures.Capture;
import java.io.IOException;
import java.time.Instant;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;

/** The metrics of a captured cluster with the default configuration, at the time of the capture. */
public final class CapturedMetrics {

    private static final int TOP = 50;

    private CapturedMetrics() {}

    /**
     * A sample as it appears on /metrics.
     *
     * @param family name of the family
     * @param labels value by label name, without empty values
     * @param value the value
     */
    public record Sample(String family, Map<String, String> labels, double value) {

        @Override
        public String toString() {
            String inBraces = labels.entrySet().stream()
                    .map(label -> label.getKey() + "=\"" + label.getValue() + "\"")
                    .collect(Collectors.joining(",", "{", "}"));
            return family + inBraces + " " + (value == (long) value ? Long.toString((long) value) : "" + value);
        }
    }

    public static List<Sample> of(String release, String version) throws IOException {
        List<Sample> samples = new ArrayList<>();
        MetricVisitor keep = new Keeper(samples);
        batches(release, version).forEach(batch -> batch.forEach(keep));
        return List.copyOf(samples);
    }

    /** Returns the batches of the jobs, nodes and ping sources, for a cluster named alpha. */
    public static List<MetricBatch> batches(String release, String version) throws IOException {
        try {
            return batches(
                    Capture.of(release),
                    version,
                    CapturedReleases.jobs(release, version),
                    CapturedReleases.nodes(release, version));
        } catch (FetchFailure e) {
            throw new IOException(e);
        }
    }

    private static List<MetricBatch> batches(Capture capture, String version, List<Job> jobs, List<Node> nodes)
            throws IOException {
        Instant at = Instant.ofEpochSecond(Long.parseLong(
                capture.text("cli/capture-time.txt").lines().findFirst().orElseThrow()));
        JsonNode root = new JsonMapper().readTree(capture.bytes("rest/" + version + "/slurm/partitions.json"));
        List<String> partitions = new ArrayList<>();
        root.path("partitions")
                .forEach(partition -> partitions.add(partition.path("name").asText()));
        JobLife life = new JobLife(new SeriesBudget(TOP, TOP, TOP, 0, 0, 0, NameRule.SHOW, NameRule.SHOW), ended -> {});
        life.observe(jobs, partitions, at);
        List<JoinedNode> joined =
                nodes.stream().map(JoinedNode::outsideKubernetes).toList();
        QueueSummary queue = QueueSummary.of(jobs, partitions, at, SeriesBudgets.named(TOP, TOP));
        return List.of(
                MetricBatch.of(List.of(
                        JobCountMetrics.SECTION.batch(new JobCountMetrics("alpha", QueueCounts.of(queue))),
                        new QueueMetrics("alpha", queue, at),
                        new LifeMetrics("alpha", life.counts()))),
                new NodeMetrics(
                        "alpha",
                        joined,
                        CapacitySummary.of(nodes, partitions),
                        new SeriesBudget.Kept<>(joined, List.of()),
                        List.of(),
                        new NodeLosses(TOP).observe(joined, at),
                        at),
                ControllerMetrics.CONTROLLERS.batch(
                        new Listed<>("alpha", List.of(new Controller("ctl", "primary", true)))));
    }

    private record Keeper(List<Sample> samples) implements MetricVisitor {

        @Override
        public void sample(MetricFamily family, double value, String... labelValues) {
            samples.add(new Sample(family.name(), labels(family, labelValues), value));
        }

        @Override
        public void histogram(MetricFamily family, Histogram histogram, String... labelValues) {
            List<Double> bounds = histogram.buckets().upperBounds();
            for (int i = 0; i <= bounds.size(); i++) {
                Map<String, String> labels = labels(family, labelValues);
                labels.put("le", i < bounds.size() ? bounds.get(i).toString() : "+Inf");
                samples.add(new Sample(family.name() + "_bucket", labels, histogram.cumulative(i)));
            }
            samples.add(new Sample(family.name() + "_sum", labels(family, labelValues), histogram.sum()));
            samples.add(new Sample(family.name() + "_count", labels(family, labelValues), histogram.count()));
        }
    }

    private static Map<String, String> labels(MetricFamily family, String... values) {
        Map<String, String> labels = new LinkedHashMap<>();
        for (int i = 0; i < values.length; i++) {
            if (!values[i].isEmpty()) {
                labels.put(family.labels().get(i), values[i]);
            }
        }
        return labels;
    }
}
