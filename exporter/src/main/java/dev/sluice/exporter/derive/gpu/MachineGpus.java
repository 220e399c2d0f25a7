package dev.sluice.exporter.derive.gpu;

import java.util.Comparator;

/**
 * The GPUs of one resource of a machine. The amounts of all owners except {@link GpuOwner#BROKEN} add up to the
 * machine's allocatable GPUs, and the amounts of all owners add up to its capacity.
 *
 * @param kubeNode name of the Kubernetes node
 * @param pool node pool of the machine; {@code none} if unknown
 * @param resource resource name, such as {@code nvidia.com/gpu}
 * @param amounts GPUs by owner
 */
public record MachineGpus(String kubeNode, String pool, String resource, GpuAmounts amounts) {

    /** Most GPUs first, then by name. */
    public static final Comparator<MachineGpus> BY_GPUS_AND_NAME = Comparator.<MachineGpus>comparingLong(
                    gpus -> gpus.amounts().total())
            .reversed()
            .thenComparing(MachineGpus::kubeNode)
            .thenComparing(MachineGpus::resource);
}
