package dev.sluice.exporter.kubernetes.lease;

import java.time.Instant;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;

/**
 * The spec of a {@code coordination.k8s.io/v1} Lease. The dates of the spec are for people: no candidate compares a
 * date with a clock.
 *
 * @param holder the holder; empty for a free Lease
 * @param durationSeconds time after a change during which no other process may take the Lease; 0 if the member is
 *     missing
 * @param acquireTime start of the holder's leadership term, in Kubernetes' format
 * @param renewTime last renewal, in Kubernetes' format
 * @param transitions number of changes of the holder
 */
public record LeaseRecord(String holder, int durationSeconds, String acquireTime, String renewTime, int transitions) {

    /** A Lease without a spec. */
    public static final LeaseRecord NONE = new LeaseRecord("", 0, "", "", 0);

    /** Kubernetes requires times with exactly six decimals of a second. */
    private static final DateTimeFormatter MICRO_TIME =
            DateTimeFormatter.ofPattern("yyyy-MM-dd'T'HH:mm:ss.SSSSSS'Z'").withZone(ZoneOffset.UTC);

    /** Returns the record for the first holder of a new Lease. */
    static LeaseRecord first(String holder, int durationSeconds, Instant date) {
        String now = MICRO_TIME.format(date);
        return new LeaseRecord(holder, durationSeconds, now, now, 0);
    }

    /** Returns the record for the next holder. The next holder can be the current holder. */
    LeaseRecord heldBy(String who, int seconds, Instant date) {
        String now = MICRO_TIME.format(date);
        return who.equals(holder)
                ? new LeaseRecord(who, seconds, acquireTime, now, transitions)
                : new LeaseRecord(who, seconds, now, now, transitions + 1);
    }

    /**
     * Returns the record of a released Lease. A Lease without a holder is free immediately. The duration is 1 s,
     * because Kubernetes refuses a duration of 0.
     */
    LeaseRecord released(Instant date) {
        String now = MICRO_TIME.format(date);
        return new LeaseRecord("", 1, now, now, transitions);
    }
}
