package dev.sluice.exporter.api.document;

import com.fasterxml.jackson.databind.JsonNode;
import java.time.Duration;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.StringJoiner;

/** Renders lists of jobs and nodes as plain text for a terminal, from their JSON. */
public final class ListText {

    private final PlainText out = new PlainText();

    private ListText() {}

    /** Renders the document of /api/v1/jobs. */
    public static String jobs(JsonNode document) {
        ListText text = new ListText();
        document.path("clusters").forEach(text::jobsOf);
        return text.out.toString();
    }

    /** Renders the document of /api/v1/nodes. */
    public static String nodes(JsonNode document) {
        ListText text = new ListText();
        for (JsonNode cluster : document.path("clusters")) {
            if (text.heading(cluster)) {
                text.table(cluster.path("list"));
                text.out.more("  ", cluster.path("leftOut").asLong(), "nodes");
            }
        }
        return text.out.toString();
    }

    /** Renders the document of /api/v1/nodes/{name}. */
    public static String node(JsonNode document) {
        ListText text = new ListText();
        for (JsonNode cluster : document.path("clusters")) {
            JsonNode node = cluster.path("node");
            text.out.line("Node " + node.path("name").asText() + " is " + words(node.path("state")) + ".");
            if (node.has("reason")) {
                text.out.line("  Reason: " + node.path("reason").asText() + by(node));
            }
            if (node.has("blackHole")) {
                text.out.line("  Black hole: " + blackHole(node.path("blackHole")));
            }
            text.out.line("  CPUs " + use(node, "cpus") + " allocated"
                    + (node.has("gpus")
                            ? ", GPUs " + use(node, "gpus") + " "
                                    + node.path("gpuTypes").asText()
                            : ""));
            text.out.member(node, "  Partitions: ", "partitions");
            text.out.member(node, "  Features: ", "features");
            text.out.member(node, "  Reservation: ", "reservation");
            text.out.member(node, "  NodeSet: ", "nodeSet");
            text.out.member(node, "  Pod: ", "pod");
            text.out.member(node, "  Machine: ", "machine");
            text.jobsOf(cluster);
        }
        return text.out.toString();
    }

    private static String blackHole(JsonNode hole) {
        StringJoiner ids = new StringJoiner(", ");
        hole.path("jobs").forEach(job -> ids.add(job.path("jobId").asText()));
        return "jobs " + ids + " of " + hole.path("users").asInt() + " users failed within 60 seconds";
    }

    private static String by(JsonNode node) {
        List<String> more = new ArrayList<>();
        if (node.has("owner")) {
            more.add("owner " + node.path("owner").asText());
        }
        if (node.has("reasonBy")) {
            more.add("set by " + node.path("reasonBy").asText());
        }
        if (node.has("reasonAgeSeconds")) {
            more.add("for " + span(node.path("reasonAgeSeconds").asLong()));
        }
        return more.isEmpty() ? "" : " (" + String.join(", ", more) + ")";
    }

    private void jobsOf(JsonNode cluster) {
        if (!heading(cluster)) {
            return;
        }
        List<String> states = new ArrayList<>();
        for (Map.Entry<String, JsonNode> state : cluster.path("byState").properties()) {
            states.add(state.getValue().asLong() + " " + state.getKey().replace('_', ' '));
        }
        out.line(states.isEmpty() ? "  No job matches." : "  " + String.join(", ", states));
        List<List<String>> rows = new ArrayList<>();
        rows.add(List.of("JOBID", "PARTITION", "USER", "ACCOUNT", "STATE", "TASKS", "NODES", "GPUS", "REASON/NODES"));
        for (JsonNode job : cluster.path("jobs")) {
            long gpus = 0;
            for (JsonNode type : job.path("asks").path("gpus")) {
                gpus += type.path("count").asLong();
            }
            rows.add(List.of(
                    job.path("jobId").asText(),
                    joined(job.path("partitions")),
                    job.path("user").asText(),
                    job.path("account").asText(),
                    job.path("state").asText(),
                    job.path("tasks").asText(),
                    job.path("asks").path("nodes").asText(),
                    Long.toString(gpus),
                    job.path(job.path("pending").asBoolean() ? "reason" : "runsOn")
                            .asText()));
        }
        if (rows.size() > 1) {
            out.table("  ", rows);
        }
        out.more("  ", cluster.path("records").asLong() - cluster.path("jobs").size(), "records");
    }

    private void table(JsonNode nodes) {
        List<List<String>> rows = new ArrayList<>();
        rows.add(List.of("NODE", "STATE", "PARTITIONS", "NODESET", "CPUS", "GPUS", "OWNER", "REASON"));
        for (JsonNode node : nodes) {
            rows.add(List.of(
                    node.path("name").asText(),
                    node.path("state").asText(),
                    node.path("partitions").asText(),
                    node.path("nodeSet").asText(),
                    use(node, "cpus"),
                    node.has("gpus") ? use(node, "gpus") : "",
                    node.path("owner").asText(),
                    node.path("reason").asText()));
        }
        out.table("  ", rows);
    }

    /**
     * Returns the end of a line: the time of the data in whole seconds, and the age of the data; empty if no data is
     * available.
     */
    static String asOf(JsonNode cluster) {
        if (!cluster.has("observedAt")) {
            return "";
        }
        Instant at = Instant.parse(cluster.path("observedAt").asText());
        return ", as of " + at.truncatedTo(ChronoUnit.SECONDS) + ", "
                + cluster.path("ageSeconds").asLong() + " s ago";
    }

    /** Adds the heading of a cluster. Returns false if the cluster's data is withheld. */
    private boolean heading(JsonNode cluster) {
        out.line("Cluster " + cluster.path("cluster").asText() + asOf(cluster));
        if (cluster.has("withheld")) {
            out.line("  Not shown: " + cluster.path("withheld").asText());
        }
        return !cluster.has("withheld");
    }

    private static String use(JsonNode node, String resource) {
        return node.path(resource + "Allocated").asLong() + " of "
                + node.path(resource).asLong();
    }

    static String joined(JsonNode texts) {
        List<String> all = new ArrayList<>();
        texts.forEach(text -> all.add(text.asText()));
        return String.join(",", all);
    }

    private static String words(JsonNode label) {
        return label.asText().replace('_', ' ');
    }

    private static String span(long seconds) {
        Duration duration = Duration.ofSeconds(seconds);
        if (duration.toDays() > 1) {
            return duration.toDays() + " days";
        }
        return duration.toHours() > 1 ? duration.toHours() + " hours" : duration.toMinutes() + " minutes";
    }
}
