package dev.sluice.exporter.derive.scaling.pool;

import dev.sluice.exporter.model.GpuCounts;
import java.util.Set;

/**
 * What one node of a pool offers to jobs: the template by which jobs are measured.
 *
 * @param cpus CPUs that jobs can use; 0 where unknown, which limits no job
 * @param memoryBytes memory that jobs can use; 0 where unknown, which limits no job
 * @param gpus GPUs by type; none means that it has none
 * @param features features that jobs can ask for
 */
public record NodeShape(long cpus, long memoryBytes, GpuCounts gpus, Set<String> features) {

    public NodeShape {
        features = Set.copyOf(features);
    }
}
