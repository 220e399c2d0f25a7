package dev.sluice.adapter;

import static java.nio.charset.StandardCharsets.UTF_8;

import com.fasterxml.jackson.databind.JsonNode;
import dev.sluice.fixtures.Capture;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;

/**
 * The captured requests to a metrics backend. A real API server sent the requests; some are from an HPA. The class also
 * has a demand that matches the captured responses.
 */
final class CapturedRequests {

    private static final Capture CAPTURE = Capture.ofKubernetes("1.36");

    private CapturedRequests() {}

    /** One request. */
    record Request(JsonNode json) {

        int number() {
            return json.get("seq").asInt();
        }

        String target() {
            return json.get("target").asText();
        }

        String path() {
            return json.get("path").asText();
        }

        /** The captured header lines without Host, because Host depends on the connection. */
        List<String> headers() {
            List<String> lines = new ArrayList<>();
            for (JsonNode header : json.get("headers")) {
                if (!header.get(0).asText().equals("Host")) {
                    lines.add(header.get(0).asText() + ": " + header.get(1).asText());
                }
            }
            return lines;
        }

        String user() {
            return headers().stream()
                    .filter(line -> line.startsWith("X-Remote-User: "))
                    .map(line -> line.substring("X-Remote-User: ".length()))
                    .findFirst()
                    .orElse("");
        }

        /** The captured response of the backend. */
        JsonNode answer() throws IOException {
            JsonNode body = json.get("responseBody");
            return body.isTextual() ? FakeKubernetes.JSON.readTree(body.asText()) : body;
        }

        @Override
        public String toString() {
            return number() + " " + user() + " " + target();
        }
    }

    static List<Request> all() throws IOException {
        List<Request> requests = new ArrayList<>();
        for (String line : CAPTURE.text("aggregator/requests.jsonl").split("\n", -1)) {
            if (!line.isBlank()) {
                requests.add(new Request(FakeKubernetes.JSON.readTree(line)));
            }
        }
        return requests;
    }

    /** The NodeSets of the captured cluster, with the values of its backend. */
    static byte[] demand() {
        return """
                {"version":1,"clusters":[{"cluster":"research","observedAt":"2026-11-20T09:54:13Z","ageSeconds":1,
                 "publishing":true,"nodeSets":[
                 {"namespace":"slurm","name":"slurm-worker-gpu-h100","kind":"NodeSet",
                  "apiVersion":"slinky.slurm.net/v1beta1","desired":4,"pendingNodes":0},
                 {"namespace":"slurm","name":"slurm-worker-cpu","kind":"NodeSet",
                  "apiVersion":"slinky.slurm.net/v1beta1","desired":6,"pendingNodes":0},
                 {"namespace":"slurm-hpa","name":"normal","kind":"NodeSet",
                  "apiVersion":"slinky.slurm.net/v1beta1","desired":5,"pendingNodes":0},
                 {"namespace":"slurm-hpa","name":"valuetarget","kind":"NodeSet",
                  "apiVersion":"slinky.slurm.net/v1beta1","desired":2,"pendingNodes":0},
                 {"namespace":"slurm-hpa","name":"tozero","kind":"NodeSet",
                  "apiVersion":"slinky.slurm.net/v1beta1","desired":0,"pendingNodes":0}]}]}
                """.getBytes(UTF_8);
    }

    /** The captured cluster with an exporter that withholds the signals. */
    static byte[] withheld() {
        return """
                {"version":1,"clusters":[{"cluster":"research","observedAt":"2026-11-20T09:54:13Z","ageSeconds":1,
                 "publishing":false,"reason":"jobs data is from 2026-11-20T09:52:00Z, older than the limit of 90 s"}]}
                """.getBytes(UTF_8);
    }
}
