package dev.sluice.exporter.api.document;

import com.fasterxml.jackson.databind.JsonNode;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;

/** Renders why a job is pending as plain text for a terminal, from the JSON of /api/v1/why/job. */
public final class WhyText {

    private final PlainText out = new PlainText();

    private WhyText() {}

    public static String jobs(JsonNode document) {
        WhyText text = new WhyText();
        for (JsonNode cluster : document.path("clusters")) {
            text.out.line("Cluster " + cluster.path("cluster").asText() + ListText.asOf(cluster));
            text.out.member(cluster, "  ", "outdated");
            cluster.path("jobs").forEach(text::job);
            text.out.more("  ", cluster.path("leftOut").asLong(), "records");
        }
        return text.out.toString();
    }

    private void job(JsonNode job) {
        out.line("");
        out.line("Job " + job.path("jobId").asText() + ": "
                + job.path("state").asText().replace('_', ' ')
                + (job.has("reason") ? ", reason " + job.path("reason").asText() : ""));
        external(job);
        if (!job.path("pending").asBoolean()) {
            run(job);
            return;
        }
        out.member(job, "  ", "meaning");
        out.member(job, "  ", "todo");
        out.member(job, "  Slurm says: ", "slurmSays");
        out.member(job, "  Requeued before: ", "restarts");
        if (!job.path("reasonClass").asText().equals("impossible")) {
            job.path("places").forEach(place -> out.member(place, "  ", "sentence"));
        }
        out.line("  Requests: " + request(job.path("asks")));
        duration(job, "  Time limit: ", "timeLimitSeconds");
        obstacles(job);
        job.path("exists").forEach(this::capacity);
        out.member(job, "  Expected start (estimate of Slurm's backfill): ", "expectedStartAt");
        out.member(job.path("scaling"), "  Autoscaling: ", "sentence");
    }

    private void external(JsonNode job) {
        if (job.path("origin").asText().equals("external")) {
            long more = job.path("podsLeftOut").asLong();
            out.line("  External job"
                    + (job.has("pods") ? ", pods " + ListText.joined(job.path("pods")) : "")
                    + (more > 0 ? " and " + more + " more" : ""));
        }
    }

    private void run(JsonNode job) {
        out.member(job, "  Nodes: ", "runsOn");
        if (job.has("holds")) {
            out.line("  Holds: " + request(job.path("holds")));
        }
        out.member(job, "  Started: ", "startedAt");
        duration(job, "  Waited: ", "waitSeconds");
        duration(job, job.has("endedAt") ? "  Ran: " : "  Running for: ", "runSeconds");
        duration(job, "  Time limit: ", "timeLimitSeconds");
        out.member(job, "  Ends at the latest: ", "endsAtLatest");
        out.member(job, "  Ended: ", "endedAt");
        out.member(job, "  Exit code: ", "exitCode");
    }

    private void obstacles(JsonNode job) {
        for (JsonNode limit : job.path("limits")) {
            out.member(limit, "  ", "sentence");
            boolean memory = limit.path("resource").asText().equals("mem");
            limit.path("jobs").forEach(one -> holder(one, memory));
            out.more("    ", limit.path("jobsLeftOut").asLong(), "jobs");
        }
        if (job.has("anyDependency")) {
            out.line("  One of these dependencies is enough:");
        }
        for (String kind : List.of("dependencies", "licenses")) {
            for (JsonNode obstacle : job.path(kind)) {
                if (!obstacle.path("sentence").equals(job.path("meaning"))) {
                    out.member(obstacle, "  ", "sentence");
                }
            }
        }
        for (JsonNode reservation : job.path("reservations")) {
            out.line("  Reservation " + reservation.path("name").asText() + ": from "
                    + reservation.path("startsAt").asText() + " to "
                    + reservation.path("endsAt").asText());
        }
        for (JsonNode partition : job.path("candidates")) {
            out.member(partition, "  ", "sentence");
            partition.path("groups").forEach(this::nodes);
        }
    }

    private void holder(JsonNode job, boolean memory) {
        List<String> parts = new ArrayList<>();
        if (job.has("user")) {
            parts.add("user " + job.path("user").asText());
        }
        long uses = job.path("uses").asLong();
        parts.add("uses " + (memory ? (uses >> 20) + " MiB" : Long.toString(uses)));
        if (job.has("endsAtLatest")) {
            parts.add("ends at the latest " + job.path("endsAtLatest").asText());
        }
        out.line("    Job " + job.path("jobId").asText() + ": " + String.join(", ", parts));
    }

    private void nodes(JsonNode group) {
        JsonNode examples = group.path("examples");
        boolean more = group.path("nodes").asLong() > examples.size();
        out.line("    " + group.path("sentence").asText() + (more ? " For example " : " Nodes: ")
                + ListText.joined(examples).replace(",", ", ") + ".");
    }

    private void duration(JsonNode object, String title, String name) {
        if (object.has(name)) {
            Duration duration = Duration.ofSeconds(object.path(name).asLong());
            long days = duration.toDays();
            out.line(title
                    + (days > 0 ? days + "-" : "")
                    + String.format(
                            "%02d:%02d:%02d",
                            duration.toHoursPart(), duration.toMinutesPart(), duration.toSecondsPart()));
        }
    }

    private void capacity(JsonNode partition) {
        List<String> idle = new ArrayList<>();
        idle.add(split(partition.path("cpus")) + " CPUs");
        partition
                .path("gpus")
                .forEach(
                        gpu -> idle.add(split(gpu) + " GPUs " + gpu.path("type").asText()));
        out.line("  Idle in partition " + partition.path("partition").asText() + ": " + String.join(", ", idle));
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
}
