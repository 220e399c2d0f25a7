package dev.sluice.exporter.config;

import java.time.Duration;
import java.util.Optional;

/**
 * How often Slurm is asked, and for how long an answer is good.
 *
 * @param interval from the start of one poll to the start of the next
 * @param dutyCycle largest share of the time that is spent on one list of jobs or nodes, above 0 and at most 1
 * @param maxInterval longest time between two polls of jobs or nodes that answer slowly
 * @param maxAge how old values may become before they are withdrawn, where configured
 * @param timeout deadline of every request but the one for jobs
 * @param jobsTimeout deadline of the request for jobs
 * @param slowInterval the same as interval for licences, reservations and slurmctld's configuration
 * @param accountingInterval the same for fair-share, QOS, associations and slurmdbd
 */
public record PollConfig(
        Duration interval,
        double dutyCycle,
        Duration maxInterval,
        Optional<Duration> maxAge,
        Duration timeout,
        Duration jobsTimeout,
        Duration slowInterval,
        Duration accountingInterval) {

    /** What holds unless the file says otherwise. */
    public static final PollConfig DEFAULTS = new PollConfig(
            Duration.ofSeconds(15),
            0.1,
            Duration.ofMinutes(5),
            Optional.empty(),
            Duration.ofSeconds(30),
            Duration.ofSeconds(180),
            Duration.ofSeconds(60),
            Duration.ofSeconds(120));
}
