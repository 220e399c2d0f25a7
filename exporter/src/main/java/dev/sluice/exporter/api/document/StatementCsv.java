package dev.sluice.exporter.api.document;

import dev.sluice.common.log.OutsideText;
import dev.sluice.exporter.derive.cost.HourPrice;
import dev.sluice.exporter.derive.cost.Statement;
import dev.sluice.exporter.derive.cost.UsedHours;
import dev.sluice.exporter.derive.usage.UsageKey;
import java.math.BigDecimal;
import java.util.List;
import java.util.regex.Pattern;

/** Encodes monthly statements as CSV (RFC 4180). The column {@code row} tells usage from totals. */
public final class StatementCsv {

    static final String NO_PRICE = "no price";

    private static final String COLUMNS =
            "row,cluster,month,from,until,complete,account,user,partition,nodeset,gpu_type,"
                    + "gpu_hours,cpu_hours,memory_gib_hours,ended_jobs,price,kind,currency,cost";

    private static final UsageKey ALL = new UsageKey("", "", "", "", "");

    /** The beginning of a text that a spreadsheet would evaluate. */
    private static final Pattern FORMULA = Pattern.compile("\\s*[=+\\-@\uFF1D\uFF0B\uFF0D\uFF20]");

    private static final Pattern PLAIN = Pattern.compile("[\\w./@:'-]*");

    private final StringBuilder out = new StringBuilder(COLUMNS).append("\r\n");

    /** Adds the statement of one cluster. */
    public StatementCsv add(String cluster, Statement statement) {
        statement
                .rows()
                .forEach(row -> line(
                        cluster,
                        statement,
                        "usage",
                        row.key(),
                        row.used(),
                        List.of(
                                row.price()
                                        .map(HourPrice::price)
                                        .map(StatementCsv::number)
                                        .orElse(NO_PRICE),
                                row.price().map(HourPrice::kind).orElse(""),
                                row.cost().map(StatementCsv::number).orElse(""))));
        statement
                .accounts()
                .forEach((account, total) -> line(
                        cluster,
                        statement,
                        "account",
                        new UsageKey(account, "", "", "", ""),
                        total.used(),
                        end(total)));
        line(cluster, statement, "total", ALL, statement.total().used(), end(statement.total()));
        return this;
    }

    /** Returns the text of the document. */
    public String text() {
        return out.toString();
    }

    private static List<String> end(Statement.Total total) {
        return List.of(total.rowsWithoutPrice() == 0 ? "" : NO_PRICE + " for some rows", "", number(total.cost()));
    }

    private void line(
            String cluster, Statement statement, String row, UsageKey key, UsedHours used, List<String> money) {
        out.append(String.join(
                ",",
                row,
                cell(cluster),
                statement.month().toString(),
                statement.from().toString(),
                statement.until().toString(),
                Boolean.toString(statement.complete()),
                cell(key.account()),
                cell(key.user()),
                cell(key.partition()),
                cell(key.nodeSet()),
                cell(key.gpuType()),
                number(used.gpuHours()),
                number(used.cpuHours()),
                number(used.memoryGibHours()),
                Long.toString(used.endedJobs()),
                money.get(0),
                money.get(1),
                statement.currency().getCurrencyCode(),
                money.get(2)));
        out.append("\r\n");
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
