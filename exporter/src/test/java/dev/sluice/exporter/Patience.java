package dev.sluice.exporter;

import java.time.Duration;
import org.awaitility.Awaitility;
import org.awaitility.core.ConditionFactory;

/** Waits for a condition. The timeout is long enough for a busy machine. */
public final class Patience {

    private Patience() {}

    public static ConditionFactory await() {
        return Awaitility.await().atMost(Duration.ofSeconds(60));
    }
}
