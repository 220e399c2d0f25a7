package dev.sluice.exporter.api.document;

import com.fasterxml.jackson.databind.JsonNode;
import dev.sluice.exporter.model.OutsideText;
import java.util.ArrayList;
import java.util.List;

/** Why a job is pending, for a terminal, from the JSON of /api/v1/why/job. */
public final class WhyText {

    private final StringBuilder out = new StringBuilder();

    private WhyText() {}

    public static String jobs(JsonNode document) {
        WhyText text = new WhyText();
        for (JsonNode cluster : document.path("clusters")) {
            text.line("Cluster " + cluster.path("cluster").asText() + ", as of "
                    + cluster.path("observedAt").asText() + ", "
                    + cluster.path("ageSeconds").asLong() + " s ago");
            if (cluster.has("outdated")) {
                text.line("  " + cluster.path("outdated").asText());
            }
            cluster.path("jobs").forEach(text::job);
            if (cluster.path("leftOut").asLong() > 0) {
                text.line("  ... and " + cluster.path("leftOut").asLong() + " more records");
            }
        }
        return text.out.toString();
    }

    private void job(JsonNode job) {
        out.append('\n');
        line("Job " + job.path("jobId").asText() + ": "
                + job.path("state").asText().replace('_', ' ')
                + (job.has("reason") ? ", reason " + job.path("reason").asText() : ""));
        if (!job.path("pending").asBoolean()) {
            member(job, "  Nodes: ", "runsOn");
            member(job, "  Started: ", "startedAt");
            member(job, "  Ended: ", "endedAt");
            return;
        }
        member(job, "  ", "meaning");
        member(job, "  ", "todo");
        for (JsonNode place : job.path("places")) {
            line("  Partition " + place.path("partition").asText() + ": number "
                    + place.path("position").asText() + " of "
                    + place.path("of").asText() + " by priority, "
                    + place.path("tasksBefore").asText()
                    + " jobs ahead");
        }
        line("  Requests: " + request(job.path("asks")));
        job.path("exists").forEach(this::capacity);
        member(job, "  Expected start (estimate of Slurm's backfill): ", "expectedStartAt");
        member(job.path("scaling"), "  Autoscaling: ", "sentence");
    }

    private void capacity(JsonNode partition) {
        List<String> idle = new ArrayList<>();
        idle.add(split(partition.path("cpus")) + " CPUs");
        partition
                .path("gpus")
                .forEach(
                        gpu -> idle.add(split(gpu) + " GPUs " + gpu.path("type").asText()));
        line("  Idle in partition " + partition.path("partition").asText() + ": " + String.join(", ", idle));
    }

    private static String split(JsonNode split) {
        long idle = split.path("idle").asLong();
        return idle + " of "
                + (idle
                        + split.path("allocated").asLong()
                        + split.path("unavailable").asLong());
    }

    private static String request(JsonNode asks) {
        List<String> parts = new ArrayList<>();
        parts.add("nodes " + asks.path("nodes").asText());
        parts.add("CPUs " + asks.path("cpus").asText());
        if (asks.path("memoryBytes").asLong() > 0) {
            parts.add("memory " + (asks.path("memoryBytes").asLong() >> 20) + " MiB");
        }
        asks.path("gpus")
                .forEach(gpu -> parts.add("GPUs " + gpu.path("count").asText() + " ("
                        + gpu.path("type").asText() + ")"));
        return String.join(", ", parts);
    }

    private void member(JsonNode object, String title, String name) {
        if (object.has(name)) {
            line(title + object.path(name).asText());
        }
    }

    private void line(String text) {
        out.append(OutsideText.printable(text)).append('\n');
    }
}
