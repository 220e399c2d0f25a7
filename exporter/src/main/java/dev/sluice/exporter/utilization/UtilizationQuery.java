package dev.sluice.exporter.utilization;

import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.core.JsonToken;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import dev.sluice.common.log.OutsideText;
import dev.sluice.exporter.derive.waste.GpuUse;
import java.io.IOException;
import java.util.HashMap;
import java.util.Map;

/** The PromQL query for the utilization of all jobs of all clusters, and its result. */
final class UtilizationQuery {

    /** The recording rule of {@code alerts/gpus-dcgm.yml} that joins the GPUs of DCGM with jobs. */
    private static final String RULE = "cluster_machine_gpu_job_id_user_account_partition:DCGM_FI_DEV_GPU_UTIL:percent";

    /**
     * Only GPUs that a job holds now count. Without {@code offset}, a job that is still loading its data would have
     * idle GPUs.
     */
    static final String TEXT = """
            label_replace(avg by (cluster, job_id) (avg_over_time(RULE[1h]) and RULE), "amount", "percent", "", "")
              or label_replace(count by (cluster, job_id) (RULE), "amount", "gpus", "", "")
              or label_replace(
                count by (cluster, job_id) (avg_over_time(RULE[1h]) < 5 and RULE and RULE offset 55m),
                "amount", "idle", "", ""
              )
            """.replace("RULE", RULE);

    private static final ObjectMapper JSON = new ObjectMapper();
    private static final int MAX_ERROR_LENGTH = 200;

    private UtilizationQuery() {}

    /**
     * Decodes a response of {@code /api/v1/query}.
     *
     * @return utilization of jobs by cluster
     * @throws IOException if the response is not the result of the query; the message has the error of Prometheus
     */
    static Map<String, Map<Long, GpuUse.OfJob>> decode(byte[] body) throws IOException {
        Map<String, Map<Long, GpuUse.OfJob>> found = new HashMap<>();
        String status = "";
        String error = "no error named";
        try (JsonParser parser = JSON.createParser(body)) {
            for (JsonToken token = parser.nextToken(); token != null; token = parser.nextToken()) {
                if (token == JsonToken.FIELD_NAME) {
                    switch (parser.currentName()) {
                        case "status" -> status = String.valueOf(parser.nextTextValue());
                        case "error" -> error = String.valueOf(parser.nextTextValue());
                        case "result" -> series(parser, found);
                        default -> parser.nextToken();
                    }
                }
            }
        } catch (JsonProcessingException e) {
            // The exception quotes the response.
            throw new IOException("the response of Prometheus is not JSON");
        }
        if (!status.equals("success")) {
            throw new IOException("Prometheus cannot evaluate the query: " + shortened(error));
        }
        found.values().forEach(jobs -> jobs.values().removeIf(job -> job.gpus() == 0));
        return found;
    }

    /** Reads one series after the other, because the tree of a complete response would need too much memory. */
    private static void series(JsonParser parser, Map<String, Map<Long, GpuUse.OfJob>> found) throws IOException {
        parser.nextToken();
        while (parser.nextToken() == JsonToken.START_OBJECT) {
            JsonNode series = JSON.readTree(parser);
            JsonNode labels = series.path("metric");
            double value = series.at("/value/1").asDouble(Double.NaN);
            long job = labels.path("job_id").asLong();
            if (job > 0 && value >= 0 && Double.isFinite(value)) {
                GpuUse.OfJob part = switch (labels.path("amount").asText()) {
                    case "percent" -> new GpuUse.OfJob(Math.min(100, value), 0, 0);
                    case "gpus" -> new GpuUse.OfJob(0, (long) value, 0);
                    case "idle" -> new GpuUse.OfJob(0, 0, (long) value);
                    default -> throw new IOException("the response has a series that the query does not request");
                };
                found.computeIfAbsent(labels.path("cluster").asText(), unused -> new HashMap<>())
                        .merge(job, part, UtilizationQuery::sum);
            }
        }
    }

    private static GpuUse.OfJob sum(GpuUse.OfJob a, GpuUse.OfJob b) {
        return new GpuUse.OfJob(a.percent() + b.percent(), a.gpus() + b.gpus(), a.idleGpus() + b.idleGpus());
    }

    private static String shortened(String error) {
        String printable = OutsideText.printable(error);
        return printable.length() <= MAX_ERROR_LENGTH ? printable : printable.substring(0, MAX_ERROR_LENGTH) + "...";
    }
}
