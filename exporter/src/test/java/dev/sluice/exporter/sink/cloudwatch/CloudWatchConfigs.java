package dev.sluice.exporter.sink.cloudwatch;

import dev.sluice.exporter.config.Loaded;

/** Settings of the publisher that differ from the defaults. */
final class CloudWatchConfigs {

    private CloudWatchConfigs() {}

    static CloudWatchConfig limited(int maxMetrics) {
        return Loaded.changed(Loaded.DEFAULTS.cloudWatch(), "maxMetrics", maxMetrics);
    }
}
