package dev.sluice.exporter.api.document;

import com.fasterxml.jackson.databind.JsonNode;
import java.util.List;

/** Renders why a job is pending as plain text for a terminal, from the JSON of /api/v1/why/job. */
public final class WhyText {

    private final PlainText out = new PlainText();

    private WhyText() {}

    public static String jobs(JsonNode document) {
        WhyText text = new WhyText();
        for (JsonNode cluster : document.path("clusters")) {
            text.out.lines(cluster, PlainText.CLUSTER, "  {outdated}");
            cluster.path("jobs").forEach(text::job);
            text.out.more("  ", cluster.path("leftOut").asLong(), " records");
        }
        return text.out.toString();
    }

    private void job(JsonNode job) {
        out.lines(job, "", "Job {jobId}: {state:words}[, reason {reason}]");
        if (job.path("origin").asText().equals("external")) {
            out.lines(job, "  External job[, pods {pods}][ and {podsLeftOut} more]");
        }
        if (!job.path("pending").asBoolean()) {
            run(job);
            return;
        }
        out.lines(job, "  {meaning}", "  {todo}", "  Slurm says: {slurmSays}", "  Requeued before: {restarts}");
        if (!job.path("reasonClass").asText().equals("impossible")) {
            job.path("places").forEach(place -> out.lines(place, "  {sentence}"));
        }
        out.line("  Requests: " + request(job.path("asks")));
        out.lines(job, "  Time limit: {timeLimitSeconds:clock}");
        obstacles(job);
        job.path("exists").forEach(this::capacity);
        out.lines(
                job,
                "  Expected start (estimate of Slurm's backfill): {expectedStartAt}",
                "  Autoscaling: {scaling/sentence}");
    }

    private void run(JsonNode job) {
        out.lines(job, "  Nodes: {runsOn}");
        if (job.has("holds")) {
            out.line("  Holds: " + request(job.path("holds")));
        }
        out.lines(
                job,
                "  Started: {startedAt}",
                "  Waited: {waitSeconds:clock}",
                (job.has("endedAt") ? "  Ran: " : "  Running for: ") + "{runSeconds:clock}",
                "  Time limit: {timeLimitSeconds:clock}",
                "  Ends at the latest: {endsAtLatest}",
                "  Ended: {endedAt}",
                "  Exit code: {exitCode}");
    }

    private void obstacles(JsonNode job) {
        for (JsonNode limit : job.path("limits")) {
            boolean memory = limit.path("resource").asText().equals("mem");
            out.lines(limit, "  {sentence}");
            limit.path("jobs")
                    .forEach(one -> out.lines(
                            one,
                            "    Job {jobId}: [user {user}, ]uses " + (memory ? "{uses:mib}" : "{uses}")
                                    + "[, ends at the latest {endsAtLatest}]"));
            out.more("    ", limit.path("jobsLeftOut").asLong(), " jobs");
        }
        if (job.has("anyDependency")) {
            out.line("  One of these dependencies is enough:");
        }
        for (String kind : List.of("dependencies", "licenses")) {
            for (JsonNode obstacle : job.path(kind)) {
                if (!obstacle.path("sentence").equals(job.path("meaning"))) {
                    out.lines(obstacle, "  {sentence}");
                }
            }
        }
        job.path("reservations").forEach(one -> out.lines(one, "  Reservation {name}: from {startsAt} to {endsAt}"));
        for (JsonNode partition : job.path("candidates")) {
            out.lines(partition, "  {sentence}");
            for (JsonNode group : partition.path("groups")) {
                boolean more =
                        group.path("nodes").asLong() > group.path("examples").size();
                out.lines(group, "    {sentence}" + (more ? " For example " : " Nodes: ") + "{examples:list}.");
            }
        }
    }

    private void capacity(JsonNode partition) {
        StringBuilder idle = new StringBuilder(split(partition.path("cpus")) + " CPUs");
        partition
                .path("gpus")
                .forEach(gpu -> idle.append(", ")
                        .append(split(gpu))
                        .append(" GPUs ")
                        .append(gpu.path("type").asText()));
        out.line("  Idle in partition " + partition.path("partition").asText() + ": " + idle);
    }

    private static String split(JsonNode split) {
        long idle = split.path("idle").asLong();
        return idle + " of "
                + (idle
                        + split.path("allocated").asLong()
                        + split.path("unavailable").asLong());
    }

    private static String request(JsonNode asks) {
        boolean memory = asks.path("memoryBytes").asLong() > 0;
        return PlainText.fill(asks, "nodes {nodes}, CPUs {cpus}" + (memory ? ", memory {memoryBytes:mib}" : ""))
                        .orElse("")
                + PlainText.each(asks.path("gpus"), "", ", GPUs {count} ({type})");
    }
}
