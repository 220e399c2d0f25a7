package dev.sluice.exporter.api.document;

import com.fasterxml.jackson.databind.JsonNode;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** Renders lists of jobs and nodes as plain text for a terminal, from their JSON. */
public final class ListText {

    private ListText() {}

    /** Renders the document of /api/v1/jobs. */
    public static String jobs(JsonNode document) {
        PlainText out = new PlainText();
        document.path("clusters").forEach(cluster -> jobs(out, cluster));
        return out.toString();
    }

    /** Renders the document of /api/v1/nodes. */
    public static String nodes(JsonNode document) {
        PlainText out = new PlainText();
        for (JsonNode cluster : document.path("clusters")) {
            out.lines(cluster, PlainText.CLUSTER, "  Not shown: {withheld}");
            if (!cluster.has("withheld")) {
                out.table(
                        "  ",
                        cluster.path("list"),
                        "NODE {name}",
                        "STATE {state}",
                        "PARTITIONS {partitions}",
                        "NODESET {nodeSet}",
                        "CPUS {cpusAllocated} of {cpus}",
                        "GPUS {gpusAllocated} of {gpus}",
                        "OWNER {owner}",
                        "REASON {reason}");
                out.more("  ", cluster.path("leftOut").asLong(), " nodes");
            }
        }
        return out.toString();
    }

    /** Renders the document of /api/v1/nodes/{name}. */
    public static String node(JsonNode document) {
        PlainText out = new PlainText();
        for (JsonNode cluster : document.path("clusters")) {
            JsonNode node = cluster.path("node");
            String by = Stream.of("owner {owner}", "set by {reasonBy}", "for {reasonAgeSeconds:span}")
                    .flatMap(part -> PlainText.fill(node, part).stream())
                    .collect(Collectors.joining(", "));
            out.lines(node, "Node {name} is {state:words}.");
            PlainText.fill(node, "  Reason: {reason}")
                    .ifPresent(reason -> out.line(reason + (by.isEmpty() ? "" : " (" + by + ")")));
            PlainText.fill(node, " of {blackHole/users} users failed within 60 seconds")
                    .ifPresent(failed -> out.line("  Black hole: jobs "
                            + PlainText.each(node.at("/blackHole/jobs"), ", ", "{jobId}") + failed));
            out.lines(
                    node,
                    "  CPUs {cpusAllocated} of {cpus} allocated[, GPUs {gpusAllocated} of {gpus} {gpuTypes}]",
                    "  Partitions: {partitions}",
                    "  Features: {features}",
                    "  Reservation: {reservation}",
                    "  NodeSet: {nodeSet}",
                    "  Pod: {pod}",
                    "  Machine: {machine}");
            jobs(out, cluster);
        }
        return out.toString();
    }

    private static void jobs(PlainText out, JsonNode cluster) {
        out.lines(cluster, PlainText.CLUSTER, "  Not shown: {withheld}");
        if (cluster.has("withheld")) {
            return;
        }
        String states = cluster.path("byState").properties().stream()
                .map(state -> state.getValue().asLong() + " " + state.getKey().replace('_', ' '))
                .collect(Collectors.joining(", "));
        out.line(states.isEmpty() ? "  No job matches." : "  " + states);
        JsonNode jobs = cluster.path("jobs");
        if (!jobs.isEmpty()) {
            out.table(
                    "  ",
                    jobs,
                    "JOBID {jobId}",
                    "PARTITION {partitions}",
                    "USER {user}",
                    "ACCOUNT {account}",
                    "STATE {state}",
                    "TASKS {tasks}",
                    "NODES {asks/nodes}",
                    "GPUS {asks/gpus:sum}",
                    "REASON/NODES [{reason}][{runsOn}]");
        }
        out.more("  ", cluster.path("records").asLong() - jobs.size(), " records");
    }
}
