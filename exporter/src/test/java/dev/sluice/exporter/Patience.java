package dev.sluice.exporter;

import java.time.Duration;
import org.awaitility.Awaitility;
import org.awaitility.core.ConditionFactory;

/** Waiting that ends when something is so, not when a busy machine has been slow. */
public final class Patience {

    private Patience() {}

    public static ConditionFactory await() {
        return Awaitility.await().atMost(Duration.ofSeconds(60));
    }
}
