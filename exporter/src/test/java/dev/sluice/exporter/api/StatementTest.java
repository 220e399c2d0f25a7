package dev.sluice.exporter.api;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sluice.exporter.api.StatementAnswers.AccountTotal;
import dev.sluice.exporter.api.StatementAnswers.Statement;
import dev.sluice.exporter.derive.usage.MonthUsage;
import dev.sluice.exporter.derive.usage.PriceList;
import dev.sluice.exporter.derive.usage.PriceList.HourPrice;
import dev.sluice.exporter.derive.usage.UsageAmounts;
import dev.sluice.exporter.derive.usage.UsageKey;
import java.math.BigDecimal;
import java.time.Instant;
import java.time.YearMonth;
import java.util.Currency;
import java.util.List;
import java.util.Map;
import java.util.SortedMap;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class StatementTest {

    private static final YearMonth NOVEMBER = YearMonth.of(2026, 11);
    private static final String START = "2026-11-01T00:00:00Z";
    private static final String END = "2026-12-01T00:00:00Z";
    private static final double GIB = 1L << 30;

    private static final SortedMap<UsageKey, UsageAmounts> USAGE = new TreeMap<>(Map.of(
            // 25 h of GPUs, 100 h of CPUs, and 64 GiB for 25 h.
            new UsageKey("physics", "anna", "gpu", "", "h100"),
            new UsageAmounts(90_000, 360_000, 64 * GIB * 90_000, 3),
            // 12,345 s are 3.42916... h.
            new UsageKey("physics", "anna", "cpu", "", "none"),
            new UsageAmounts(0, 12_345, 0, 1),
            // 1,000 s are 0.27777... h.
            new UsageKey("physics", "bob", "spot", "", "h100"),
            new UsageAmounts(1_000, 8_000, 0, 0),
            new UsageKey("chemistry", "carl", "gpu", "", "a100"),
            new UsageAmounts(3_600, 3_600, 0, 2)));

    private static final List<HourPrice> PRICES =
            List.of(price("h100", "", "4.10"), price("h100", "spot", "1.50"), price("none", "", "0.03"));

    @Test
    void chargesGpuHoursOfJobsWithGpusAndCpuHoursOfOtherJobs() {
        Statement statement = statement("USD", PRICES, START, END);

        assertThat(statement.rows())
                .extracting(row -> row.key().user() + " " + row.key().partition() + " "
                        + row.used().gpuHours() + " "
                        + row.used().cpuHours() + " "
                        + row.price().map(BigDecimal::toString).orElse("-") + " "
                        + row.cost().map(BigDecimal::toString).orElse("-"))
                .containsExactly(
                        "carl gpu 1.0000 1.0000 - -",
                        // 3.4292 h * 0.03 = 0.102876
                        "anna cpu 0.0000 3.4292 0.03 0.10",
                        "anna gpu 25.0000 100.0000 4.10 102.50",
                        // 0.2778 h * 1.50 = 0.4167
                        "bob spot 0.2778 2.2222 1.50 0.42");
        assertThat(statement.rows().get(2).used().memoryGibHours()).isEqualByComparingTo("1600");
    }

    @Test
    void totalsAreTheExactSumsOfTheRows() {
        Statement statement = statement("USD", PRICES, START, END);

        assertThat(statement.total().cost()).isEqualTo(new BigDecimal("103.02"));
        assertThat(statement.total().used().gpuHours()).isEqualTo(new BigDecimal("26.2778"));
        assertThat(statement.total().used().cpuHours()).isEqualTo(new BigDecimal("106.6514"));
        assertThat(statement.total().used().endedJobs()).isEqualTo(6);
        assertThat(statement.accounts()).extracting(AccountTotal::account).containsExactly("chemistry", "physics");
        assertThat(statement.accounts().get(1)).satisfies(total -> {
            assertThat(total.cost()).isEqualTo(new BigDecimal("103.02"));
            assertThat(total.rowsWithoutPrice()).isZero();
        });
    }

    @Test
    void usageWithoutAPriceHasNoCostAndIsNamed() {
        Statement statement = statement("USD", List.of(), START, END);

        assertThat(statement.rows()).allSatisfy(row -> assertThat(row.cost()).isEmpty());
        assertThat(statement.total().rowsWithoutPrice()).isEqualTo(4);
        assertThat(statement.withoutPrice()).containsExactly("cpu", "gpu:a100", "gpu:h100");
        assertThat(statement("USD", PRICES, START, END).withoutPrice()).containsExactly("gpu:a100");
    }

    @Test
    void aPriceOfZeroIsAPrice() {
        Statement statement = statement("USD", List.of(price("a100", "", "0")), START, END);

        assertThat(statement.rows().get(0).cost()).contains(new BigDecimal("0.00"));
        assertThat(statement.withoutPrice()).doesNotContain("gpu:a100");
    }

    @ParameterizedTest
    @CsvSource({"USD, 0.005, 0.01", "USD, 0.0049, 0.00", "JPY, 0.5, 1", "JPY, 0.4, 0", "KWD, 0.0005, 0.001"})
    void roundsHalfUpToTheMinorUnit(String currency, String price, String cost) {
        Statement statement = statement(currency, List.of(price("a100", "", price)), START, END);

        assertThat(statement.rows().get(0).cost()).contains(new BigDecimal(cost));
        assertThat(statement.total().cost()).isEqualTo(new BigDecimal(cost));
    }

    @ParameterizedTest
    @CsvSource({
        START + ", " + END + ", true",
        "2026-11-01T00:00:00.001Z, " + END + ", false",
        START + ", 2026-11-30T23:59:59.999Z, false"
    })
    void isCompleteIfTheDataCoversTheWholeMonth(String from, String until, boolean complete) {
        assertThat(statement("USD", PRICES, from, until).complete()).isEqualTo(complete);
    }

    private static Statement statement(String currency, List<HourPrice> prices, String from, String until) {
        return Statement.of(
                "alpha",
                new MonthUsage(NOVEMBER, Instant.parse(from), Instant.parse(until), USAGE),
                new PriceList(Currency.getInstance(currency), prices));
    }

    private static HourPrice price(String type, String partition, String price) {
        return new HourPrice(type, partition, "", new BigDecimal(price), "on-demand", HourPrice.ALWAYS);
    }
}
