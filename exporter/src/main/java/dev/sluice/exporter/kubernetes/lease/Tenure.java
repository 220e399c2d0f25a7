package dev.sluice.exporter.kubernetes.lease;

/**
 * A period for which this process holds the Lease.
 *
 * @param number 1 for the first tenure, one more for each tenure after a loss
 * @param until local time at which the tenure ends without a renewal, as {@link System#nanoTime()}
 */
public record Tenure(long number, long until) {

    /** Returns true before the end. */
    public boolean lasts(long now) {
        return now - until < 0;
    }
}
