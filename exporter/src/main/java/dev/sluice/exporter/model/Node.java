package dev.sluice.exporter.model;

import java.util.List;
import java.util.Set;

/**
 * One Slurm node.
 *
 * @param name NodeName
 * @param base base state
 * @param flags flags beside it
 * @param partitions the partitions that hold the node, in Slurm's order
 * @param cpus CPUs that jobs can use (CPUEfctv: without specialised cores)
 * @param allocatedCpus CPUs allocated to jobs
 * @param memoryBytes memory that jobs can use (RealMemory less MemSpecLimit)
 * @param allocatedMemoryBytes memory allocated to jobs
 * @param gpus GPUs of the node by type, as registered ({@code Gres})
 * @param allocatedGpus GPUs allocated to jobs ({@code GresUsed})
 * @param features the features that jobs can ask for now (ActiveFeatures)
 * @param reservation the reservation that holds the node now; empty where none does
 * @param comment a text that programs and people set; slurm-operator keeps JSON there that names the node's pod
 * @param hostName NodeHostName
 * @param bootedAt when it booted, seconds since the epoch; 0 where it never registered
 * @param reason why an administrator or a program took the node out of service; empty where nobody did
 * @param reasonUser who set the reason; empty where unknown
 * @param reasonSince when the reason was set, seconds since the epoch; 0 where it never was
 */
public record Node(
        String name,
        NodeBaseState base,
        Set<NodeFlag> flags,
        List<String> partitions,
        long cpus,
        long allocatedCpus,
        long memoryBytes,
        long allocatedMemoryBytes,
        GpuCounts gpus,
        GpuCounts allocatedGpus,
        List<String> features,
        String reservation,
        String comment,
        String hostName,
        long bootedAt,
        String reason,
        String reasonUser,
        long reasonSince) {

    public NodeState state() {
        return NodeState.of(base, flags);
    }
}
