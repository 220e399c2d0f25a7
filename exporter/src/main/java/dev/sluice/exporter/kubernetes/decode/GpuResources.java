package dev.sluice.exporter.kubernetes.decode;

import java.util.Set;

/** Recognizes GPUs among Kubernetes' extended resources, by the names of the vendors' device plugins. */
final class GpuResources {

    private static final Set<String> OTHER_ACCELERATORS =
            Set.of("gpu.intel.com/i915", "gpu.intel.com/xe", "habana.ai/gaudi");

    /** Far more GPUs than a machine has. Larger amounts come from a malformed quantity, and would overflow sums. */
    private static final long MAX_AMOUNT = 1_000_000;

    private GpuResources() {}

    /** Returns the number of GPUs for a quantity; 0 for a resource that is not a GPU. */
    static long amount(String resource, String quantity) {
        return isGpu(resource) ? Math.min(Quantity.whole(quantity), MAX_AMOUNT) : 0;
    }

    /**
     * Returns true for whole GPUs, shared GPUs ({@code nvidia.com/gpu.shared}) and MIG slices
     * ({@code nvidia.com/mig-1g.10gb}).
     */
    static boolean isGpu(String resource) {
        int slash = resource.indexOf('/');
        String name = resource.substring(slash + 1);
        return slash > 0
                && (name.equals("gpu")
                        || name.startsWith("gpu.")
                        || name.startsWith("mig-")
                        || OTHER_ACCELERATORS.contains(resource));
    }
}
