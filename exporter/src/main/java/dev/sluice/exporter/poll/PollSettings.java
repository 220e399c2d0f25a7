package dev.sluice.exporter.poll;

import dev.sluice.exporter.model.SlurmSource;
import java.time.Duration;
import java.util.Optional;

/**
 * The configured poll intervals and limits of a cluster.
 *
 * @param interval time between two polls
 * @param slowInterval time between two polls of sources that rarely change
 * @param accountingInterval time between two polls of accounting sources
 * @param dutyCycle maximum share of the time that slurmrestd may spend on one large list, above 0 and at most 1
 * @param maxInterval maximum time between two successful polls of a large list
 * @param maxAge configured maximum age of the data; empty for the default
 */
public record PollSettings(
        Duration interval,
        Duration slowInterval,
        Duration accountingInterval,
        double dutyCycle,
        Duration maxInterval,
        Optional<Duration> maxAge) {

    /**
     * Returns settings that keep the data younger than the given age: slow lists are polled at least twice within the
     * given age.
     */
    public PollSettings within(Duration age) {
        Duration longest = PollPolicy.shorter(age.dividedBy(2), maxInterval);
        return new PollSettings(interval, slowInterval, accountingInterval, dutyCycle, longest, maxAge);
    }

    /** Returns the policy of one source. Longer intervals never let the data exceed the configured maximum age. */
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
