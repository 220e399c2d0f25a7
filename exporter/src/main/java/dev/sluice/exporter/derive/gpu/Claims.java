package dev.sluice.exporter.derive.gpu;

import dev.sluice.exporter.derive.gpu.GpuAmounts.GpuOwner;
import dev.sluice.exporter.model.Amounts;
import dev.sluice.exporter.model.kubernetes.KubeNode;
import java.util.EnumMap;
import java.util.HashMap;
import java.util.Map;
import java.util.Set;
import java.util.SortedMap;
import java.util.TreeMap;

/** The GPUs that the pods of one machine request. */
final class Claims {

    private final Map<String, Claim> byResource = new HashMap<>();
    private boolean closed;

    private record Claim(Map<GpuOwner, Long> slurm, SortedMap<String, Long> namespaces) {}

    private Claim of(String resource) {
        return byResource.computeIfAbsent(
                resource, unused -> new Claim(new EnumMap<>(GpuOwner.class), new TreeMap<>()));
    }

    void slurm(String resource, GpuOwner owner, long gpus) {
        of(resource).slurm().merge(owner, gpus, Amounts::sum);
    }

    void pod(String resource, String namespace, long gpus) {
        of(resource).namespaces().merge(namespace, gpus, Amounts::sum);
    }

    /** Returns the GPUs of a resource that pods and jobs hold. */
    long total(String resource) {
        Claim claim = of(resource);
        return sum(claim.slurm()) + sum(claim.namespaces());
    }

    private static long sum(Map<?, Long> gpus) {
        return gpus.values().stream().mapToLong(Long::longValue).reduce(0, Amounts::sum);
    }

    /** Records that Slurm places no jobs, and so no pods, on the machine. */
    void close() {
        closed = true;
    }

    Set<String> resources() {
        return byResource.keySet();
    }

    /**
     * Distributes the allocatable GPUs of a machine among the owners, in the order of {@link GpuOwner}, and namespaces
     * by name. Pods can request more than the allocatable GPUs, for example after a GPU broke. Kubelet never reports
     * more allocatable GPUs than capacity; if it did, the capacity would be the larger number.
     */
    MachineGpus on(KubeNode machine, String pool, String resource) {
        KubeNode.Gpus gpus = machine.gpuResources().getOrDefault(resource, KubeNode.Gpus.NONE);
        Claim claim = of(resource);
        Distribution shares = new Distribution(gpus.allocatable());
        shares.give(GpuOwner.SLURM_JOB, claim.slurm().getOrDefault(GpuOwner.SLURM_JOB, 0L));
        SortedMap<String, Long> namespaces = new TreeMap<>();
        claim.namespaces()
                .forEach((namespace, wanted) -> namespaces.put(namespace, shares.give(GpuOwner.OTHER_POD, wanted)));
        namespaces.values().removeIf(given -> given == 0);
        shares.give(GpuOwner.SLURM_IDLE, claim.slurm().getOrDefault(GpuOwner.SLURM_IDLE, 0L));
        shares.give(GpuOwner.SLURM_UNAVAILABLE, claim.slurm().getOrDefault(GpuOwner.SLURM_UNAVAILABLE, 0L));
        boolean takesPods = machine.ready() && !machine.unschedulable() && !closed;
        shares.give(takesPods ? GpuOwner.FREE : GpuOwner.UNAVAILABLE, shares.left);
        shares.given.put(GpuOwner.BROKEN, Math.max(0, gpus.capacity() - gpus.allocatable()));
        return new MachineGpus(machine.name(), pool, resource, new GpuAmounts(shares.given, namespaces));
    }

    private static final class Distribution {

        private final Map<GpuOwner, Long> given = new EnumMap<>(GpuOwner.class);
        private long left;

        Distribution(long left) {
            this.left = left;
        }

        long give(GpuOwner owner, long wanted) {
            long gets = Math.min(left, wanted);
            left -= gets;
            given.merge(owner, gets, Amounts::sum);
            return gets;
        }
    }
}
