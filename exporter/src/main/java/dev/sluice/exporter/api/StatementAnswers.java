package dev.sluice.exporter.api;

import static java.nio.charset.StandardCharsets.UTF_8;

import dev.sluice.exporter.api.document.JsonDocument;
import dev.sluice.exporter.api.document.StatementCsv;
import dev.sluice.exporter.api.document.StatementDocument;
import dev.sluice.exporter.api.view.ClusterView;
import dev.sluice.exporter.api.view.Visibility;
import dev.sluice.exporter.derive.NameRule;
import dev.sluice.exporter.derive.cost.Statement;
import dev.sluice.exporter.derive.usage.MonthUsage;
import dev.sluice.exporter.derive.usage.UsageAmounts;
import dev.sluice.exporter.derive.usage.UsageKey;
import io.vertx.core.buffer.Buffer;
import java.time.YearMonth;
import java.time.ZoneOffset;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.SortedMap;
import java.util.TreeMap;

/** Answers requests for the usage and cost of a month. */
record StatementAnswers(ApiSources sources) {

    private enum Format {
        JSON,
        CSV
    }

    /** The known months of a cluster. */
    private record ClusterUsage(ClusterView cluster, List<MonthUsage> months) {}

    /** Returns the statement of a month, one for each cluster with data of the month. */
    Answer statement(ApiRequest request) {
        YearMonth month = month(request);
        Format format = JobSearch.known(request, "format", Format.values()).orElse(Format.JSON);
        List<ClusterView> clusters = sources.viewsWithoutJobs(request);
        if (clusters.isEmpty()) {
            return Answer.error(404, "no such cluster; /api/v1/status lists the clusters");
        }
        // Reading the usage waits while the cluster's worker counts, so it runs outside the event loop.
        return Answer.search(() -> statement(usage(clusters), month, format, request.visibility()));
    }

    private List<ClusterUsage> usage(List<ClusterView> clusters) {
        return clusters.stream()
                .map(cluster ->
                        new ClusterUsage(cluster, sources.billing().usage().apply(cluster.name())))
                .toList();
    }

    private YearMonth month(ApiRequest request) {
        String text = JobSearch.value(request, "month").orElse("");
        if (!text.matches("\\d{4}-(0[1-9]|1[0-2])")) {
            throw new ApiRequest.BadQuery("month is a month such as 2026-11");
        }
        YearMonth month = YearMonth.parse(text);
        if (month.isAfter(YearMonth.now(sources.clock().withZone(ZoneOffset.UTC)))) {
            throw new ApiRequest.BadQuery("month " + month + " is in the future");
        }
        return month;
    }

    private Answer statement(List<ClusterUsage> usage, YearMonth month, Format format, Visibility visibility) {
        Map<String, Statement> statements = new LinkedHashMap<>();
        usage.forEach(of -> of.months().stream()
                .filter(one -> one.month().equals(month))
                .findFirst()
                .map(one -> seenBy(visibility.within(of.cluster().privateData()), one))
                .ifPresent(seen -> statements.put(
                        of.cluster().name(),
                        Statement.of(seen, sources.billing().prices()))));
        if (statements.isEmpty()) {
            return Answer.error(404, missing(month, usage));
        }
        return format == Format.CSV ? csv(month, statements) : json(statements);
    }

    private static String missing(YearMonth month, List<ClusterUsage> usage) {
        List<String> known = usage.stream()
                .flatMap(of -> of.months().stream())
                .map(one -> one.month().toString())
                .distinct()
                .sorted()
                .toList();
        return "no usage data of " + month + (known.isEmpty() ? "" : "; months with data: " + String.join(", ", known));
    }

    private static Answer json(Map<String, Statement> statements) {
        return Answer.json(JsonDocument.clusters(
                statements.entrySet(), entry -> StatementDocument.of(entry.getKey(), entry.getValue())));
    }

    private static Answer csv(YearMonth month, Map<String, Statement> statements) {
        StatementCsv csv = new StatementCsv();
        statements.forEach(csv::add);
        return new Answer(
                200,
                Map.of(
                        "Content-Type",
                        "text/csv; charset=utf-8; header=present",
                        "Content-Disposition",
                        "attachment; filename=\"statement-" + month + ".csv\""),
                Buffer.buffer(csv.text().getBytes(UTF_8)));
    }

    /**
     * Returns the usage that the reader may see, with the names that the reader may see. Rows that differ only in
     * hidden names become one row.
     */
    private static MonthUsage seenBy(Visibility here, MonthUsage usage) {
        SortedMap<UsageKey, UsageAmounts> rows = new TreeMap<>();
        usage.rows().forEach((key, amounts) -> {
            Optional<String> own = here.reader().filter(reader -> isPublishedAs(reader, key.user()));
            String owner = own.orElse(key.user());
            if (here.showsJobsOf(owner) && here.showsUsageOf(owner)) {
                UsageKey shown = new UsageKey(
                        here.showsAccounts() ? key.account() : "",
                        here.answersFor(owner) ? owner : "",
                        key.partition(),
                        key.nodeSet(),
                        key.gpuType());
                rows.merge(shown, amounts, UsageAmounts::plus);
            }
        });
        return new MonthUsage(usage.month(), usage.from(), usage.until(), rows);
    }

    /** The usage contains the names that the metrics show: the name of the user, or its hash. */
    private static boolean isPublishedAs(String user, String name) {
        return name.equals(user) || name.equals(NameRule.HASH.apply(user));
    }
}
