package dev.sluice.exporter.model.job;

import dev.sluice.exporter.model.Tres;
import java.util.List;

/**
 * The resources that a job holds, or held until its end.
 *
 * @param tres allocated resources; none until the job starts
 * @param nodes hostlist of the allocated nodes; empty until the job starts
 * @param gresDetail generic resources allocated on each node, in the order of {@code nodes} and in Slurm's format with
 *     the index of each GPU; empty if the exporter does not read these details
 */
public record JobAllocation(Tres tres, String nodes, List<String> gresDetail) {

    /** The allocation of a job that never started. */
    private static final JobAllocation NONE = new JobAllocation(Tres.NONE, "", List.of());

    /** Returns an allocation. Jobs that never started share one object. */
    public static JobAllocation of(Tres tres, String nodes, List<String> gresDetail) {
        return tres.equals(Tres.NONE) && nodes.isEmpty() && gresDetail.isEmpty()
                ? NONE
                : new JobAllocation(tres, nodes, List.copyOf(gresDetail));
    }
}
