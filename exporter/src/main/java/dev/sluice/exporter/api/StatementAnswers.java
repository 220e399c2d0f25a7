package dev.sluice.exporter.api;

import static java.nio.charset.StandardCharsets.UTF_8;
import static java.util.stream.Collectors.groupingBy;
import static java.util.stream.Collectors.joining;
import static java.util.stream.Collectors.toList;

import com.fasterxml.jackson.annotation.JsonInclude;
import com.fasterxml.jackson.annotation.JsonUnwrapped;
import com.fasterxml.jackson.databind.JsonNode;
import dev.sluice.common.log.OutsideText;
import dev.sluice.exporter.api.ExporterStatus.ClusterView;
import dev.sluice.exporter.derive.NameRule;
import dev.sluice.exporter.derive.usage.MonthUsage;
import dev.sluice.exporter.derive.usage.PriceList;
import dev.sluice.exporter.derive.usage.PriceList.HourPrice;
import dev.sluice.exporter.derive.usage.PriceList.MonthPrices;
import dev.sluice.exporter.derive.usage.UsageAmounts;
import dev.sluice.exporter.derive.usage.UsageKey;
import dev.sluice.exporter.model.Amounts;
import io.vertx.core.buffer.Buffer;
import java.math.BigDecimal;
import java.math.RoundingMode;
import java.time.Instant;
import java.time.YearMonth;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.SortedMap;
import java.util.SortedSet;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/** Answers requests for the usage and cost of a month. */
final class StatementAnswers {

    private enum Format {
        JSON,
        CSV
    }

    private static final String NO_PRICE = "no price";

    private static final String COLUMNS =
            "row,cluster,month,from,until,complete,account,user,partition,nodeset,gpu_type,"
                    + "gpu_hours,cpu_hours,memory_gib_hours,ended_jobs,price,kind,currency,cost";

    /** The beginning of a text that a spreadsheet would evaluate. */
    private static final Pattern FORMULA = Pattern.compile("\\s*[=+\\-@\uFF1D\uFF0B\uFF0D\uFF20]");

    private static final Pattern PLAIN = Pattern.compile("[\\w./@:' -]*");

    private StatementAnswers() {}

    /**
     * The usage and cost of a month, in UTC. Usage with GPUs is charged by GPU-hour, other usage by CPU-hour.
     *
     * @param from start of the counted part of the month
     * @param until end of the counted part of the month
     * @param complete true if the data covers the whole month
     * @param rows one row for each account, user, partition, NodeSet and GPU type
     * @param accounts sum of the rows of each account
     * @param total sum of all rows
     * @param withoutPrice resources without a price, as in the configuration: {@code cpu}, or {@code gpu:} and the type
     */
    record Statement(
            String cluster,
            YearMonth month,
            Instant from,
            Instant until,
            boolean complete,
            String currency,
            List<UsageRow> rows,
            List<AccountTotal> accounts,
            AccountTotal total,
            List<String> withoutPrice) {

        static Statement of(String cluster, MonthUsage usage, PriceList prices) {
            MonthPrices valid = new MonthPrices(prices, usage.month());
            int decimals = prices.currency().getDefaultFractionDigits();
            List<UsageRow> rows = usage.rows().entrySet().stream()
                    .map(row -> UsageRow.of(row.getKey(), UsedHours.of(row.getValue()), valid, decimals))
                    .toList();
            SortedMap<String, List<UsageRow>> accounts =
                    rows.stream().collect(groupingBy(row -> row.key().account(), TreeMap::new, toList()));
            return new Statement(
                    cluster,
                    usage.month(),
                    usage.from(),
                    usage.until(),
                    !usage.from().isAfter(startOf(usage.month()))
                            && !usage.until().isBefore(startOf(usage.month().plusMonths(1))),
                    prices.currency().getCurrencyCode(),
                    rows,
                    accounts.entrySet().stream()
                            .map(account -> AccountTotal.of(account.getKey(), account.getValue(), decimals))
                            .toList(),
                    AccountTotal.of("", rows, decimals),
                    rows.stream()
                            .filter(UsageRow::noPrice)
                            .map(row -> row.key().gpuType())
                            .map(type -> type.equals(HourPrice.CPU) ? "cpu" : "gpu:" + type)
                            .distinct()
                            .sorted()
                            .toList());
        }

        private static Instant startOf(YearMonth month) {
            return month.atDay(1).atStartOfDay(ZoneOffset.UTC).toInstant();
        }
    }

