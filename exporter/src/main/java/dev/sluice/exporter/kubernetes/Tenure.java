package dev.sluice.exporter.kubernetes;

/**
 * A leadership term: a period in which this process holds the Lease.
 *
 * @param number number of the term, starting with 1; each term after a loss of the Lease has the next number
 * @param until local time at which the term ends without a renewal, as in {@link System#nanoTime()}
 */
public record Tenure(long number, long until) {

    /** Returns true before the end of the term. */
    public boolean lasts(long now) {
        return now - until < 0;
    }
}
