package dev.sluice.exporter.derive.usage;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.data.Offset.offset;

import dev.sluice.exporter.derive.usage.PriceList.AccountCosts;
import dev.sluice.exporter.derive.usage.PriceList.HourPrice;
import java.math.BigDecimal;
import java.time.YearMonth;
import java.util.Currency;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.junit.jupiter.api.Test;

class AccountCostsTest {

    private static final PriceList PRICES = new PriceList(
            Currency.getInstance("EUR"),
            List.of(price("h100", "", "4.00"), price("h100", "reserved", "2.00"), price("none", "", "0.10")));

    private static HourPrice price(String type, String nodeSet, String price) {
        return new HourPrice(type, "", nodeSet, new BigDecimal(price), "on-demand", HourPrice.ALWAYS);
    }

    @Test
    void hasNoCostsIfAccountsAreNotPublished() {
        Map<UsageKey, UsageAmounts> rows =
                Map.of(new UsageKey("", "anna", "gpu", "", "h100"), new UsageAmounts(1800, 99, 0, 1));

        assertThat(AccountCosts.of(YearMonth.of(2026, 11), rows, Set.of(), PRICES)
                        .byAccount())
                .isEmpty();
    }

    @Test
    void sumsUpTheCostsOfEachAccountAtThePriceOfEachNodeSet() {
        AccountCosts costs = AccountCosts.of(
                YearMonth.of(2026, 11),
                Map.of(
                        new UsageKey("physics", "anna", "gpu", "", "h100"), new UsageAmounts(1800, 99, 0, 1),
                        new UsageKey("physics", "bob", "gpu", "reserved", "h100"), new UsageAmounts(3600, 99, 0, 1),
                        new UsageKey("physics", "bob", "cpu", "", "none"), new UsageAmounts(0, 36_000, 0, 1),
                        new UsageKey("biology", "carl", "gpu", "", "h100"), new UsageAmounts(900, 0, 0, 1),
                        new UsageKey("history", "dora", "gpu", "", "a100"), new UsageAmounts(3600, 0, 0, 1)),
                Set.of("physics", "idle", "history"),
                PRICES);

        assertThat(costs.currency()).isEqualTo("EUR");
        // 0.5 h * 4.00 + 1 h * 2.00 + 10 h * 0.10
        assertThat(costs.byAccount().get("physics")).isCloseTo(5.0, offset(1e-9));
        assertThat(costs.byAccount().get("other")).isCloseTo(1.0, offset(1e-9));
        // Without usage, and without a price.
        assertThat(costs.byAccount())
                .containsEntry("idle", 0.0)
                .containsEntry("history", 0.0)
                .hasSize(4);
    }
}
