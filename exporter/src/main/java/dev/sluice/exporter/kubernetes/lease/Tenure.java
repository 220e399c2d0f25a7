package dev.sluice.exporter.kubernetes.lease;

/**
 * That we hold the Lease, and until when unless it is renewed.
 *
 * @param number 1 for our first, one more for each that follows after a loss
 * @param until the local time at which it ends by itself, as {@link System#nanoTime()}
 */
public record Tenure(long number, long until) {

    /** Whether it has not ended yet. */
    public boolean lasts(long now) {
        return now - until < 0;
    }
}
