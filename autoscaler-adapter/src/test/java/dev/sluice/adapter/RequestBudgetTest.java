package dev.sluice.adapter;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sluice.adapter.demand.DemandSamples;
import java.time.Duration;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

class RequestBudgetTest {

    private static final int MINUTES = 10;
    private static final Duration SYNC_PERIOD = Duration.ofSeconds(15);

    @RegisterExtension
    private final SecuredScene scene = new SecuredScene(DemandSamples.bytes("two-clusters.json"));

    @Test
    void anHpaAndTheConfigMapCostFewerThanTenRequestsAMinute() {
        scene.kubernetes.allow(spec -> true);
        for (long asked = 0; asked < Duration.ofMinutes(MINUTES).dividedBy(SYNC_PERIOD); asked++) {
            scene.adapter.desired("front-proxy", "X-Remote-User: hpa");
            scene.adapter.desired("front-proxy", "X-Remote-User: hpa");
            scene.adapter.time.advance(SYNC_PERIOD);
        }

        long reviews = scene.kubernetes.requests("POST", "");
        long reads = Duration.ofMinutes(MINUTES).dividedBy(Security.Timing.USUAL.trust());
        assertThat(reviews).as("one for both requests of a period").isEqualTo(40);
        assertThat((reviews + reads) / (double) MINUTES).isLessThan(10);
    }
}
