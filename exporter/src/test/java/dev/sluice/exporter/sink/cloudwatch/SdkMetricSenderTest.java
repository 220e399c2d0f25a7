package dev.sluice.exporter.sink.cloudwatch;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.entry;

import dev.sluice.exporter.metrics.process.CloudWatchMetrics.Outcome;
import dev.sluice.exporter.sink.cloudwatch.delivery.Answer;
import dev.sluice.exporter.sink.cloudwatch.delivery.Requests;
import dev.sluice.exporter.sink.cloudwatch.rollup.Datum;
import dev.sluice.exporter.sink.cloudwatch.rollup.Dimension;
import dev.sluice.exporter.sink.cloudwatch.rollup.SeriesKey;
import dev.sluice.exporter.sink.cloudwatch.rollup.Unit;
import dev.sluice.fakecloudwatch.FakeCloudWatch;
import dev.sluice.fakecloudwatch.PutDatum;
import dev.sluice.fakecloudwatch.PutRequest;
import dev.sluice.fakecloudwatch.Refusal;
import java.net.URI;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Optional;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;
import software.amazon.awssdk.auth.credentials.AnonymousCredentialsProvider;
import software.amazon.awssdk.auth.credentials.AwsBasicCredentials;
import software.amazon.awssdk.auth.credentials.AwsCredentialsProvider;
import software.amazon.awssdk.auth.credentials.StaticCredentialsProvider;
import software.amazon.awssdk.core.exception.SdkClientException;

/** Uses the real AWS SDK, with a fake CloudWatch that is stricter than the known emulators. */
class SdkMetricSenderTest {

    private static final String ACCESS_KEY = "AKIDEXAMPLE";
    private static final String SECRET = "wJalrXUtnFEMI/K7MDENG+bPxRfiCYEXAMPLEKEY";
    private static final Instant NOW = Instant.parse("2026-11-20T12:00:00.250Z");
    private static final AwsCredentialsProvider CREDENTIALS =
            StaticCredentialsProvider.create(AwsBasicCredentials.create(ACCESS_KEY, SECRET));

    private final FakeCloudWatch cloudWatch = FakeCloudWatch.start(Clock.fixed(NOW, ZoneOffset.UTC));
    private final SdkMetricSender sender = sender(cloudWatch.endpoint(), CREDENTIALS);

    private static SdkMetricSender sender(URI endpoint, AwsCredentialsProvider credentials) {
        return new SdkMetricSender(
                new SdkMetricSender.Settings("Slurm", Optional.of("eu-central-1"), Optional.of(endpoint)), credentials);
    }

    @AfterEach
    void stop() {
        sender.close();
        cloudWatch.close();
    }

    private static Datum datum(String name, double value) {
        return new Datum(key(name), Unit.COUNT, new Datum.Single(value));
    }

    private static SeriesKey key(String name) {
        return new SeriesKey(name, List.of(new Dimension("SlurmCluster", "alpha"), new Dimension("Partition", "gpu")));
    }

    private static List<Datum> many(int count) {
        return IntStream.range(0, count)
                .mapToObj(i -> datum("metric_" + i, i / 3.0))
                .toList();
    }

    private Outcome send(Datum... data) {
        return sender.send(List.of(data), NOW).kind();
    }

    @Test
    void whatIsSentArrives() {
        Datum waits = new Datum(
                key("waits"), Unit.SECONDS, new Datum.Several(List.of(0.5, 45.0, 1e9), List.of(1.0, 2.0, 3.0)));

        assertThat(send(datum("whole", 3), datum("part", 0.1), waits)).isEqualTo(Outcome.ACCEPTED);

        assertThat(cloudWatch.requests()).singleElement().returns("Slurm", PutRequest::namespace);
        assertThat(cloudWatch.data()).extracting(PutDatum::name).containsExactly("whole", "part", "waits");
        PutDatum last = cloudWatch.data().get(2);
        assertThat(last.dimensions()).containsOnly(entry("SlurmCluster", "alpha"), entry("Partition", "gpu"));
        assertThat(last.timestamp()).isEqualTo(NOW);
        assertThat(last.unit()).isEqualTo("Seconds");
        assertThat(last.values()).containsExactly(0.5, 45.0, 1e9);
        assertThat(last.counts()).containsExactly(1.0, 2.0, 3.0);
        assertThat(cloudWatch.data().get(1).values()).containsExactly(0.1);
    }

    @Test
    void isSignedAsTheSpecificationSays() {
        send(datum("one", 1));
        sender.send(many(500), NOW);

        assertThat(cloudWatch.requests())
                .hasSize(2)
                .allMatch(request -> SignatureV4.signs(request, ACCESS_KEY, SECRET, "eu-central-1"))
                .noneMatch(request -> SignatureV4.signs(request, ACCESS_KEY, "another", "eu-central-1"));
    }

