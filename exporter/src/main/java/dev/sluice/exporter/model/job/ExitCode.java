package dev.sluice.exporter.model.job;

/**
 * The exit code of a job, as {@code sacct} shows it.
 *
 * @param returnCode return code of the script
 * @param signal signal that ended the job; 0 without a signal
 */
public record ExitCode(int returnCode, int signal) {

    public static final ExitCode SUCCESS = new ExitCode(0, 0);

    /** Returns {@code sacct}'s form, such as {@code 1:0}. */
    public String text() {
        return returnCode + ":" + signal;
    }
}
