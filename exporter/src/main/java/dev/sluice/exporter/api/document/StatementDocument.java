package dev.sluice.exporter.api.document;

import com.fasterxml.jackson.annotation.JsonInclude;
import com.fasterxml.jackson.annotation.JsonUnwrapped;
import dev.sluice.exporter.derive.usage.HourPrice;
import dev.sluice.exporter.derive.usage.Statement;
import dev.sluice.exporter.derive.usage.UsageKey;
import dev.sluice.exporter.derive.usage.UsedHours;
import java.math.BigDecimal;
import java.time.Instant;
import java.time.YearMonth;
import java.util.List;
import java.util.Optional;

/** The statement of one cluster. */
public record StatementDocument(
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

    /** Usage with its cost; without a cost if no price is configured. */
    record UsageRow(
            @JsonUnwrapped UsageKey key,
            @JsonUnwrapped UsedHours used,
            Optional<BigDecimal> price,
            Optional<String> kind,
            Optional<BigDecimal> cost,
            @JsonInclude(JsonInclude.Include.NON_DEFAULT) boolean noPrice) {}

    /** The sum of an account; without an account, of the statement. */
    record AccountTotal(String account, @JsonUnwrapped UsedHours used, BigDecimal cost, long rowsWithoutPrice) {

        static AccountTotal of(String account, Statement.Total total) {
            return new AccountTotal(account, total.used(), total.cost(), total.rowsWithoutPrice());
        }
    }

    public static StatementDocument of(String cluster, Statement statement) {
        return new StatementDocument(
                cluster,
                statement.month(),
                statement.from(),
                statement.until(),
                statement.complete(),
                statement.currency().getCurrencyCode(),
                statement.rows().stream()
                        .map(row -> new UsageRow(
                                row.key(),
                                row.used(),
                                row.price().map(HourPrice::price),
                                row.price().map(HourPrice::kind),
                                row.cost(),
                                row.cost().isEmpty()))
                        .toList(),
                statement.accounts().entrySet().stream()
                        .map(account -> AccountTotal.of(account.getKey(), account.getValue()))
                        .toList(),
                AccountTotal.of("", statement.total()),
                List.copyOf(statement.resourcesWithoutPrice()));
    }
}