    @Test
    void largeRequestsAreCompressedAndNoLargerThanEstimated() {
        List<Datum> data = many(1_000);

        assertThat(sender.send(data, NOW).kind()).isEqualTo(Outcome.ACCEPTED);

        PutRequest request = cloudWatch.requests().get(0);
        assertThat(request.data()).hasSize(1_000);
        assertThat(request.headers().get("content-encoding")).containsExactly("gzip");
        assertThat(request.body()).hasSizeLessThanOrEqualTo(Requests.bytes(data));
        assertThat(request.body()).hasSizeGreaterThan(Requests.bytes(data) / 2);
    }

    @Test
    void histogramsAreNoLargerThanEstimated() {
        List<Datum> data = new ArrayList<>();
        for (int i = 0; i < 100; i++) {
            List<Double> values =
                    IntStream.range(0, 150).mapToObj(v -> v + 1 / 3.0).toList();
            data.add(new Datum(
                    key("m" + i), Unit.SECONDS, new Datum.Several(values, Collections.nCopies(150, 1e6 / 7))));
        }

        assertThat(sender.send(data, NOW).kind()).isEqualTo(Outcome.ACCEPTED);

        assertThat(cloudWatch.requests().get(0).body()).hasSizeLessThanOrEqualTo(Requests.bytes(data));
    }

    @ParameterizedTest
    @ValueSource(doubles = {Double.NaN, Double.POSITIVE_INFINITY, 1e300})
    void aBadValueIsRefusedWithEverythingBesideIt(double bad) {
        assertThat(send(datum("good", 1), datum("bad", bad))).isEqualTo(Outcome.REFUSED);
        assertThat(cloudWatch.data()).isEmpty();
        assertThat(datum("bad", bad).valid()).isFalse();
    }

    @Test
    void whatIsTooOldOrTooManyIsRefused() {
        assertThat(sender.send(List.of(datum("old", 1)), NOW.minus(Duration.ofDays(15)))
                        .kind())
                .isEqualTo(Outcome.REFUSED);
        Answer tooMany = sender.send(many(1_001), NOW);
        assertThat(tooMany.kind()).isEqualTo(Outcome.REFUSED);
        assertThat(tooMany.message()).startsWith("400 ").contains("must not have a size greater than 1000");
    }

    static Stream<Arguments> errors() {
        return Stream.of(
                Arguments.argumentSet("throttling", Refusal.throttling(), Outcome.THROTTLED),
                Arguments.argumentSet("denied", Refusal.accessDenied(), Outcome.UNAUTHORIZED),
                Arguments.argumentSet("expired", new Refusal(400, "ExpiredToken", "has expired"), Outcome.UNAUTHORIZED),
                Arguments.argumentSet("unavailable", Refusal.unavailable(), Outcome.UNAVAILABLE),
                Arguments.argumentSet(
                        "too large", new Refusal(413, "RequestEntityTooLarge", "too large"), Outcome.REFUSED));
    }

    @ParameterizedTest
    @MethodSource("errors")
    void errorsAreToldApartAndNotRepeatedByTheSdk(Refusal refusal, Outcome kind) {
        cloudWatch.mood(data -> Optional.of(refusal));

        assertThat(send(datum("one", 1))).isEqualTo(kind);

        assertThat(cloudWatch.requests()).hasSize(1);
    }

    @Test
    void nobodyThereIsUnavailable() {
        cloudWatch.close();

        assertThat(send(datum("one", 1))).isEqualTo(Outcome.UNAVAILABLE);
    }

    @Test
    void missingCredentialsAreSaidOnOneLine() {
        AwsCredentialsProvider none = () -> {
            throw SdkClientException.create("Unable to load credentials from any\n of the providers");
        };
        try (SdkMetricSender poor = sender(cloudWatch.endpoint(), none)) {
            Answer answer = poor.send(List.of(datum("one", 1)), NOW);

            assertThat(answer)
                    .isEqualTo(new Answer(
                            Outcome.UNAUTHORIZED,
                            "no credentials: Unable to load credentials from any of the providers"));
        }
        assertThat(cloudWatch.requests()).isEmpty();
    }

    @Test
    void unsignedRequestsAreRefused() {
        try (SdkMetricSender anonymous = sender(cloudWatch.endpoint(), AnonymousCredentialsProvider.create())) {
            assertThat(anonymous.send(List.of(datum("one", 1)), NOW).kind()).isEqualTo(Outcome.UNAUTHORIZED);
        }
    }
}
