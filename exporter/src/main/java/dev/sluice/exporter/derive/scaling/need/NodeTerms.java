package dev.sluice.exporter.derive.scaling.need;

import dev.sluice.exporter.model.cluster.CpuLimit;
import dev.sluice.exporter.model.cluster.SelectType;

/**
 * What a partition and the scheduler add to what a job asks for.
 *
 * @param wholeNodes whether the partition gives every job its nodes to itself
 * @param cpuLimit how many CPUs of a node all jobs of the partition get together
 * @param partition the partition where it has such a limit; empty otherwise
 * @param jobsPerCpu to how many jobs a CPU is given
 * @param select what slurmctld gives to jobs
 */
public record NodeTerms(boolean wholeNodes, CpuLimit cpuLimit, String partition, long jobsPerCpu, SelectType select) {

    /** Of a partition without limits. */
    public static final NodeTerms NONE = new NodeTerms(false, CpuLimit.NONE, "", 1, SelectType.DEFAULT);

    /** The name of the resource that a partition's CPUs of a node are: no generic resource has such a name. */
    public static String cpusOf(String partition) {
        return "partition/" + partition;
    }
}
