package dev.sluice.exporter.realslurm;

import com.fasterxml.jackson.databind.JsonNode;
import dev.sluice.exporter.truth.tool.Fields;
import dev.sluice.exporter.truth.tool.Squeue;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Set;

/** Compares the nodes of the partitions on the page of a pending job with scontrol and sinfo. */
final class NodeGroupComparison {

    private final JobTexts texts;
    private final Squeue.Line job;
    private final Differences differences;

    NodeGroupComparison(JobTexts texts, Squeue.Line job, Differences differences) {
        this.texts = texts;
        this.job = job;
        this.differences = differences;
    }

    void compare(JsonNode page) {
        for (int i = 0; i < job.partitions().size(); i++) {
            String partition = job.partitions().get(i);
            JsonNode candidates = page.path("candidates").path(i);
            differences.equal(
                    "partition", partition, candidates.path("partition").asText());
            candidates(partition, candidates);
            exists(partition, page.path("exists").path(i));
        }
    }

    private void exists(String partition, JsonNode exists) {
        differences.equal(
                "CPUs of " + partition,
                texts.cpus(partition),
                List.of(
                        exists.at("/cpus/allocated").asLong(),
                        exists.at("/cpus/idle").asLong(),
                        exists.at("/cpus/unavailable").asLong()));
    }

    private void candidates(String partition, JsonNode candidates) {
        long nodes = 0;
        for (JsonNode group : candidates.path("groups")) {
            nodes += group.path("nodes").asLong();
            for (JsonNode example : group.path("examples")) {
                Map<String, String> node = texts.nodes().getOrDefault(example.asText(), Map.of());
                differences.equal(
                        "node of the partition", true, partitions(node).contains(partition));
                differences.equal(
                        example + " is " + group.path("sentence"),
                        true,
                        is(group.path("cause").asText(), node));
            }
        }
        differences.equal(
                "nodes of " + partition, Fields.number(texts.partitions().get(partition), "TotalNodes"), nodes);
    }

    private boolean is(String cause, Map<String, String> node) {
        Set<String> state = Set.of(Fields.text(node, "State").split("\\+", -1));
        boolean up = !state.contains("DRAIN") && !state.contains("DOWN");
        String name = Fields.text(node, "NodeName");
        return switch (cause) {
            case "free" -> up && fits(node);
            case "busy" -> up && !fits(node);
            case "drained" -> state.contains("DRAIN");
            case "features" -> !hasFeature(node);
            case "not_requested" -> !Fields.hosts(field("ReqNodeList")).contains(name);
            case "reserved_soon" -> texts.reservations().keySet().stream().anyMatch(one -> begins(one, node));
            case "other_reservation" -> !reserved(field("Reservation"), name) || begins(field("Reservation"), node);
            default -> false;
        };
    }

    private static List<String> partitions(Map<String, String> node) {
        return List.of(Fields.text(node, "Partitions").split(",", -1));
    }

    private boolean hasFeature(Map<String, String> node) {
        String wanted = field("Features");
        return wanted.isEmpty()
                || List.of(Fields.text(node, "ActiveFeatures").split(",", -1)).contains(wanted);
    }

    /**
     * Divides the job into equal parts, one for each node. Returns true if the free resources of a node are enough for
     * one part.
     */
    private boolean fits(Map<String, String> node) {
        Map<String, Long> asked = Fields.tres(field("ReqTRES"));
        long nodes = asked.getOrDefault("node", 1L);
        long cpus = Fields.number(node, "CPUTot") - Fields.number(node, "CPUAlloc");
        long mebibytes = Fields.number(node, "RealMemory") - Fields.number(node, "AllocMem");
        return cpus * nodes >= asked.getOrDefault("cpu", 0L)
                && (mebibytes << 20) * nodes >= asked.getOrDefault("mem", 0L);
    }

    private boolean reserved(String name, String node) {
        return Fields.hosts(reservation(name, "Nodes")).contains(node);
    }

    private String reservation(String name, String field) {
        return Fields.text(texts.reservations().getOrDefault(name, Map.of()), field);
    }

    /** Returns true if a reservation of the node has not begun. */
    private boolean begins(String reservation, Map<String, String> node) {
        return reserved(reservation, Fields.text(node, "NodeName"))
                && Fields.epoch(reservation(reservation, "StartTime"))
                        > Instant.now().getEpochSecond();
    }

    private String field(String name) {
        return Fields.text(texts.job(job.id()), name);
    }
}
