package dev.sluice.common.demand;

import com.fasterxml.jackson.annotation.JsonSetter;
import com.fasterxml.jackson.annotation.Nulls;
import java.util.Map;

/**
 * The demand of one partition's pending jobs.
 *
 * @param name name of the partition, as in Slurm
 * @param pendingNodes number of nodes that pending jobs need in addition to busy nodes
 * @param pendingJobs pending jobs by class
 */
public record PartitionReport(
        @Required String name,
        @Required long pendingNodes,
        @JsonSetter(nulls = Nulls.AS_EMPTY) Map<String, Long> pendingJobs) {

    public PartitionReport {
        Counts.named("name", name);
        Counts.check("pendingNodes", pendingNodes);
    }
}
