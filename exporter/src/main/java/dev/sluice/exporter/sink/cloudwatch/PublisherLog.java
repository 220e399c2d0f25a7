package dev.sluice.exporter.sink.cloudwatch;

import dev.sluice.exporter.metrics.process.CloudWatchMetrics.Outcome;
import dev.sluice.exporter.sink.cloudwatch.delivery.Answer;
import dev.sluice.exporter.sink.cloudwatch.delivery.Delivery;
import java.util.Optional;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Logs changes in the result of publishing, for example from success to failure. */
final class PublisherLog {

    private static final Logger LOG = LoggerFactory.getLogger(CloudWatchPublisher.class);

    private Optional<Outcome> trouble = Optional.empty();
    private boolean begun;
    private boolean cut;
    private boolean broken;

    void published(Delivery.Result result, int overBudget) {
        Optional<Answer> answer = result.failure();
        Optional<Outcome> now = answer.map(Answer::kind);
        if (answer.isPresent() && !now.equals(trouble)) {
            LOG.atWarn()
                    .addKeyValue("kind", answer.get().kind().label())
                    .addKeyValue("failure", answer.get().message())
                    .log("cloudwatch did not accept metrics; prometheus is not affected");
        } else if (answer.isEmpty() && (trouble.isPresent() || !begun)) {
            LOG.atInfo().addKeyValue("metrics", result.accepted().size()).log("cloudwatch accepted the metrics");
            begun = true;
        }
        trouble = now;
        if (overBudget > 0 && !cut) {
            LOG.atWarn()
                    .addKeyValue("metrics", overBudget)
                    .log("cloudwatch metrics left out over cloudwatch.maxMetrics; --cloudwatch-dry-run lists them");
        }
        cut = overBudget > 0;
    }

    void takenOver() {
        LOG.atInfo().log("this process became the cloudwatch leader; earlier counts are not published,"
                + " because the previous leader may have published them");
    }

    void broken(RuntimeException e) {
        if (!broken) {
            LOG.atError().setCause(e).log("publishing to cloudwatch failed unexpectedly");
        }
        broken = true;
    }

    void endsLate() {
        LOG.atWarn().log("cloudwatch request cut off at shutdown");
    }
}
