package dev.sluice.common.kubernetes;

import java.time.Duration;

/**
 * The times and sizes of lists and watches.
 *
 * @param pageSize objects per page of a list
 * @param deadline for a page, or for the beginning of a watch
 * @param watchTimeout after which the server is asked to end a watch; up to twice that, so that not all end at once
 * @param silence after which a watch without any sign of life is begun anew. The API server sends a bookmark about every
 *     minute; where nothing changes at all it may send none
 * @param firstBackoff pause after a first failure; it doubles with each
 * @param maxBackoff the longest pause
 * @param recheck pause before what is absent, or could not be read whole, is looked for again
 */
public record WatchTuning(
        int pageSize,
        Duration deadline,
        Duration watchTimeout,
        Duration silence,
        Duration firstBackoff,
        Duration maxBackoff,
        Duration recheck) {

    /** For objects of which many may exist. */
    public static final WatchTuning DEFAULT = new WatchTuning(
            500,
            Duration.ofSeconds(60),
            Duration.ofMinutes(5),
            Duration.ofSeconds(75),
            Duration.ofSeconds(1),
            Duration.ofSeconds(60),
            Duration.ofSeconds(30));

    /** The same with another first pause. */
    public WatchTuning withFirstBackoff(Duration pause) {
        return new WatchTuning(pageSize, deadline, watchTimeout, silence, pause, maxBackoff, recheck);
    }
}
