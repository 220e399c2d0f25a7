package dev.sluice.exporter.derive.usage;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sluice.exporter.derive.usage.PriceList.HourPrice;
import dev.sluice.exporter.derive.usage.PriceList.MonthPrices;
import java.math.BigDecimal;
import java.time.YearMonth;
import java.util.Currency;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class PriceListTest {

    private static final PriceList PRICES = new PriceList(
            Currency.getInstance("USD"),
            List.of(
                    price("h100", "", "4.10", "2026-03"),
                    price("h100", "", "5.00", "2025-01"),
                    price("h100", "", "3.90", "2027-01"),
                    price("h100", "spot", "1.50", "2026-06"),
                    price("1g.10gb", "", "0.60", "0000-01"),
                    price("none", "", "0.03", "2026-03"),
                    price("none", "bigmem", "0.07", "2026-03"),
                    priceOf("h100-reserved", "h100", "", "2.20", "2026-07"),
                    priceOf("h100-reserved", "h100", "night", "1.10", "2026-07")));

    @ParameterizedTest
    @CsvSource({
        "2024-12, h100, gpu, ",
        "2025-01, h100, gpu, 5.00",
        "2026-02, h100, gpu, 5.00",
        "2026-03, h100, gpu, 4.10",
        "2026-12, h100, gpu, 4.10",
        "2027-01, h100, gpu, 3.90",
        "2026-05, h100, spot, 4.10",
        "2026-06, h100, spot, 1.50",
        "2027-01, h100, spot, 1.50",
        "1999-01, 1g.10gb, gpu, 0.60",
        "2026-06, a100, gpu, ",
        "2026-06, untyped, gpu, ",
        "2026-06, none, cpu, 0.03",
        "2026-06, none, bigmem, 0.07",
        "2026-02, none, bigmem, "
    })
    void prefersThePartitionAndThenTheNewestStart(String month, String type, String partition, BigDecimal expected) {
        assertThat(price(month, new UsageKey("physics", "anna", partition, "h100", type))
                        .map(HourPrice::price))
                .isEqualTo(Optional.ofNullable(expected));
    }

    @ParameterizedTest
    @CsvSource({
        "2026-06, gpu, h100-reserved, 4.10",
        "2026-07, gpu, h100-reserved, 2.20",
        "2026-07, spot, h100-reserved, 2.20",
        "2026-07, night, h100-reserved, 1.10",
        "2026-07, night, h100, 4.10",
        "2026-07, gpu, '', 4.10"
    })
    void prefersTheNodeSetToThePartition(String month, String partition, String nodeSet, BigDecimal expected) {
        assertThat(price(month, new UsageKey("physics", "anna", partition, nodeSet, "h100"))
                        .map(HourPrice::price))
                .contains(expected);
    }

    @Test
    void listsOnePriceForEachTypeAndPartitionOfAMonth() {
        assertThat(PRICES.validIn(YearMonth.of(2026, 7)))
                .extracting(price -> price.gpuType() + " " + price.partition() + " " + price.price())
                .containsExactly(
                        "1g.10gb  0.60",
                        "h100  4.10",
                        "h100 spot 1.50",
                        "h100  2.20",
                        "h100 night 1.10",
                        "none  0.03",
                        "none bigmem 0.07");
    }

    private static Optional<HourPrice> price(String month, UsageKey usage) {
        return new MonthPrices(PRICES, YearMonth.parse(month)).of(usage);
    }

    private static HourPrice price(String type, String partition, String price, String month) {
        return priceOf("", type, partition, price, month);
    }

    private static HourPrice priceOf(String nodeSet, String type, String partition, String price, String month) {
        return new HourPrice(type, partition, nodeSet, new BigDecimal(price), "on-demand", YearMonth.parse(month));
    }
}
