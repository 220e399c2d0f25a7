package dev.sluice.exporter.doctor;

import dev.sluice.exporter.api.document.JsonDocument;
import dev.sluice.exporter.doctor.Finding.Level;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.util.List;
import java.util.Locale;
import java.util.stream.Stream;

/** The report of {@code sluice doctor}: the problems of all clusters, with the action that fixes each problem. */
public final class Doctor {

    private final List<Finding> findings;

    /**
     * Creates the report.
     *
     * @param others results of checks that do not use a cluster's data, such as checks of programs; each result follows
     *     the results of its cluster
     */
    public Doctor(List<Examined> clusters, List<Finding> others, Instant now) {
        this.findings = clusters.stream()
                .flatMap(cluster -> Stream.concat(
                        cluster.findings(now).stream(),
                        others.stream()
                                .filter(finding ->
                                        finding.cluster().equals(cluster.view().name()))))
                .toList();
    }

    /** Returns true if no check failed. */
    public boolean healthy() {
        return count(Level.FAILED) == 0;
    }

    private long count(Level level) {
        return findings.stream().filter(finding -> finding.level() == level).count();
    }

    /** Returns the report for people. */
    public String text() {
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

    /** Returns the report for programs. */
    public String json() {
        return new String(JsonDocument.bytes(new Report(healthy(), findings)), StandardCharsets.UTF_8);
    }

    private record Report(boolean healthy, List<Finding> findings) {}
}
