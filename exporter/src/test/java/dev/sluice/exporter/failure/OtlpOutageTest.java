package dev.sluice.exporter.failure;

import static dev.sluice.exporter.config.Loaded.changed;
import static org.assertj.core.api.Assertions.assertThat;

import dev.sluice.exporter.config.Loaded;
import dev.sluice.exporter.sink.otlp.HttpReceiver;
import dev.sluice.exporter.sink.otlp.OtlpConfig;
import dev.sluice.exporter.sink.prometheus.ParsedExposition;
import dev.sluice.exporter.sink.prometheus.ParsedExposition.Series;
import java.time.Duration;
import java.util.HashMap;
import java.util.Map;
import org.junit.jupiter.api.Test;

class OtlpOutageTest {

    @Test
    void pushesWhatItServes() {
        try (var slurmrestd = FakeSlurmrestd.start();
                var receiver = HttpReceiver.start();
                var exporter = RunningExporter.pushing(slurmrestd, to(receiver.port(), Duration.ofSeconds(30)))) {
            exporter.awaitAllUp();
            exporter.eventually(() -> assertThat(ofSlurm(receiver.series()))
                    .hasSizeGreaterThan(2000)
                    .isEqualTo(ofSlurm(scraped(exporter))));
            exporter.eventually(() -> assertThat(requests(exporter, "ok")).isPositive());
        }
    }

    @Test
    void pollsAndServesWhileTheReceiverHangs() {
        try (var slurmrestd = FakeSlurmrestd.start();
                var receiver = HttpReceiver.start();
                var exporter = RunningExporter.pushing(slurmrestd, to(receiver.port(), Duration.ofMillis(100)))) {
            receiver.hang();
            exporter.awaitAllUp();
            exporter.eventually(() -> assertThat(requests(exporter, "failed")).isGreaterThan(2));
            int before = slurmrestd.requests().size();
            exporter.eventually(() -> assertThat(slurmrestd.requests()).hasSizeGreaterThan(before + 20));

            exporter.scrape().showsTheWholeCluster();
            assertThat(exporter.scrape().failures("jobs")).isZero();
        }
    }

    private static OtlpConfig to(int port, Duration timeout) {
        OtlpConfig pushing = Loaded.good("""
                clusters: [{name: a, slurm: {url: 'http://h'}}]
                otlp: {enabled: true, endpoint: 'http://127.0.0.1:%d'}
                """.formatted(port)).otlp();
        return changed(changed(pushing, "interval", Duration.ofMillis(50)), "timeout", timeout);
    }

    private static double requests(RunningExporter exporter, String outcome) {
        return value(exporter, "sluice_otlp_requests_total", Map.of("signal", "metrics", "outcome", outcome));
    }

    private static double value(RunningExporter exporter, String name, Map<String, String> labels) {
        return scraped(exporter).getOrDefault(new Series(name, labels), Double.NaN);
    }

    private static Map<Series, Double> scraped(RunningExporter exporter) {
        Map<Series, Double> series = new HashMap<>();
        ParsedExposition.parse(exporter.scrape().text())
                .families()
                .values()
                .forEach(family -> series.putAll(family.samples()));
        return series;
    }

    private static Map<Series, Double> ofSlurm(Map<Series, Double> series) {
        Map<Series, Double> ofSlurm = new HashMap<>(series);
        ofSlurm.keySet().removeIf(one -> !one.name().startsWith("slurm_"));
        return ofSlurm;
    }
}
