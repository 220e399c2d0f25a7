package dev.sluice.exporter.sink.cloudwatch;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.entry;
import static org.assertj.core.api.Assertions.within;

import dev.sluice.exporter.config.Loaded;
import dev.sluice.exporter.metrics.MetricCatalog;
import dev.sluice.exporter.metrics.MetricFamily;
import dev.sluice.exporter.metrics.PushMetrics.CloudWatch.SendOutcome;
import dev.sluice.exporter.sink.cloudwatch.CloudWatchPublisher.Result;
import dev.sluice.exporter.sink.cloudwatch.Increases.Datum;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import software.amazon.awssdk.auth.credentials.AwsBasicCredentials;
import software.amazon.awssdk.auth.credentials.AwsCredentialsProvider;
import software.amazon.awssdk.auth.credentials.StaticCredentialsProvider;
import software.amazon.awssdk.core.exception.SdkClientException;

class SdkMetricSenderTest {

    private static final Instant NOW = Instant.parse("2026-11-20T12:00:00.250Z");

    private final FakeCloudWatch cloudWatch = new FakeCloudWatch();
    private final SdkMetricSender sender =
            sender(cloudWatch, StaticCredentialsProvider.create(AwsBasicCredentials.create("AKID", "secret")));

    static SdkMetricSender sender(FakeCloudWatch cloudWatch, AwsCredentialsProvider credentials) {
        CloudWatchConfig inRegion = Loaded.changed(Loaded.DEFAULTS.cloudWatch(), "region", Optional.of("eu-central-1"));
        return new SdkMetricSender(
                Loaded.changed(
                        inRegion, "endpoint", Optional.of(cloudWatch.endpoint().toString())),
                credentials);
    }

    @AfterEach
    void stop() {
        sender.close();
        cloudWatch.close();
    }

    private static Datum datum(String name, List<Double> values, List<Double> counts) {
        MetricFamily family = MetricCatalog.family("slurm_job_wait_seconds");
        DeclaredMetric declared = new DeclaredMetric(name, family, Map.of(), List.of(), Aggregation.SUM, family);
        SeriesKey key = new SeriesKey(name, Map.of("SlurmCluster", "alpha", "Partition", "gpu"));
        return new Datum(new ReducedMetric(declared, 0, key, 0, Map.of()), values, counts);
    }

    private Result send() {
        return sender.send(List.of(datum("one", List.of(1.0), List.of(1.0))), NOW);
    }

    @Test
    void sendsValuesAndCounts() {
        Result answer = sender.send(
                List.of(
                        datum("part", List.of(0.1), List.of(1.0)),
                        datum("waits", List.of(0.5, 45.0, 1e9), List.of(1.0, 2.0, 3.0))),
                NOW);

        assertThat(answer).isEqualTo(Result.ACCEPTED);
        assertThat(cloudWatch.data()).extracting(FakeCloudWatch.PutDatum::name).containsExactly("part", "waits");
        assertThat(cloudWatch.data().get(0).values()).containsExactly(0.1);
        FakeCloudWatch.PutDatum waits = cloudWatch.data().get(1);
        assertThat(waits.dimensions()).containsOnly(entry("SlurmCluster", "alpha"), entry("Partition", "gpu"));
        assertThat(waits.timestamp()).isCloseTo(NOW.toEpochMilli() / 1e3, within(1e-3));
        assertThat(waits.unit()).isEqualTo("Seconds");
        assertThat(waits.values()).containsExactly(0.5, 45.0, 1e9);
        assertThat(waits.counts()).containsExactly(1.0, 2.0, 3.0);
    }

    @ParameterizedTest
    @CsvSource({
        "400, InvalidParameterValue, REFUSED, 1",
        "413, RequestEntityTooLarge, REFUSED, 1",
        "403, AccessDenied, UNAUTHORIZED, 1",
        "400, ExpiredToken, UNAUTHORIZED, 1",
        "400, UnrecognizedClientException, UNAUTHORIZED, 1",
        "503, ServiceUnavailable, UNAVAILABLE, 5"
    })
    void classifiesFailuresAndRetriesThoseOfTheService(int status, String code, SendOutcome outcome, int attempts) {
        cloudWatch.refuse(status, code);

        Result answer = send();

        assertThat(answer.outcome()).isEqualTo(outcome);
        assertThat(answer.message()).startsWith(status + " because of " + code);
        assertThat(cloudWatch.requests()).hasSize(attempts);
    }

    @Test
    void anUnreachableServiceIsUnavailable() {
        cloudWatch.close();

        assertThat(send().outcome()).isEqualTo(SendOutcome.UNAVAILABLE);
    }

    @Test
    void missingCredentialsAreReportedOnOneLine() {
        AwsCredentialsProvider none = () -> {
            throw SdkClientException.create("Unable to load credentials from any\n of the providers");
        };
        try (SdkMetricSender poor = sender(cloudWatch, none)) {
            assertThat(poor.send(List.of(datum("one", List.of(1.0), List.of(1.0))), NOW))
                    .isEqualTo(new Result(
                            SendOutcome.UNAUTHORIZED,
                            "no credentials: Unable to load credentials from any of the providers"));
        }
        assertThat(cloudWatch.requests()).isEmpty();
    }

    @Test
    void missingRegionIsReportedAndNeedsNoRestart() {
        System.setProperty("aws.disableEc2Metadata", "true");
        CloudWatchConfig nowhere = Loaded.changed(
                Loaded.DEFAULTS.cloudWatch(),
                "endpoint",
                Optional.of(cloudWatch.endpoint().toString()));
        try (SdkMetricSender lost = new SdkMetricSender(
                nowhere, StaticCredentialsProvider.create(AwsBasicCredentials.create("AKID", "secret")))) {
            List<Datum> data = List.of(datum("one", List.of(1.0), List.of(1.0)));
            Result answer = lost.send(data, NOW);
            assertThat(answer.outcome()).isEqualTo(SendOutcome.UNAUTHORIZED);
            assertThat(answer.message()).startsWith("no region is set; expected cloudwatch.region or AWS_REGION: ");

            System.setProperty("aws.region", "eu-central-1");
            assertThat(lost.send(data, NOW)).isEqualTo(Result.ACCEPTED);
        } finally {
            System.clearProperty("aws.disableEc2Metadata");
            System.clearProperty("aws.region");
        }
    }
}
