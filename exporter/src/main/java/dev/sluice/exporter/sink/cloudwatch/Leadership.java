package dev.sluice.exporter.sink.cloudwatch;

import java.util.OptionalLong;

/** Whether this process is the one to publish. Asked from any thread, again and again. */
@FunctionalInterface
public interface Leadership {

    /** The term of who was always the one, and whom nobody went before. */
    long FROM_THE_START = 0;

    /**
     * The present term; empty while another publishes. A higher number than at the last time means that another may have
     * published in between.
     */
    OptionalLong term();

    /** One that never changes. */
    static Leadership always(boolean leads) {
        return () -> leads ? OptionalLong.of(FROM_THE_START) : OptionalLong.empty();
    }
}
