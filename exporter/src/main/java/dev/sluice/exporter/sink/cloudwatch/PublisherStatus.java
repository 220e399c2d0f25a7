package dev.sluice.exporter.sink.cloudwatch;

import dev.sluice.exporter.metrics.CloudWatchFamilies;
import dev.sluice.exporter.metrics.MetricBatch;
import dev.sluice.exporter.metrics.MetricVisitor;
import dev.sluice.exporter.sink.cloudwatch.delivery.Answer;
import java.time.Duration;
import java.time.Instant;
import java.util.Map;
import java.util.Optional;

/**
 * What became of publishing so far.
 *
 * @param leads whether we are the one to publish
 * @param up whether CloudWatch took all of the newest publish; empty before the first
 * @param published metrics that it took in the newest publish
 * @param overBudget metrics for which there was no room
 * @param invalid metrics that it refuses
 * @param requests how many requests were answered how, since the start
 * @param duration how long the newest publish took
 * @param succeededAt when it last took all
 * @param monthlyCost estimate for a month
 */
public record PublisherStatus(
        boolean leads,
        Optional<Boolean> up,
        int published,
        int overBudget,
        int invalid,
        Map<Answer.Kind, Long> requests,
        Duration duration,
        Optional<Instant> succeededAt,
        double monthlyCost)
        implements MetricBatch {

    static final PublisherStatus NOTHING_YET =
            new PublisherStatus(false, Optional.empty(), 0, 0, 0, Map.of(), Duration.ZERO, Optional.empty(), 0);

    public PublisherStatus {
        requests = Map.copyOf(requests);
    }

    PublisherStatus leading() {
        return new PublisherStatus(
                true, up, published, overBudget, invalid, requests, duration, succeededAt, monthlyCost);
    }

    /** Nothing was published, because another is to do it. */
    PublisherStatus standingBy() {
        return new PublisherStatus(false, Optional.empty(), 0, 0, 0, requests, Duration.ZERO, succeededAt, 0);
    }

    @Override
    public void forEach(MetricVisitor visitor) {
        visitor.sample(CloudWatchFamilies.LEADER, leads ? 1 : 0);
        up.ifPresent(good -> visitor.sample(CloudWatchFamilies.UP, good ? 1 : 0));
        visitor.sample(CloudWatchFamilies.METRICS, published, "published");
        visitor.sample(CloudWatchFamilies.METRICS, overBudget, "over_budget");
        visitor.sample(CloudWatchFamilies.METRICS, invalid, "invalid");
        for (Answer.Kind kind : Answer.Kind.values()) {
            visitor.sample(CloudWatchFamilies.REQUESTS, requests.getOrDefault(kind, 0L), kind.label());
        }
        visitor.sample(CloudWatchFamilies.PUBLISH_SECONDS, duration.toNanos() / 1e9);
        succeededAt.ifPresent(at -> visitor.sample(CloudWatchFamilies.LAST_SUCCESS, at.getEpochSecond()));
        visitor.sample(CloudWatchFamilies.MONTHLY_COST, monthlyCost);
    }
}
