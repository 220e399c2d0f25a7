package dev.sluice.exporter.sink.cloudwatch;

import static com.github.tomakehurst.wiremock.client.WireMock.aResponse;
import static com.github.tomakehurst.wiremock.client.WireMock.equalTo;
import static com.github.tomakehurst.wiremock.client.WireMock.matching;
import static com.github.tomakehurst.wiremock.client.WireMock.post;
import static com.github.tomakehurst.wiremock.client.WireMock.urlPathEqualTo;
import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.PropertyNamingStrategies;
import com.fasterxml.jackson.dataformat.cbor.databind.CBORMapper;
import com.github.tomakehurst.wiremock.WireMockServer;
import com.github.tomakehurst.wiremock.core.WireMockConfiguration;
import com.github.tomakehurst.wiremock.stubbing.ServeEvent;
import com.github.tomakehurst.wiremock.verification.LoggedRequest;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.URI;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;

/** CloudWatch on a loopback port, in the AWS SDK's protocol (smithy rpc-v2-cbor). Accepts requests unless told. */
public final class FakeCloudWatch implements AutoCloseable {

    private static final ObjectMapper CBOR =
            new CBORMapper().setPropertyNamingStrategy(PropertyNamingStrategies.UPPER_CAMEL_CASE);
    private static final String PATH = "/service/GraniteServiceVersion20100801/operation/PutMetricData";

    private final WireMockServer server =
            new WireMockServer(WireMockConfiguration.options().dynamicPort().bindAddress("127.0.0.1"));

    /** A request. Fails for unknown members. */
    record Put(String namespace, List<Sent> metricData) {}

    record Sent(
            String metricName,
            List<SentDimension> dimensions,
            double timestamp,
            String unit,
            Double value,
            List<Double> values,
            List<Double> counts) {

        PutDatum datum() {
            // CloudWatch refuses a request for any of these.
            assertThat(value == null).isNotEqualTo(values == null);
            List<Double> all = value == null ? values : List.of(value);
            assertThat(all)
                    .doesNotHaveDuplicates()
                    .hasSizeBetween(1, 150)
                    .allMatch(number -> Math.abs(number) <= Math.pow(2, 360));
            Map<String, String> byName =
                    dimensions.stream().collect(Collectors.toMap(SentDimension::name, SentDimension::value));
            assertThat(byName).hasSizeLessThanOrEqualTo(30);
            return new PutDatum(metricName, byName, timestamp, unit, all, counts == null ? List.of(1.0) : counts);
        }
    }

    record SentDimension(String name, String value) {}

    /** A received datum with CloudWatch's statistics. */
    public record PutDatum(
            String name,
            Map<String, String> dimensions,
            double timestamp,
            String unit,
            List<Double> values,
            List<Double> counts) {

        public double sum() {
            double sum = 0;
            for (int i = 0; i < values.size(); i++) {
                sum += values.get(i) * counts.get(i);
            }
            return sum;
        }

        public double sampleCount() {
            return counts.stream().mapToDouble(Double::doubleValue).sum();
        }
    }

    public FakeCloudWatch() {
        server.start();
        respond(200, Map.of(), "");
    }

    public URI endpoint() {
        return URI.create(server.baseUrl());
    }

    /** Refuses all requests from now on. */
    void refuse(int status, String code) {
        respond(
                status,
                Map.of("__type", "com.amazonaws.cloudwatch#" + code, "message", "because of\n " + code),
                code + (status < 500 ? ";Sender" : ";Receiver"));
    }

    private void respond(int status, Map<String, String> body, String queryError) {
        try {
            server.stubFor(post(urlPathEqualTo(PATH))
                    .withHeader("smithy-protocol", equalTo("rpc-v2-cbor"))
                    .withHeader("authorization", matching("AWS4-HMAC-SHA256 Credential=\\w+/\\d{8}/eu-central-1/.*"))
                    .willReturn(aResponse()
                            .withStatus(status)
                            .withHeader("smithy-protocol", "rpc-v2-cbor")
                            .withHeader("x-amzn-query-error", queryError)
                            .withBody(CBOR.writeValueAsBytes(body))));
        } catch (JsonProcessingException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** Returns the bodies of all requests, the oldest first. */
    public List<LoggedRequest> requests() {
        return server.getAllServeEvents().stream()
                .map(ServeEvent::getRequest)
                .sorted(Comparator.comparing(LoggedRequest::getLoggedDate))
                .toList();
    }

    /** Returns the data of all requests. */
    public List<PutDatum> data() {
        return requests().stream()
                .flatMap(request -> {
                    Put put = read(request);
                    assertThat(put.namespace()).isEqualTo("Slurm");
                    assertThat(put.metricData()).hasSizeBetween(1, 1_000);
                    return put.metricData().stream().map(Sent::datum);
                })
                .toList();
    }

    private static Put read(LoggedRequest request) {
        try {
            return CBOR.readValue(request.getBody(), Put.class);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    @Override
    public void close() {
        server.stop();
    }
}
