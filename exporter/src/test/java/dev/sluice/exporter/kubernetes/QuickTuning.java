package dev.sluice.exporter.kubernetes;

import java.time.Duration;

/** Times for watches that are short enough for a test. */
final class QuickTuning {

    private QuickTuning() {}

    static WatchTuning withSilence(Duration silence) {
        return new WatchTuning(
                500,
                Duration.ofSeconds(20),
                Duration.ofMinutes(5),
                silence,
                Duration.ofMillis(20),
                Duration.ofMillis(50),
                Duration.ofMillis(50));
    }
}
