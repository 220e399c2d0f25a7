package dev.sluice.exporter.poll;

import dev.sluice.exporter.model.SlurmSource;
import java.time.Duration;
import java.util.Optional;

/**
 * How often a cluster is polled, as configured.
 *
 * @param interval time between two polls
 * @param slowInterval the same for what changes seldom
 * @param accountingInterval the same for accounting
 * @param dutyCycle the largest part of the time that slurmrestd may spend on one large list, above 0 and at most 1
 * @param maxInterval the longest time between two polls of a large list that answers
 * @param maxAge how old data may get before it is withdrawn, where configured
 */
public record PollSettings(
        Duration interval,
        Duration slowInterval,
        Duration accountingInterval,
        double dutyCycle,
        Duration maxInterval,
        Optional<Duration> maxAge) {

    /**
     * The same for data that must not get older than that between two polls: lists that take long are polled at least
     * twice in the time.
     */
    public PollSettings within(Duration age) {
        Duration longest = PollPolicy.shorter(age.dividedBy(2), maxInterval);
        return new PollSettings(interval, slowInterval, accountingInterval, dutyCycle, longest, maxAge);
    }

    /** The policy of one source: no stretched interval lets its data get older than the configured age. */
    PollPolicy policy(SlurmSource source) {
        Duration longest = maxAge.map(this::within).orElse(this).maxInterval();
        Duration own = switch (source.pace()) {
            case INTERVAL -> interval;
            case SLOW -> PollPolicy.longer(interval, slowInterval);
            case ACCOUNTING -> PollPolicy.longer(interval, accountingInterval);
        };
        return new PollPolicy(source.size(), interval, own, dutyCycle, PollPolicy.longer(own, longest), maxAge);
    }
}
