package dev.sluice.exporter.metrics;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sluice.exporter.derive.usage.PriceList.HourPrice;
import dev.sluice.exporter.publish.Sample;
import java.math.BigDecimal;
import java.util.List;
import org.junit.jupiter.api.Test;

class PriceMetricsTest {

    @Test
    void publishesEachPriceInEachCluster() {
        SelfMetrics.Prices prices = new SelfMetrics.Prices(
                List.of("alpha", "beta"),
                "EUR",
                List.of(price("h100", "", "4.10"), price("h100", "spot", "1.5"), price("none", "big", "0.03")));

        assertThat(Sample.texts(SelfMetrics.Prices.SECTION.batch(prices)))
                .containsExactly(
                        "sluice_gpu_hour_price[alpha, h100, , , EUR, on-demand] 4.1",
                        "sluice_gpu_hour_price[alpha, h100, spot, , EUR, on-demand] 1.5",
                        "sluice_gpu_hour_price[beta, h100, , , EUR, on-demand] 4.1",
                        "sluice_gpu_hour_price[beta, h100, spot, , EUR, on-demand] 1.5",
                        "sluice_cpu_hour_price[alpha, big, , EUR, on-demand] 0.03",
                        "sluice_cpu_hour_price[beta, big, , EUR, on-demand] 0.03");
    }

    private static HourPrice price(String type, String partition, String price) {
        return new HourPrice(type, partition, "", new BigDecimal(price), "on-demand", HourPrice.ALWAYS);
    }
}
