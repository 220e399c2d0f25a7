package dev.sluice.exporter.derive.scaling.need;

import dev.sluice.exporter.model.cluster.Partition;
import dev.sluice.exporter.model.cluster.Partition.CpuLimit;
import dev.sluice.exporter.model.cluster.SelectType;

/**
 * The terms of a partition and the scheduler, in addition to a job's request.
 *
 * @param wholeNodes whether the partition allocates whole nodes to every job
 * @param cpuLimit CPUs of a node that all jobs of the partition can use together
 * @param partition name of a partition with such a limit; empty otherwise
 * @param jobsPerCpu number of jobs that can share a CPU
 * @param select SelectType and SelectTypeParameters of slurmctld
 */
public record NodeTerms(boolean wholeNodes, CpuLimit cpuLimit, String partition, long jobsPerCpu, SelectType select) {

    /** The terms of a partition without limits. */
    public static final NodeTerms NONE = new NodeTerms(false, CpuLimit.NONE, "", 1, SelectType.DEFAULT);

    /** Returns the terms of a partition; a limit on the CPUs of its jobs counts by itself for each job. */
    public static NodeTerms of(Partition partition, SelectType select) {
        return new NodeTerms(partition.wholeNodes(), partition.cpuLimit(), "", partition.jobsPerCpu(), select);
    }

    /** Returns the resource name for the CPUs of a node that a partition can use. No generic resource has this name. */
    public static String cpusOf(String partition) {
        return "partition/" + partition;
    }
}
