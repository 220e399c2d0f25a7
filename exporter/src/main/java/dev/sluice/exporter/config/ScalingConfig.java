package dev.sluice.exporter.config;

import java.time.Duration;

/**
 * What operators decide of autoscaling.
 *
 * @param spares idle nodes that every NodeSet keeps beyond the need
 * @param lookahead how long before its begin time a job counts
 * @param headroom what becomes of a job for which there is no room below the maximum at present
 * @param debounce for how long a job must have been pending to count; zero is off
 * @param replaceUnusable whether a node that cannot take work is replaced while jobs wait
 * @param maxAge how old data may be to scale by
 */
public record ScalingConfig(
        int spares,
        Duration lookahead,
        Headroom headroom,
        Duration debounce,
        boolean replaceUnusable,
        Duration maxAge) {

    /** What holds unless the file says otherwise. */
    public static final ScalingConfig DEFAULTS =
            new ScalingConfig(0, Duration.ZERO, Headroom.FIT, Duration.ZERO, true, Duration.ofMinutes(3));

    /** What becomes of a job that would fit if others ended. */
    public enum Headroom {
        FIT,
        RESERVE
    }
}
