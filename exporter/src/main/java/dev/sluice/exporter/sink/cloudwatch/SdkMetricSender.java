package dev.sluice.exporter.sink.cloudwatch;

import dev.sluice.exporter.metrics.PushMetrics.CloudWatch.SendOutcome;
import dev.sluice.exporter.sink.cloudwatch.CloudWatchPublisher.MetricSender;
import dev.sluice.exporter.sink.cloudwatch.CloudWatchPublisher.Result;
import dev.sluice.exporter.sink.cloudwatch.Increases.Datum;
import java.net.URI;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.regex.Pattern;
import software.amazon.awssdk.auth.credentials.AwsCredentialsProvider;
import software.amazon.awssdk.auth.credentials.DefaultCredentialsProvider;
import software.amazon.awssdk.awscore.exception.AwsErrorDetails;
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

/**
 * Sends requests with the AWS SDK. No other class of this sink uses the SDK, so Java does not load the SDK while
 * CloudWatch is off. Used by one thread. Creates the client at the first request. If the creation fails, tries again at
 * the next request, because missing settings may become available later.
 */
final class SdkMetricSender implements MetricSender, AutoCloseable {

    private static final Duration CONNECT = Duration.ofSeconds(5);
    private static final Duration ATTEMPT = Duration.ofSeconds(10);
    /** Timeout of a request with all attempts. */
    private static final Duration CALL = Duration.ofSeconds(30);

    /** Maximum number of attempts, as in the CloudWatch agent. */
    private static final int MAX_ATTEMPTS = 5;

    private static final int MAX_MESSAGE_LENGTH = 300;
    private static final int FORBIDDEN = 403;
    private static final int TOO_LARGE = 413;
    private static final int SERVER_ERRORS = 500;
    /** Error codes for missing permission. CloudWatch returns status 400 with some of these codes. */
    private static final Pattern NOT_ALLOWED =
            Pattern.compile("AccessDenied|Expired|Signature|AuthenticationToken|InvalidClientToken|OptIn|Unrecognized");

    private final CloudWatchConfig config;
    private final AwsCredentialsProvider credentials;
    private Optional<CloudWatchClient> client = Optional.empty();

    /** Uses the SDK's credentials: environment, web identity (IRSA), profile, Pod Identity, instance. */
    SdkMetricSender(CloudWatchConfig config) {
        this(config, DefaultCredentialsProvider.builder().build());
    }

    SdkMetricSender(CloudWatchConfig config, AwsCredentialsProvider credentials) {
        this.config = config;
        this.credentials = credentials;
    }

    @Override
    public Result send(List<Datum> data, Instant at) {
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
            ready.putMetricData(request -> request.namespace(config.namespace())
                    .metricData(data.stream().map(datum -> datum(datum, at)).toList()));
            return Result.ACCEPTED;
        } catch (AwsServiceException e) {
            return new Result(outcome(e), e.statusCode() + " " + shortened(e));
        } catch (SdkException e) {
            return new Result(SendOutcome.UNAVAILABLE, shortened(e));
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
                    .region(config.region()
                            .map(Region::of)
                            .orElseGet(() -> new DefaultAwsRegionProviderChain().getRegion()))
                    .credentialsProvider(credentials)
                    .httpClientBuilder(UrlConnectionHttpClient.builder()
                            .connectionTimeout(CONNECT)
                            .socketTimeout(ATTEMPT))
                    .overrideConfiguration(
                            override -> override.retryStrategy(AwsRetryStrategy.standardRetryStrategy().toBuilder()
                                            .maxAttempts(MAX_ATTEMPTS)
                                            .build())
                                    .apiCallTimeout(CALL));
            config.endpoint().map(URI::create).ifPresent(builder::endpointOverride);
            client = Optional.of(builder.build());
        }
        return client.get();
    }

    private static Result unauthorized(String what, SdkException e) {
        return new Result(SendOutcome.UNAUTHORIZED, what + shortened(e));
    }

    private static SendOutcome outcome(AwsServiceException e) {
        String code = Optional.ofNullable(e.awsErrorDetails())
                .map(AwsErrorDetails::errorCode)
                .orElse("");
        if (e.isThrottlingException()) {
            return SendOutcome.THROTTLED;
        }
        if (e.statusCode() == FORBIDDEN || NOT_ALLOWED.matcher(code).find()) {
            return SendOutcome.UNAUTHORIZED;
        }
        boolean ofTheData = e.statusCode() < SERVER_ERRORS && !code.isEmpty();
        return ofTheData || e.statusCode() == TOO_LARGE ? SendOutcome.REFUSED : SendOutcome.UNAVAILABLE;
    }

    private static String shortened(SdkException e) {
        String message = String.valueOf(e.getMessage()).replaceAll("\\s+", " ");
        return message.length() <= MAX_MESSAGE_LENGTH ? message : message.substring(0, MAX_MESSAGE_LENGTH) + "...";
    }

    private static MetricDatum datum(Datum datum, Instant at) {
        MetricDatum.Builder builder = MetricDatum.builder()
                .metricName(datum.rollup().key().name())
                .dimensions(datum.rollup().key().dimensions().entrySet().stream()
                        .map(dimension -> Dimension.builder()
                                .name(dimension.getKey())
                                .value(dimension.getValue())
                                .build())
                        .toList())
                .timestamp(at)
                .unit(datum.rollup().metric().unit());
        return datum.counts().equals(List.of(1.0))
                ? builder.value(datum.values().get(0)).build()
                : builder.values(datum.values()).counts(datum.counts()).build();
    }
}
