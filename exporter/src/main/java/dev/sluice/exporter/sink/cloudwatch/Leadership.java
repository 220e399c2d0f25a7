package dev.sluice.exporter.sink.cloudwatch;

import java.util.OptionalLong;

/** Tells whether this process publishes. Called repeatedly on any thread. */
@FunctionalInterface
public interface Leadership {

    /** The term of a process that has always been the leader. */
    long FROM_THE_START = 0;

    /**
     * Returns the current term; empty while another process is the leader. A higher number than before means that
     * another process may have published in between.
     */
    OptionalLong term();

    /** Returns a leadership that never changes. */
    static Leadership always(boolean leads) {
        return () -> leads ? OptionalLong.of(FROM_THE_START) : OptionalLong.empty();
    }
}
