package dev.sluice.exporter.model.job;

/**
 * How a job ended, as {@code sacct} shows it.
 *
 * @param returnCode what its script returned
 * @param signal the signal that ended it; 0 where none did
 */
public record ExitCode(int returnCode, int signal) {

    public static final ExitCode SUCCESS = new ExitCode(0, 0);

    private static final int SIGNAL_BITS = 8;

    /** One number of 32 bits, from which {@link #unpacked} makes the same. */
    int packed() {
        return returnCode << SIGNAL_BITS | signal;
    }

    static ExitCode unpacked(int packed) {
        return packed == 0 ? SUCCESS : new ExitCode(packed >>> SIGNAL_BITS, packed & ((1 << SIGNAL_BITS) - 1));
    }

    /** In {@code sacct}'s form, such as {@code 1:0}. */
    public String text() {
        return returnCode + ":" + signal;
    }
}
