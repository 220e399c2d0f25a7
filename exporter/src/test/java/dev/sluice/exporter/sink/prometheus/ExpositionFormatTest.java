package dev.sluice.exporter.sink.prometheus;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class ExpositionFormatTest {

    /**
     * The first headers are from Prometheus 3 and 2.45; the next two are from both with native histograms enabled; then
     * VictoriaMetrics, a browser, curl and others.
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
                "application/vnd.google.protobuf;proto=io.prometheus.client.MetricFamily;encoding=delimited;q=0.6,"
                        + "application/openmetrics-text;version=1.0.0;escaping=allow-utf-8;q=0.5,"
                        + "text/plain;version=0.0.4;q=0.3,*/*;q=0.2|PROTOBUF",
                "application/vnd.google.protobuf;proto=io.prometheus.client.MetricFamily;encoding=delimited,"
                        + "application/openmetrics-text;version=1.0.0;q=0.8,text/plain;version=0.0.4;q=0.5,"
                        + "*/*;q=0.1|PROTOBUF",
                "text/plain;version=0.0.4;q=1,*/*;q=0.1|TEXT",
                "text/html,application/xhtml+xml,application/xml;q=0.9,*/*;q=0.8|TEXT",
                "*/*|TEXT",
                "application/vnd.google.protobuf;proto=other.Message;encoding=delimited|TEXT",
                "application/json|TEXT"
            })
    void followsTheAcceptHeader(String accept, ExpositionFormat expected) {
        assertThat(ExpositionFormat.preferredBy(List.of(accept))).isEqualTo(expected);
    }

    @Test
    void readsSeveralAcceptHeadersAsOneAndIsTextWithoutAny() {
        assertThat(ExpositionFormat.preferredBy(List.of())).isEqualTo(ExpositionFormat.TEXT);
        var accept = List.of("text/plain;q=0.5", "application/openmetrics-text;q=0.9");

        assertThat(ExpositionFormat.preferredBy(accept)).isEqualTo(ExpositionFormat.OPENMETRICS);
    }
}
