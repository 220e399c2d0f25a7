package dev.sluice.exporter.config;

import static dev.sluice.exporter.config.Loaded.good;
import static dev.sluice.exporter.config.Loaded.problemsBesideCluster;
import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.params.provider.Arguments.arguments;

import dev.sluice.exporter.config.PricesConfig.HourPriceConfig;
import java.math.BigDecimal;
import java.time.YearMonth;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

class PricesSectionTest {

    private static final String CLUSTER = "clusters: [{name: a, slurm: {url: 'http://h'}}]\n";

    @Test
    void readsPricesOfTypesSlicesCpusAndPartitions() {
        ExporterConfig config = good(CLUSTER + """
                prices:
                  currency: EUR
                  perHour:
                    - resource: gpu:h100
                      price: 4.10
                    - resource: gpu:h100
                      price: 1.5
                      partition: spot
                      nodeSet: h100-spot
                      validFrom: 2026-03-01
                      kind: reserved
                    - resource: gpu:1g.10gb
                      price: 0
                    - resource: cpu
                      price: 0.03
                """);

        assertThat(config.prices().currency().getCurrencyCode()).isEqualTo("EUR");
        assertThat(config.prices().perHour())
                .containsExactly(
                        price("gpu:h100", "4.10"),
                        new HourPriceConfig(
                                "gpu:h100",
                                new BigDecimal("1.5"),
                                Optional.of("spot"),
                                Optional.of("h100-spot"),
                                Optional.of(YearMonth.of(2026, 3)),
                                "reserved"),
                        price("gpu:1g.10gb", "0"),
                        price("cpu", "0.03"));
        assertThat(good(config.describe())).isEqualTo(config);
    }

    private static HourPriceConfig price(String resource, String price) {
        return new HourPriceConfig(
                resource, new BigDecimal(price), Optional.empty(), Optional.empty(), Optional.empty(), "on-demand");
    }

    @ParameterizedTest
    @MethodSource
    void refuses(String item, String problem) {
        assertThat(problemsBesideCluster("prices: {perHour: [{" + item + "}]}"))
                .containsExactly("prices.perHour[0]." + problem);
    }

    static Stream<Arguments> refuses() {
        String amount = "price: expected a number, 0 to 9999999, with at most 6 decimals, got ";
        String resource = "resource: expected a resource such as cpu, gpu:h100 or gpu:1g.10gb, got ";
        return Stream.of(
                arguments("resource: cpu, price: -0.01", amount + "the number -0.01"),
                arguments("resource: cpu, price: .nan", amount + "the word .nan"),
                arguments("resource: cpu, price: .inf", amount + "the word .inf"),
                arguments("resource: cpu, price: NaN", amount + "a text"),
                arguments("resource: cpu, price: 1e3", amount + "the number 1e3"),
                arguments("resource: cpu, price: '2.50'", amount + "a text"),
                arguments("resource: cpu", "price: missing; expected number, 0 to 9999999, with at most 6 decimals"),
                arguments("resource: h100, price: 1", resource + "\"h100\""),
                arguments("resource: 'gpu:', price: 1", resource + "\"gpu:\""),
                arguments("resource: gpu:none, price: 1", resource + "\"gpu:none\""),
                arguments(
                        "resource: cpu, price: 1, validFrom: 2026-11-02",
                        "validFrom: expected the first day of a month, because usage is summed by month, got"
                                + " \"2026-11-02\""),
                arguments(
                        "resource: cpu, price: 1, validFrom: 2026-13-01",
                        "validFrom: expected a date such as 2026-01-01, got \"2026-13-01\""),
                arguments(
                        "resource: cpu, price: 1, kind: spot",
                        "kind: expected one of on-demand, reserved, got \"spot\""));
    }

    @Test
    void refusesUnknownCurrencies() {
        for (String currency : List.of("usd", "EURO", "XYZ", "XAU")) {
            assertThat(problemsBesideCluster("prices: {currency: " + currency + "}"))
                    .containsExactly("prices.currency: expected a currency of ISO 4217 such as USD or EUR, got \""
                            + currency + "\"");
        }
    }

    @Test
    void refusesTwoPricesWithTheSameStart() {
        assertThat(problemsBesideCluster("""
                prices:
                  perHour:
                    - {resource: cpu, price: 1}
                    - {resource: cpu, price: 1, partition: big}
                    - {resource: cpu, price: 1, nodeSet: big}
                    - {resource: cpu, price: 1, validFrom: 2026-01-01}
                    - {resource: cpu, price: 2, kind: reserved, validFrom: 2026-01-01}
                """))
                .containsExactly("prices.perHour[4].resource: the item in line 7 has the same values of resource,"
                        + " partition, nodeSet, validFrom; remove one item, or change one of these");
    }
}
