package dev.sluice.exporter.sink.prometheus;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class ExpositionFormatTest {

    /**
     * The first three headers are from Prometheus 3, 2.45 and 2.5. The next two headers are from Prometheus 3 and 2.45
     * with native histograms enabled.
     */
    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "application/openmetrics-text;version=1.0.0;escaping=allow-utf-8;q=0.6,"
                        + "application/openmetrics-text;version=0.0.1;q=0.5,"
                        + "text/plain;version=1.0.0;escaping=allow-utf-8;q=0.4,"
                        + "text/plain;version=0.0.4;q=0.3,*/*;q=0.2|OPENMETRICS",
                "application/openmetrics-text;version=1.0.0,application/openmetrics-text;version=0.0.1;q=0.75,"
                        + "text/plain;version=0.0.4;q=0.5,*/*;q=0.1|OPENMETRICS",
                "application/openmetrics-text; version=0.0.1,text/plain;version=0.0.4;q=0.5,*/*;q=0.1|TEXT",
                "application/vnd.google.protobuf;proto=io.prometheus.client.MetricFamily;encoding=delimited;q=0.6,"
                        + "application/openmetrics-text;version=1.0.0;escaping=allow-utf-8;q=0.5,"
                        + "text/plain;version=0.0.4;q=0.3,*/*;q=0.2|PROTOBUF",
                "application/vnd.google.protobuf;proto=io.prometheus.client.MetricFamily;encoding=delimited,"
                        + "application/openmetrics-text;version=1.0.0;q=0.8,text/plain;version=0.0.4;q=0.5,"
                        + "*/*;q=0.1|PROTOBUF",
                "application/vnd.google.protobuf;proto=io.prometheus.client.MetricFamily;encoding=delimited;q=0.4,"
                        + "application/openmetrics-text;version=1.0.0;q=0.5|OPENMETRICS",
                "application/vnd.google.protobuf;proto=io.prometheus.client.MetricFamily;encoding=text|TEXT",
                "application/vnd.google.protobuf;proto=io.prometheus.client.MetricFamily|TEXT",
                "application/vnd.google.protobuf;proto=other.Message;encoding=delimited|TEXT",
                "application/vnd.google.protobuf|TEXT",
                "text/plain;version=0.0.4;q=0.5,application/openmetrics-text;version=1.0.0;q=0.4|TEXT",
                "text/plain;version=0.0.4,application/openmetrics-text|TEXT",
                "application/openmetrics-text,text/plain|OPENMETRICS",
                "Application/OpenMetrics-Text; Version=\"1.0.0\"|OPENMETRICS",
                "application/openmetrics-text;q=0|TEXT",
                "application/openmetrics-text;version=2.0.0|TEXT",
                "text/html,application/xhtml+xml,application/xml;q=0.9,*/*;q=0.8|TEXT",
                "*/*|TEXT",
                "application/json|TEXT",
                ";;,,q=|TEXT",
                "application/openmetrics-text;q=nonsense|OPENMETRICS"
            })
    void followsTheAcceptHeader(String accept, ExpositionFormat expected) {
        assertThat(ExpositionFormat.preferredBy(List.of(accept))).isEqualTo(expected);
    }

    @Test
    void isTextWithoutAcceptHeader() {
        assertThat(ExpositionFormat.preferredBy(List.of())).isEqualTo(ExpositionFormat.TEXT);
    }

    @Test
    void readsSeveralAcceptHeadersAsOne() {
        var accept = List.of("text/plain;q=0.5", "application/openmetrics-text;q=0.9");

        assertThat(ExpositionFormat.preferredBy(accept)).isEqualTo(ExpositionFormat.OPENMETRICS);
    }
}