    /**
     * Usage with its cost; without a cost if no price is configured.
     *
     * @param price price of one hour
     */
    record UsageRow(
            @JsonUnwrapped UsageKey key,
            @JsonUnwrapped UsedHours used,
            Optional<BigDecimal> price,
            Optional<String> kind,
            Optional<BigDecimal> cost,
            @JsonInclude(JsonInclude.Include.NON_DEFAULT) boolean noPrice) {

        /** Rounds the cost half up to the minor unit of the currency, so that the sum of the rows is the total. */
        static UsageRow of(UsageKey key, UsedHours used, MonthPrices prices, int decimals) {
            Optional<HourPrice> price = prices.of(key);
            return new UsageRow(
                    key,
                    used,
                    price.map(HourPrice::price),
                    price.map(HourPrice::kind),
                    price.map(one -> one.price()
                            .multiply(one.ofCpu() ? used.cpuHours() : used.gpuHours())
                            .setScale(decimals, RoundingMode.HALF_UP)),
                    price.isEmpty());
        }
    }

    /**
     * The sum of the rows of an account; without an account, of the statement.
     *
     * @param cost cost of the rows with a price
     */
    record AccountTotal(String account, @JsonUnwrapped UsedHours used, BigDecimal cost, long rowsWithoutPrice) {

        static AccountTotal of(String account, List<UsageRow> rows, int decimals) {
            return new AccountTotal(
                    account,
                    rows.stream().map(UsageRow::used).reduce(UsedHours.ZERO, UsedHours::plus),
                    rows.stream()
                            .flatMap(row -> row.cost().stream())
                            .reduce(BigDecimal.ZERO.setScale(decimals), BigDecimal::add),
                    rows.stream().filter(UsageRow::noPrice).count());
        }
    }

    /** Used resources, in hours with four decimals. Sums of these hours are exact. */
    record UsedHours(BigDecimal gpuHours, BigDecimal cpuHours, BigDecimal memoryGibHours, long endedJobs) {

        static final UsedHours ZERO = new UsedHours(BigDecimal.ZERO, BigDecimal.ZERO, BigDecimal.ZERO, 0);

        private static final int DECIMALS = 4;
        private static final BigDecimal HOUR = BigDecimal.valueOf(3600);
        private static final double GIB = 1L << 30;

        static UsedHours of(UsageAmounts amounts) {
            return new UsedHours(
                    hours(amounts.gpuSeconds()),
                    hours(amounts.cpuSeconds()),
                    hours(amounts.memoryByteSeconds() / GIB),
                    amounts.endedJobs());
        }

        private static BigDecimal hours(double seconds) {
            return BigDecimal.valueOf(seconds).divide(HOUR, DECIMALS, RoundingMode.HALF_UP);
        }

        UsedHours plus(UsedHours other) {
            return new UsedHours(
                    gpuHours.add(other.gpuHours),
                    cpuHours.add(other.cpuHours),
                    memoryGibHours.add(other.memoryGibHours),
                    Amounts.sum(endedJobs, other.endedJobs));
        }
    }

    /** Returns the statement of a month, one for each cluster with data of the month. */
    static ApiAnswer statement(ApiRequest request) {
        YearMonth month = month(request);
        Format format = request.known("format", Format.values()).orElse(Format.JSON);
        List<Statement> statements = new ArrayList<>();
        SortedSet<YearMonth> known = new TreeSet<>();
        PriceList prices = request.status().get().prices();
        for (ClusterView cluster : request.views()) {
            Visibility here = request.visibility().within(cluster.published().privateData());
            for (MonthUsage usage : cluster.usage().get()) {
                known.add(usage.month());
                if (usage.month().equals(month)) {
                    statements.add(Statement.of(cluster.name(), seenBy(here, usage), prices));
                }
            }
        }
        if (statements.isEmpty()) {
            String months = known.stream().map(YearMonth::toString).collect(joining(", "));
            return ApiAnswer.error(
                    404, "no usage data of " + month + (months.isEmpty() ? "" : "; months with data: " + months));
        }
        return format == Format.CSV ? csv(month, statements) : ApiAnswer.json(new JsonDocument.Clusters(statements));
    }

