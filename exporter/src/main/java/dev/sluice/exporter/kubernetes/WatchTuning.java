package dev.sluice.exporter.kubernetes;

import java.time.Duration;

/**
 * The time limits and page size of lists and watches.
 *
 * @param pageSize objects per page of a list
 * @param deadline maximum time without data of a page
 * @param watchTimeout minimum time after which the server should end a watch; each watch requests a random time of up
 *     to twice the minimum, so that watches do not all end at the same time
 * @param head maximum time until the head of a watch's response, and without data of the small list of API groups
 * @param silence maximum time without an event or bookmark before a watch restarts. The API server sends a bookmark
 *     about every minute, but no bookmark if nothing changes at all
 * @param maxAge maximum age of the data after the last event of a watch; older data is withdrawn. A silent watch is
 *     detected well before the data reaches this age
 * @param firstBackoff pause after a first failure; doubled with each further failure
 * @param recheck pause before a missing or unreadable resource is requested again
 */
record WatchTuning(
        int pageSize,
        Duration deadline,
        Duration watchTimeout,
        Duration head,
        Duration silence,
        Duration maxAge,
        Duration firstBackoff,
        Duration maxBackoff,
        Duration recheck) {

    /** The settings for resources with many objects. */
    static final WatchTuning DEFAULT = new WatchTuning(
            500,
            Duration.ofSeconds(60),
            Duration.ofMinutes(5),
            Duration.ofSeconds(10),
            Duration.ofSeconds(75),
            Duration.ofSeconds(90),
            Duration.ofSeconds(1),
            Duration.ofSeconds(60),
            Duration.ofSeconds(45));
}
