package dev.sluice.exporter;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.sluice.exporter.api.document.JsonDocument;
import dev.sluice.exporter.config.ExporterConfig;
import dev.sluice.exporter.doctor.Finding;
import dev.sluice.exporter.doctor.Finding.Level;
import dev.sluice.exporter.poll.Time;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.util.List;
import java.util.Locale;
import java.util.Map;

/** Reads every source once, as the exporter does, and says what is wrong and how to cure it. */
record Doctor(List<Finding> findings) {

    static Doctor examine(ExporterConfig config, Time time, Map<String, String> environment)
            throws IOException, InterruptedException {
        try (ExporterApp app = FirstReading.of(config, time, environment)) {
            Instant now = time.clock().instant();
            return new Doctor(app.examined().stream()
                    .flatMap(cluster -> cluster.findings(now).stream())
                    .toList());
        }
    }

    boolean healthy() {
        return count(Level.FAILED) == 0;
    }

    private long count(Level level) {
        return findings.stream().filter(finding -> finding.level() == level).count();
    }

    /** For people. */
    String text() {
        StringBuilder text = new StringBuilder();
        String cluster = "";
        for (Finding finding : findings) {
            if (!finding.cluster().equals(cluster)) {
                cluster = finding.cluster();
                text.append("cluster ").append(cluster).append('\n');
            }
            text.append(String.format(
                    Locale.ROOT, "  %-8s %-17s %s%n", finding.level().label(), finding.check(), finding.text()));
            if (!finding.cure().isEmpty()) {
                text.append(String.format(Locale.ROOT, "  %-8s %-17s cure: %s%n", "", "", finding.cure()));
            }
        }
        return text.append(String.format(
                        Locale.ROOT,
                        "ok: %d, warnings: %d, failed: %d%n",
                        count(Level.OK),
                        count(Level.WARNING),
                        count(Level.FAILED)))
                .toString();
    }

    /** For programs. */
    String json() {
        ObjectNode document = JsonDocument.object().put("healthy", healthy());
        document.set("findings", JsonDocument.array(findings, Doctor::json));
        return new String(JsonDocument.bytes(document), StandardCharsets.UTF_8);
    }

    private static ObjectNode json(Finding finding) {
        return JsonDocument.object()
                .put("level", finding.level().label())
                .put("cluster", finding.cluster())
                .put("check", finding.check())
                .put("text", finding.text())
                .put("cure", finding.cure());
    }
}
