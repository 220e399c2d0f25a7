package dev.sluice.exporter.sink.cloudwatch;

import dev.sluice.exporter.metrics.process.CloudWatchMetrics.Outcome;
import dev.sluice.exporter.sink.cloudwatch.delivery.Answer;
import dev.sluice.exporter.sink.cloudwatch.delivery.MetricSender;
import dev.sluice.exporter.sink.cloudwatch.rollup.Datum;
import java.net.URI;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import software.amazon.awssdk.auth.credentials.AwsCredentialsProvider;
import software.amazon.awssdk.auth.credentials.DefaultCredentialsProvider;
import software.amazon.awssdk.awscore.exception.AwsServiceException;
import software.amazon.awssdk.awscore.retry.AwsRetryStrategy;
import software.amazon.awssdk.core.exception.SdkException;
import software.amazon.awssdk.http.urlconnection.UrlConnectionHttpClient;
import software.amazon.awssdk.regions.Region;
import software.amazon.awssdk.regions.providers.DefaultAwsRegionProviderChain;
import software.amazon.awssdk.services.cloudwatch.CloudWatchClient;
import software.amazon.awssdk.services.cloudwatch.CloudWatchClientBuilder;
import software.amazon.awssdk.services.cloudwatch.model.Dimension;
import software.amazon.awssdk.services.cloudwatch.model.MetricDatum;
import software.amazon.awssdk.services.cloudwatch.model.PutMetricDataRequest;

/**
 * Sends requests with the AWS SDK. No other class of this sink uses the SDK, so Java does not load the SDK while
 * CloudWatch is off. Used by one thread. Creates the client at the first request. If the creation fails, tries again at
 * the next request, because missing settings may become available later.
 */
public final class SdkMetricSender implements MetricSender, AutoCloseable {

    private static final Duration CONNECT = Duration.ofSeconds(5);
    private static final Duration ATTEMPT = Duration.ofSeconds(10);
    /**
     * Timeout of a call. The first call also loads a thousand classes. Loading takes a long time if little CPU is
     * available.
     */
    private static final Duration CALL = Duration.ofSeconds(30);

    private static final int MAX_MESSAGE_LENGTH = 300;
    private static final int FORBIDDEN = 403;
    private static final int TOO_LARGE = 413;
    private static final int SERVER_ERRORS = 500;
    /** Error codes for missing permission. CloudWatch returns status 400 with some of these codes. */
    private static final Set<String> NOT_ALLOWED = Set.of(
            "AccessDenied",
            "AccessDeniedException",
            "ExpiredToken",
            "ExpiredTokenException",
            "IncompleteSignature",
            "InvalidClientTokenId",
            "MissingAuthenticationToken",
            "OptInRequired",
            "RequestExpired",
            "SignatureDoesNotMatch",
            "UnrecognizedClientException");

    private final Settings settings;
    private final AwsCredentialsProvider credentials;
    private Optional<CloudWatchClient> client = Optional.empty();

    /**
     * The destination.
     *
     * @param namespace CloudWatch namespace
     * @param region empty to use the SDK's lookup: AWS_REGION, profile, instance
     * @param endpoint empty to use the endpoint of the region
     */
    public record Settings(String namespace, Optional<String> region, Optional<URI> endpoint) {}

    /** Uses the SDK's credentials: environment, web identity (IRSA), profile, Pod Identity, instance. */
    public SdkMetricSender(Settings settings) {
        this(settings, DefaultCredentialsProvider.builder().build());
    }

    SdkMetricSender(Settings settings, AwsCredentialsProvider credentials) {
        this.settings = settings;
        this.credentials = credentials;
    }

    @Override
    public Answer send(List<Datum> data, Instant at) {
        CloudWatchClient ready;
        try {
            ready = client();
        } catch (SdkException e) {
            return unauthorized("no region is set; expected cloudwatch.region or AWS_REGION: ", e);
        }
        try {
            credentials.resolveCredentials();
        } catch (SdkException e) {
            return unauthorized("no credentials: ", e);
        }
        try {
            ready.putMetricData(request(data, at));
            return Answer.accepted();
        } catch (AwsServiceException e) {
            return new Answer(kind(e), e.statusCode() + " " + shortened(e));
        } catch (SdkException e) {
            return new Answer(Outcome.UNAVAILABLE, shortened(e));
        }
    }

    @Override
    public void close() {
        client.ifPresent(CloudWatchClient::close);
        if (credentials instanceof DefaultCredentialsProvider ours) {
            ours.close();
        }
    }

    private CloudWatchClient client() {
        if (client.isEmpty()) {
            CloudWatchClientBuilder builder = CloudWatchClient.builder()
                    .region(settings.region()
                            .map(Region::of)
                            .orElseGet(() -> new DefaultAwsRegionProviderChain().getRegion()))
                    .credentialsProvider(credentials)
                    .httpClientBuilder(UrlConnectionHttpClient.builder()
                            .connectionTimeout(CONNECT)
                            .socketTimeout(ATTEMPT))
                    // Disables the retries of the SDK, because Sluice itself retries, with limits on the number of
                    // attempts and the time.
                    .overrideConfiguration(override -> override.retryStrategy(AwsRetryStrategy.doNotRetry())
                            .apiCallTimeout(CALL));
            settings.endpoint().ifPresent(builder::endpointOverride);
            client = Optional.of(builder.build());
        }
        return client.get();
    }

    private static Answer unauthorized(String what, SdkException e) {
        return new Answer(Outcome.UNAUTHORIZED, what + shortened(e));
    }

    private static Outcome kind(AwsServiceException e) {
        String code = Optional.ofNullable(e.awsErrorDetails())
                .map(details -> Optional.ofNullable(details.errorCode()).orElse(""))
                .orElse("");
        if (e.isThrottlingException()) {
            return Outcome.THROTTLED;
        }
        if (e.statusCode() == FORBIDDEN || NOT_ALLOWED.contains(code)) {
            return Outcome.UNAUTHORIZED;
        }
        boolean ofTheData = e.statusCode() >= 400 && e.statusCode() < SERVER_ERRORS && !code.isEmpty();
        return ofTheData || e.statusCode() == TOO_LARGE ? Outcome.REFUSED : Outcome.UNAVAILABLE;
    }

    private static String shortened(SdkException e) {
        String message = String.valueOf(e.getMessage()).replaceAll("\\s+", " ");
        return message.length() <= MAX_MESSAGE_LENGTH ? message : message.substring(0, MAX_MESSAGE_LENGTH) + "...";
    }

    private PutMetricDataRequest request(List<Datum> data, Instant at) {
        return PutMetricDataRequest.builder()
                .namespace(settings.namespace())
                .metricData(data.stream().map(datum -> datum(datum, at)).toList())
                .build();
    }

    private static MetricDatum datum(Datum datum, Instant at) {
        MetricDatum.Builder builder = MetricDatum.builder()
                .metricName(datum.key().name())
                .dimensions(datum.key().dimensions().stream()
                        .map(dimension -> Dimension.builder()
                                .name(dimension.name())
                                .value(dimension.value())
                                .build())
                        .toList())
                .timestamp(at)
                .unit(datum.unit().wireName());
        if (datum.content() instanceof Datum.Several several) {
            return builder.values(several.values()).counts(several.counts()).build();
        }
        return builder.value(((Datum.Single) datum.content()).value()).build();
    }
}
