package dev.sluice.exporter.kubernetes;

import dev.sluice.exporter.model.kubernetes.NodeSet.PodResources;
import io.fabric8.kubernetes.api.model.Quantity;
import java.math.BigDecimal;
import java.math.RoundingMode;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.SortedMap;
import java.util.TreeMap;

/**
 * Reads Kubernetes quantities, such as {@code 56Gi} and {@code 191810m}, and the resources of slurmd. A malformed
 * quantity counts as 0.
 */
final class Quantities {

    private static final int MAX_LENGTH = 40;
    private static final BigDecimal MAX_AMOUNT = BigDecimal.valueOf(Long.MAX_VALUE);

    /** Neuron devices have their cores as another resource, which is not counted too. */
    private static final Set<String> OTHER_ACCELERATORS = Set.of(
            "gpu.intel.com/i915",
            "gpu.intel.com/xe",
            "habana.ai/gaudi",
            "google.com/tpu",
            "aws.amazon.com/neuron",
            "huawei.com/Ascend910");
    /** Far more GPUs than a machine has. Larger amounts come from a malformed quantity, and would overflow sums. */
    private static final long MAX_GPUS = 1_000_000;

    private Quantities() {}

    /** Returns the amount, rounded up to a whole number as Kubernetes does. */
    static long whole(String text) {
        return times(text, BigDecimal.ONE);
    }

    static long milli(String text) {
        return times(text, BigDecimal.valueOf(1000));
    }

    private static long times(String text, BigDecimal factor) {
        if (text.isEmpty() || text.length() > MAX_LENGTH) {
            return 0;
        }
        try {
            BigDecimal amount = Quantity.parse(text).getNumericalAmount();
            if (amount.signum() <= 0 || Math.abs((long) amount.scale()) > MAX_LENGTH) {
                return 0;
            }
            return amount.multiply(factor)
                    .min(MAX_AMOUNT)
                    .setScale(0, RoundingMode.CEILING)
                    .longValue();
        } catch (IllegalArgumentException | ArithmeticException e) {
            return 0;
        }
    }

    /**
     * Returns the GPUs among quantities by resource name: whole GPUs, shared GPUs ({@code nvidia.com/gpu.shared}) and
     * MIG slices ({@code nvidia.com/mig-1g.10gb}).
     */
    static SortedMap<String, Long> gpus(Map<String, String> quantities) {
        SortedMap<String, Long> gpus = new TreeMap<>();
        quantities.forEach((resource, quantity) -> {
            long count = isGpu(resource) ? whole(quantity) : 0;
            if (count > 0) {
                gpus.put(resource, Math.min(count, MAX_GPUS));
            }
        });
        return gpus;
    }

    private static boolean isGpu(String resource) {
        int slash = resource.indexOf('/');
        String name = resource.substring(slash + 1);
        return slash > 0
                && (name.equals("gpu")
                        || name.startsWith("gpu.")
                        || name.startsWith("mig-")
                        || OTHER_ACCELERATORS.contains(resource));
    }

    static PodResources resources(Map<String, String> quantities) {
        return new PodResources(
                milli(quantities.getOrDefault("cpu", "")),
                whole(quantities.getOrDefault("memory", "")),
                gpus(quantities));
    }

    /** Returns the limits of a container. For a resource without a limit, returns the request. */
    static PodResources ofContainer(KubeObject container) {
        Map<String, String> all = new HashMap<>(container.quantities("resources", "requests"));
        all.putAll(container.quantities("resources", "limits"));
        return resources(all);
    }

    /** Returns the resources of the container {@code slurmd}, or of all containers if no container has this name. */
    static PodResources ofPod(List<KubeObject> containers) {
        List<KubeObject> slurmd = containers.stream()
                .filter(container -> container.exact("name").equals("slurmd"))
                .toList();
        return (slurmd.isEmpty() ? containers : slurmd)
                .stream().map(Quantities::ofContainer).reduce(PodResources.UNKNOWN, Quantities::sum);
    }

    private static PodResources sum(PodResources a, PodResources b) {
        SortedMap<String, Long> gpus = new TreeMap<>(a.gpus());
        b.gpus().forEach((resource, count) -> gpus.merge(resource, count, Long::sum));
        return new PodResources(a.milliCpus() + b.milliCpus(), a.memoryBytes() + b.memoryBytes(), gpus);
    }
}
