package dev.sluice.exporter.kubernetes;

import io.fabric8.kubernetes.api.model.Quantity;
import java.math.BigDecimal;
import java.math.RoundingMode;
import java.util.Map;
import java.util.Set;
import java.util.SortedMap;
import java.util.TreeMap;

/** Reads Kubernetes quantities, such as {@code 56Gi} and {@code 191810m}. A malformed quantity counts as 0. */
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
     * Returns the GPUs of one kind: whole GPUs, shared GPUs ({@code nvidia.com/gpu.shared}) or MIG slices
     * ({@code nvidia.com/mig-1g.10gb}); 0 for another resource.
     */
    static long gpus(String resource, String quantity) {
        int slash = resource.indexOf('/');
        String name = resource.substring(slash + 1);
        boolean gpu = slash > 0
                && (name.equals("gpu")
                        || name.startsWith("gpu.")
                        || name.startsWith("mig-")
                        || OTHER_ACCELERATORS.contains(resource));
        return gpu ? Math.min(whole(quantity), MAX_GPUS) : 0;
    }

    /** Returns the GPUs among quantities, by resource name. */
    static SortedMap<String, Long> gpus(Map<String, String> quantities) {
        SortedMap<String, Long> gpus = new TreeMap<>();
        quantities.forEach((resource, quantity) -> gpus.put(resource, gpus(resource, quantity)));
        gpus.values().removeIf(count -> count == 0);
        return gpus;
    }
}
