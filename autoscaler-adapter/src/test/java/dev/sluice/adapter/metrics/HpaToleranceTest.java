package dev.sluice.adapter.metrics;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sluice.adapter.demand.Demand;
import dev.sluice.adapter.demand.DemandSamples;
import dev.sluice.common.demand.DemandReport.NodeSetReport;
import java.math.BigDecimal;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/**
 * An HPA with a tolerance of 10 % would ignore some desired values. The adapter publishes the smallest value that the
 * HPA does not ignore.
 */
class HpaToleranceTest {

    private static final Metric DESIRED = Metric.NODESET_DESIRED_REPLICAS;
    private static final BigDecimal TEN_PERCENT = new BigDecimal("0.1");

    @ParameterizedTest
    @CsvSource({
        // replicas, desired value, published value: by the formula floor(1.1 * replicas) + 1, by hand
        "100, 108, 111",
        "100, 110, 111",
        "100, 111, 111",
        "100, 112, 112",
        "10, 11, 12",
        "9, 10, 10",
        "20, 18, 18",
        "20, 17, 17",
        "20, 20, 20",
        "0, 1, 1",
        "0, 0, 0",
        "1, 2, 2",
        "30, 33, 34",
        "2147483647, 2147483647, 2147483647",
    })
    void publishesTheSmallestNumberThatTheHpaActsUpon(long replicas, long desired, long published) throws Exception {
        MetricLookup tolerant = lookup(replicas, desired, TEN_PERCENT);

        assertThat(external(tolerant)).isEqualTo(published);
        assertThat(value(tolerant.object(
                        new ObjectName("slurm", "nodesets.x", "gpu"), DESIRED, new LabelSelector(List.of()))))
                .isEqualTo(published);
    }

    @Test
    void publishesTheDesiredNumberIfNoToleranceIsConfigured() throws Exception {
        assertThat(external(lookup(100L, 108, BigDecimal.ZERO))).isEqualTo(108);
    }

    @Test
    void publishesTheDesiredNumberIfTheReplicasAreNotKnown() throws Exception {
        assertThat(external(lookup(null, 12, TEN_PERCENT))).isEqualTo(12);
    }

    private static MetricLookup lookup(@Nullable Long replicas, long desired, BigDecimal tolerance) {
        NodeSetReport nodeSet = DemandSamples.read(NodeSetReport.class, """
                {"namespace": "slurm", "name": "gpu", "kind": "NodeSet", "apiVersion": "x/v1",
                 "desired": %d, "replicas": %s, "pendingNodes": 0}
                """.formatted(desired, replicas));
        return new MetricLookup(
                () -> new Demand(List.of(DemandSamples.trusted("research", nodeSet)), List.of()), Map.of(), tolerance);
    }

    private static long external(MetricLookup lookup) throws Exception {
        return value(lookup.external(DESIRED, "slurm", LabelSelector.parse("nodeset=gpu")));
    }

    private static long value(Lookup lookup) {
        assertThat(lookup).isInstanceOf(Lookup.Found.class);
        assertThat(((Lookup.Found) lookup).series()).hasSize(1);
        return ((Lookup.Found) lookup).series().get(0).value();
    }
}
