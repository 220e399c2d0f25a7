package dev.sluice.exporter.api.document;

import dev.sluice.common.log.OutsideText;
import dev.sluice.exporter.derive.usage.HourPrice;
import dev.sluice.exporter.derive.usage.Statement;
import dev.sluice.exporter.derive.usage.UsageKey;
import dev.sluice.exporter.derive.usage.UsedHours;
import java.math.BigDecimal;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** Encodes monthly statements as CSV (RFC 4180). The column {@code row} tells usage from totals. */
public final class StatementCsv {

    static final String NO_PRICE = "no price";

    private static final String COLUMNS =
            "row,cluster,month,from,until,complete,account,user,partition,nodeset,gpu_type,"
                    + "gpu_hours,cpu_hours,memory_gib_hours,ended_jobs,price,kind,currency,cost";

    /** The beginning of a text that a spreadsheet would evaluate. */
    private static final Pattern FORMULA = Pattern.compile("\\s*[=+\\-@\uFF1D\uFF0B\uFF0D\uFF20]");

    private static final Pattern PLAIN = Pattern.compile("[\\w./@:' -]*");

    private final StringBuilder out = new StringBuilder(COLUMNS).append("\r\n");

    /** Adds the statement of one cluster. */
    public StatementCsv add(String cluster, Statement statement) {
        statement.rows().forEach(row -> {
            String price = row.price().map(one -> number(one.price())).orElse(NO_PRICE);
            String kind = row.price().map(HourPrice::kind).orElse("");
            String cost = row.cost().map(StatementCsv::number).orElse("");
            line(cluster, statement, "usage", row.key(), row.used(), price, kind, cost);
        });
        statement.accounts().forEach((account, total) -> total(cluster, statement, "account", account, total));
        total(cluster, statement, "total", "", statement.total());
        return this;
    }

    private void total(String cluster, Statement statement, String row, String account, Statement.Total total) {
        String price = total.rowsWithoutPrice() == 0 ? "" : NO_PRICE + " for some rows";
        line(
                cluster,
                statement,
                row,
                new UsageKey(account, "", "", "", ""),
                total.used(),
                price,
                "",
                number(total.cost()));
    }

    /** Returns the text of the document. */
    public String text() {
        return out.toString();
    }

    private void line(
            String cluster,
            Statement statement,
            String row,
            UsageKey key,
            UsedHours used,
            String price,
            String kind,
            String cost) {
        out.append(Stream.of(
                        row,
                        cluster,
                        statement.month().toString(),
                        statement.from().toString(),
                        statement.until().toString(),
                        Boolean.toString(statement.complete()),
                        key.account(),
                        key.user(),
                        key.partition(),
                        key.nodeSet(),
                        key.gpuType(),
                        number(used.gpuHours()),
                        number(used.cpuHours()),
                        number(used.memoryGibHours()),
                        Long.toString(used.endedJobs()),
                        price,
                        kind,
                        statement.currency().getCurrencyCode(),
                        cost)
                .map(StatementCsv::cell)
                .collect(Collectors.joining(",", "", "\r\n")));
    }

    private static String number(BigDecimal number) {
        return number.toPlainString();
    }

    /** Returns a name as a cell. An apostrophe keeps a spreadsheet from evaluating a name as a formula. */
    static String cell(String name) {
        String shown = OutsideText.printable(name);
        String text = FORMULA.matcher(shown).lookingAt() ? "'" + shown : shown;
        return PLAIN.matcher(text).matches() ? text : '"' + text.replace("\"", "\"\"") + '"';
    }
}
