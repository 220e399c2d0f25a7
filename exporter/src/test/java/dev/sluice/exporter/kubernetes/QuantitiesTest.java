package dev.sluice.exporter.kubernetes;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Map;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Tests quantities, and the names of GPUs among the resources. */
class QuantitiesTest {

    @ParameterizedTest
    @CsvSource({
        "0, 0",
        "8, 8",
        "1Ki, 1024",
        "56Gi, 60129542144",
        "2Ti, 2199023255552",
        "500M, 500000000",
        "2e3, 2000",
        "1.5Gi, 1610612736",
        "524275692Ki, 536858308608",
        "7Pi, 7881299347898368",
        "9Ei, 9223372036854775807"
    })
    void readsWholeAmounts(String text, long amount) {
        assertThat(Quantities.whole(text)).isEqualTo(amount);
    }

    @ParameterizedTest
    @CsvSource({"14, 14000", "191810m, 191810", "0.5, 500", "1500u, 2", "1n, 1"})
    void readsThousandths(String text, long amount) {
        assertThat(Quantities.milli(text)).isEqualTo(amount);
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "Gi", "1Xi", "1gi", "-5", "1e999999999", "ten", "1 Gi"})
    void whatMakesNoSenseIsNothing(String text) {
        assertThat(Quantities.whole(text)).isZero();
    }

    @ParameterizedTest
    @CsvSource({
        "nvidia.com/gpu, true",
        "amd.com/gpu, true",
        "nvidia.com/gpu.shared, true",
        "nvidia.com/mig-1g.10gb, true",
        "gpu.intel.com/i915, true",
        "gpu.intel.com/memory.max, false",
        "cpu, false",
        "gpu, false",
        "google.com/tpu, true",
        "aws.amazon.com/neuron, true",
        "aws.amazon.com/neuroncore, false",
        "vpc.amazonaws.com/efa, false",
        "hugepages-2Mi, false"
    })
    void knowsGpusByTheirResourceNames(String resource, boolean gpu) {
        assertThat(Quantities.gpus(Map.of(resource, "1"))).hasSize(gpu ? 1 : 0);
    }
}