    private static YearMonth month(ApiRequest request) {
        String text = request.value("month").orElse("");
        if (!text.matches("\\d{4}-(0[1-9]|1[0-2])")) {
            throw ApiRequest.Rejected.badQuery("month is a month such as 2026-11");
        }
        YearMonth month = YearMonth.parse(text);
        if (month.isAfter(YearMonth.from(request.now().atZone(ZoneOffset.UTC)))) {
            throw ApiRequest.Rejected.badQuery("month " + month + " is in the future");
        }
        return month;
    }

    /** Answers with CSV (RFC 4180). The column {@code row} tells usage from totals. */
    private static ApiAnswer csv(YearMonth month, List<Statement> statements) {
        StringBuilder csv = new StringBuilder(COLUMNS).append("\r\n");
        for (JsonNode statement : JsonDocument.tree(statements)) {
            statement.path("rows").forEach(row -> csv.append(line("usage", statement, row)));
            statement.path("accounts").forEach(account -> csv.append(line("account", statement, account)));
            csv.append(line("total", statement, statement.path("total")));
        }
        return new ApiAnswer(
                200,
                Map.of(
                        "Content-Type",
                        "text/csv; charset=utf-8; header=present",
                        "Content-Disposition",
                        "attachment; filename=\"statement-" + month + ".csv\""),
                Buffer.buffer(csv.toString().getBytes(UTF_8)));
    }

    /** Returns the members of a statement and of one of its rows. A column is a member's name in snake case. */
    private static String line(String kind, JsonNode statement, JsonNode row) {
        Map<String, String> cells = new HashMap<>();
        cells.put("row", kind);
        if (row.has("noPrice")) {
            cells.put("price", NO_PRICE);
        } else if (row.path("rowsWithoutPrice").asLong() > 0) {
            cells.put("price", NO_PRICE + " for some rows");
        }
        Stream.of(statement, row)
                .flatMap(object -> object.properties().stream())
                .filter(member -> member.getValue().isValueNode())
                .forEach(member -> cells.put(member.getKey().toLowerCase(Locale.ROOT), text(member.getValue())));
        return Stream.of(COLUMNS.split(","))
                .map(column -> cell(cells.getOrDefault(column.replace("_", ""), "")))
                .collect(joining(",", "", "\r\n"));
    }

    private static String text(JsonNode value) {
        return value.isNumber() ? value.decimalValue().toPlainString() : value.asText();
    }

    /** Returns a name as a cell. An apostrophe keeps a spreadsheet from evaluating a name as a formula. */
    static String cell(String name) {
        String shown = OutsideText.printable(name);
        String text = FORMULA.matcher(shown).lookingAt() ? "'" + shown : shown;
        return PLAIN.matcher(text).matches() ? text : '"' + text.replace("\"", "\"\"") + '"';
    }

    /**
     * Returns the usage that the reader may see, with the names that the reader may see. Rows that differ only in
     * hidden names become one row.
     */
    private static MonthUsage seenBy(Visibility here, MonthUsage usage) {
        // The usage contains the names that the metrics show: the name of a user, or its hash.
        Map<String, String> own = here.reader()
                .map(reader -> Map.of(reader, reader, NameRule.HASH.apply(reader), reader))
                .orElse(Map.of());
        SortedMap<UsageKey, UsageAmounts> rows = new TreeMap<>();
        usage.rows().forEach((key, amounts) -> {
            String user = key.user();
            if (own.containsKey(user) || (here.showsJobsOf(user) && here.showsUsageOf(user))) {
                UsageKey shown = key.named(
                        here.showsAccounts() ? key.account() : "",
                        own.getOrDefault(user, here.showsUsers() ? user : ""));
                rows.merge(shown, amounts, UsageAmounts::plus);
            }
        });
        return new MonthUsage(usage.month(), usage.from(), usage.until(), rows);
    }
}
