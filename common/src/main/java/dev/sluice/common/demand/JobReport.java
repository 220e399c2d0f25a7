package dev.sluice.common.demand;

import com.fasterxml.jackson.annotation.JsonProperty;
import java.util.Optional;
import java.util.OptionalLong;

/**
 * One pending job in the response to {@code ?explain=true}.
 *
 * @param pendingClass the job's class in {@code pendingJobs}
 * @param reason Slurm's pending reason
 * @param pool NodeSet that counts the job; empty if no NodeSet serves the job's partitions
 * @param tasks pending array tasks; 1 for other jobs
 * @param counted tasks in the demand
 * @param nodesEach nodes of each task; empty if irrelevant
 * @param nodes nodes that the job adds to {@code pendingNodes}
 * @param cause why the job is unsatisfiable; empty if the job is satisfiable
 * @param why explanation in a sentence
 */
public record JobReport(
        long jobId,
        @JsonProperty("class") String pendingClass,
        String reason,
        String partition,
        Optional<Pool> pool,
        long tasks,
        long counted,
        OptionalLong nodesEach,
        long nodes,
        Optional<String> cause,
        String why) {

    public record Pool(String namespace, String name, String kind) {}
}
