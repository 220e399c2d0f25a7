package dev.sluice.exporter.kubernetes.lease;

import java.time.Instant;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;

/**
 * The spec of a {@code coordination.k8s.io/v1} Lease. Its dates are for people: nobody compares them with a clock.
 *
 * @param holder who holds it; empty where it is free
 * @param durationSeconds for how long after a change nobody else may take it; 0 where it does not say
 * @param acquireTime since when the holder holds it, as Kubernetes writes it
 * @param renewTime when it was last renewed, as Kubernetes writes it
 * @param transitions how often it went from one holder to another
 */
public record LeaseRecord(String holder, int durationSeconds, String acquireTime, String renewTime, int transitions) {

    /** What a Lease without a spec says. */
    public static final LeaseRecord NONE = new LeaseRecord("", 0, "", "", 0);

    /** Kubernetes takes microseconds, and exactly these. */
    private static final DateTimeFormatter MICRO_TIME =
            DateTimeFormatter.ofPattern("yyyy-MM-dd'T'HH:mm:ss.SSSSSS'Z'").withZone(ZoneOffset.UTC);

    /** For the first holder of a new Lease. */
    static LeaseRecord first(String holder, int durationSeconds, Instant date) {
        String now = MICRO_TIME.format(date);
        return new LeaseRecord(holder, durationSeconds, now, now, 0);
    }

    /** For whoever holds it from now on, be it the one who does already. */
    LeaseRecord heldBy(String who, int seconds, Instant date) {
        String now = MICRO_TIME.format(date);
        return who.equals(holder)
                ? new LeaseRecord(who, seconds, acquireTime, now, transitions)
                : new LeaseRecord(who, seconds, now, now, transitions + 1);
    }

    /** Free for the next one at once; the duration must be more than nothing. */
    LeaseRecord released(Instant date) {
        String now = MICRO_TIME.format(date);
        return new LeaseRecord("", 1, now, now, transitions);
    }
}
