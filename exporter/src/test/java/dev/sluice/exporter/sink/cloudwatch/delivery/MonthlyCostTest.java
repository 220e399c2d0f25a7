package dev.sluice.exporter.sink.cloudwatch.delivery;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.time.Duration;
import org.junit.jupiter.api.Test;

class MonthlyCostTest {

    /**
     * 185 metrics at 0.30 USD each cost 55.50 USD a month. One request a minute gives 43,800 requests a month, at 0.01
     * USD per thousand requests.
     */
    @Test
    void isMetricsAndRequests() {
        MonthlyCost cost = new MonthlyCost(185, 0.30, 1, Duration.ofMinutes(1));

        assertThat(cost.forMetrics()).isCloseTo(55.50, within(1e-9));
        assertThat(cost.requestsPerMonth()).isCloseTo(43_800, within(1e-9));
        assertThat(cost.total()).isCloseTo(55.938, within(1e-9));
    }
}
