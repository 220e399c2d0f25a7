package dev.sluice.exporter.doctor;

import dev.sluice.exporter.api.JsonDocument;
import dev.sluice.exporter.doctor.CheckResults.CheckResult;
import dev.sluice.exporter.doctor.CheckResults.CheckResult.Level;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.util.List;
import java.util.Locale;
import java.util.stream.Stream;

/** The report of {@code sluice doctor}: the problems of all clusters, with the action that fixes each problem. */
public final class Doctor {

    private final List<CheckResult> results;

    /**
     * Creates the report.
     *
     * @param others results of checks that do not use a cluster's data, such as checks of programs; each result follows
     *     the results of its cluster
     */
    public Doctor(List<Examined> clusters, List<CheckResult> others, Instant now) {
        this.results = clusters.stream()
                .flatMap(cluster -> Stream.concat(
                        cluster.results(now).stream(),
                        others.stream()
                                .filter(result ->
                                        result.cluster().equals(cluster.view().name()))))
                .toList();
    }

    /** Returns true if no check failed. */
    public boolean healthy() {
        return count(Level.FAILED) == 0;
    }

    private long count(Level level) {
        return results.stream().filter(result -> result.level() == level).count();
    }

    /** Returns the report for people. */
    public String text() {
        StringBuilder text = new StringBuilder();
        String cluster = "";
        for (CheckResult result : results) {
            if (!result.cluster().equals(cluster)) {
                cluster = result.cluster();
                text.append("cluster ").append(cluster).append('\n');
            }
            text.append(String.format(
                    Locale.ROOT, "  %-8s %-17s %s%n", result.level().label(), result.check(), result.text()));
            if (!result.cure().isEmpty()) {
                text.append(String.format(Locale.ROOT, "  %-8s %-17s cure: %s%n", "", "", result.cure()));
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
        return new String(JsonDocument.bytes(new Report(healthy(), results)), StandardCharsets.UTF_8);
    }

    private record Report(boolean healthy, List<CheckResult> findings) {}
}
