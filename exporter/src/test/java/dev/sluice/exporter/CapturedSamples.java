package dev.sluice.exporter;

import dev.sluice.exporter.config.Loaded;
import dev.sluice.exporter.derive.usage.PriceList;
import dev.sluice.exporter.derive.usage.PriceList.HourPrice;
import dev.sluice.exporter.derive.usage.UsageStore;
import dev.sluice.exporter.metrics.MetricCatalog;
import dev.sluice.exporter.metrics.MetricsConfig;
import dev.sluice.exporter.metrics.Publications;
import dev.sluice.exporter.metrics.Publications.Publication;
import dev.sluice.exporter.model.Observed;
import dev.sluice.exporter.model.SourceStatus;
import dev.sluice.exporter.model.cluster.Controller;
import dev.sluice.exporter.publish.ClusterPublisher;
import dev.sluice.exporter.publish.Sample;
import dev.sluice.exporter.sink.prometheus.PrometheusSink;
import dev.sluice.exporter.sink.prometheus.SampleFamilies;
import dev.sluice.exporter.slurm.SourceAnswers;
import dev.sluice.exporter.slurm.decode.Answers;
import dev.sluice.fixtures.Capture;
import java.math.BigDecimal;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.time.ZoneOffset;
import java.util.Currency;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.function.Consumer;

/** All samples of the captured 26.05 cluster, from all sources of the cluster. */
public final class CapturedSamples {

    /** The time of the capture, from cli/capture-time.txt. */
    static final Instant AT = Instant.parse("2026-11-20T09:13:04Z");

    public static final Clock CLOCK = Clock.fixed(AT, ZoneOffset.UTC);

    private static final PriceList PRICES = new PriceList(
            Currency.getInstance("EUR"),
            List.of(new HourPrice("h100", "", "", BigDecimal.ONE, "on-demand", HourPrice.ALWAYS)));

    private static final String VERSION = "v0.0.45";
    private static final Capture CAPTURE = Capture.of("26.05");

    private CapturedSamples() {}

    static List<Sample> of(MetricsConfig config) throws Exception {
        Map<String, List<Sample>> newest = new TreeMap<>();
        publish(config, publication -> newest.put(publication.source(), Sample.of(publication.batch())));
        return newest.values().stream().flatMap(List::stream).toList();
    }

    /** Returns the text of /metrics with the default configuration, without the metrics of the process. */
    public static String text() throws Exception {
        Publications publications = new Publications(CLOCK);
        publish(Loaded.DEFAULTS.metrics(), publications::add);
        return SampleFamilies.text(new PrometheusSink(MetricCatalog.families(), publications));
    }

    /** Publishes data from every source, like the exporter, for a cluster named alpha. */
    public static void publish(MetricsConfig config, Consumer<Publication> output) throws Exception {
        ClusterPublisher publisher =
                new ClusterPublisher("alpha", config, output, List::of, UsageStore.NOWHERE, PRICES);
        publisher.nodes(status("nodes"), of(Answers.nodeRecords(body("slurm/nodes"))));
        publisher.partitions(status("partitions"), of(Answers.partitionRecords(body("slurm/partitions"))));
        publisher.jobs(status("jobs"), of(Answers.jobRecords(body("slurm/jobs"))));
        publisher.ping(status("ping"), of(List.of(new Controller("ctl", "primary", true))));
        publisher.diag(status("diag"), of(List.of(SourceAnswers.diag(body("slurm/diag")))));
        publisher.licenses(status("licenses"), of(SourceAnswers.licenses(body("slurm/licenses"))));
        publisher.reservations(status("reservations"), of(SourceAnswers.reservations(body("slurm/reservations"))));
        publisher.conf(status("conf"), of(List.of(SourceAnswers.conf(body("slurm/conf")))));
        publisher.shares(status("shares"), of(SourceAnswers.shares(body("slurm/shares"))));
        publisher.qos(status("qos"), of(SourceAnswers.qos(body("slurmdb/qos"))));
        publisher.associations(status("associations"), of(SourceAnswers.associations(body("slurmdb/associations"))));
        publisher.dbd(status("dbd"), of(List.of(SourceAnswers.dbd(CAPTURE.bytes("slurmdbd/diag-as-root.json")))));
    }

    private static <T> Observed<T> of(T value) {
        return new Observed<>(value, AT);
    }

    static SourceStatus status(String source) {
        return SourceStatus.waiting(
                        "alpha", source, new SourceStatus.Pace(Duration.ofSeconds(15), Duration.ofSeconds(90)))
                .answered(
                        AT,
                        new SourceStatus.Answer("26.05.5", VERSION, 92_109, 0, Optional.empty()),
                        Duration.ofMillis(250));
    }

    private static byte[] body(String path) {
        return CAPTURE.bytes("rest/" + VERSION + "/" + path + ".json");
    }
}
