package dev.sluice.exporter.sink.cloudwatch;

import java.util.OptionalLong;

/** Shows whether this process publishes. Called repeatedly on any thread. */
@FunctionalInterface
public interface Leadership {

    /** The leadership term of a process that has always been the leader. */
    long FROM_THE_START = 0;

    /**
     * Returns the number of the current leadership term; empty while another process is the leader. If the number is
     * higher than the number from the last call, another process may have published between the two calls.
     */
    OptionalLong term();

    /** Returns a constant leadership. */
    static Leadership always(boolean leads) {
        return () -> leads ? OptionalLong.of(FROM_THE_START) : OptionalLong.empty();
    }
}
