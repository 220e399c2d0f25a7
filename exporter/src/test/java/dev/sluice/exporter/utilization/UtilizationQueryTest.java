package dev.sluice.exporter.utilization;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.sluice.exporter.derive.waste.GpuUse;
import dev.sluice.fixtures.GoldenFile;
import java.io.IOException;
import java.nio.file.Files;
import java.util.Map;
import org.junit.jupiter.api.Test;

class UtilizationQueryTest {

    /** promtool evaluates the query in this file and checks the result. */
    @Test
    void queryIsTheOneThatPromtoolTests() throws IOException {
        String tests =
                Files.readString(GoldenFile.repositoryRoot().resolve("alerts/tests/gpus-dcgm-recording_test.yml"));

        assertThat(tests.replaceAll("\\s+", " ")).contains(UtilizationQuery.TEXT.replaceAll("\\s+", " "));
    }

    @Test
    void amountsOfEachJobAreCollectedByCluster() throws IOException {
        Map<String, Map<Long, GpuUse.OfJob>> found = decode(
                series("alpha", "7", "percent", "45.25"),
                series("alpha", "7", "gpus", "2"),
                series("alpha", "7", "idle", "1"),
                series("beta", "7", "gpus", "1"),
                series("beta", "7", "percent", "0"));

        assertThat(found)
                .containsOnly(
                        Map.entry("alpha", Map.of(7L, new GpuUse.OfJob(45.25, 2, 1))),
                        Map.entry("beta", Map.of(7L, new GpuUse.OfJob(0, 1, 0))));
    }

    @Test
    void valuesThatAreNoAmountsAreOmitted() throws IOException {
        assertThat(decode(
                        series("alpha", "7", "percent", "NaN"),
                        series("alpha", "7", "gpus", "-1"),
                        series("alpha", "none", "gpus", "1"),
                        series("alpha", "8", "gpus", "+Inf"),
                        series("alpha", "9", "percent", "40")))
                .isEqualTo(Map.of("alpha", Map.of()));
    }

    @Test
    void errorsOfPrometheusAreQuoted() {
        assertThatThrownBy(() -> UtilizationQuery.decode(
                        "{\"status\":\"error\",\"errorType\":\"execution\",\"error\":\"query timed out\"}"
                                .getBytes(UTF_8)))
                .isInstanceOf(IOException.class)
                .hasMessage("Prometheus cannot evaluate the query: query timed out");
    }

    @Test
    void otherResponsesAreNotQuoted() {
        assertThatThrownBy(() -> UtilizationQuery.decode("<html>secret</html>".getBytes(UTF_8)))
                .isInstanceOf(IOException.class)
                .hasMessage("the response of Prometheus is not JSON");
        assertThatThrownBy(() -> decode(series("alpha", "7", "watts", "1")))
                .isInstanceOf(IOException.class)
                .hasMessage("the response has a series that the query does not request");
    }

    private static Map<String, Map<Long, GpuUse.OfJob>> decode(String... series) throws IOException {
        return UtilizationQuery.decode(("{\"status\":\"success\",\"data\":{\"resultType\":\"vector\",\"result\":["
                        + String.join(",", series) + "]}}")
                .getBytes(UTF_8));
    }

    /** A series as in https://prometheus.io/docs/prometheus/latest/querying/api/#instant-vectors. */
    private static String series(String cluster, String job, String amount, String value) {
        return "{\"metric\":{\"cluster\":\"" + cluster + "\",\"job_id\":\"" + job + "\",\"amount\":\"" + amount
                + "\"},\"value\":[1795600000.1,\"" + value + "\"]}";
    }
}
