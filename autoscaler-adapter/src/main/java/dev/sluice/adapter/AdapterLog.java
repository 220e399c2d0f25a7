package dev.sluice.adapter;

import dev.sluice.common.log.LogFormat;
import dev.sluice.common.log.Logging;

/** Configures the adapter's log levels and format. */
final class AdapterLog {

    private static final String LEVELS = """
            .level=WARNING
            dev.sluice.level=INFO
            # Whatever breaks an exchange is reported by who made it.
            io.vertx.core.http.level=OFF
            io.vertx.core.net.level=OFF
            """;

    private AdapterLog() {}

    static void configure(LogFormat format) {
        Logging.configure(LEVELS, format);
    }
}
