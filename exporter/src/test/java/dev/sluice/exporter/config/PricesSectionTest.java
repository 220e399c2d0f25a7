package dev.sluice.exporter.config;

import static dev.sluice.exporter.config.Loaded.good;
import static dev.sluice.exporter.config.Loaded.problemsBesideCluster;
import static org.assertj.core.api.Assertions.assertThat;

import dev.sluice.exporter.config.PricesConfig.HourPriceConfig;
import java.math.BigDecimal;
import java.time.YearMonth;
import java.util.Optional;
import org.junit.jupiter.api.Test;

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
