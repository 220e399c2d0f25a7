package dev.sluice.adapter.metrics;

import static dev.sluice.adapter.demand.DemandSamples.trusted;
import static org.assertj.core.api.Assertions.assertThat;

import dev.sluice.adapter.demand.Demand;
import dev.sluice.adapter.demand.Demand.ClusterDemand;
import dev.sluice.adapter.demand.DemandSamples;
import dev.sluice.adapter.metrics.Lookup.Refused;
import dev.sluice.common.demand.DemandReport.NodeSetReport;
import dev.sluice.common.demand.DemandReport.PartitionReport;
import java.math.BigDecimal;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvFileSource;
import org.junit.jupiter.params.provider.CsvSource;

class MetricLookupTest {

    private static final Instant OBSERVED = Instant.parse("2026-11-20T08:00:00Z");
    private static final NodeSetReport CPU = nodeSet("slurm", "cpu", "NodeSet", 2, 0);
    private static final NodeSetReport GPU = nodeSet("slurm", "gpu", "NodeSet", 12, 3);
    private static final NodeSetReport GPU_STATEFULSET =
            DemandSamples.nodeSet("slurm", "gpu", "StatefulSet", "apps/v1", 5, 1);
    private static final NodeSetReport DEV_GPU = nodeSet("slurm-dev", "gpu", "NodeSet", 1, 1);
    private static final Metric DESIRED = Metric.NODESET_DESIRED_REPLICAS;

    private static final NodeSetReport FIXED = DemandSamples.read(NodeSetReport.class, """
            {"namespace": "slurm", "name": "h100", "kind": "NodeSet", "apiVersion": "sunk.coreweave.com/v1alpha1",
             "notScalable": "their node pools can be scaled", "replicas": 4, "pendingNodes": 2}
            """);
    private static final Map<String, List<ClusterDemand>> DEMAND = Map.ofEntries(
            Map.entry("one", List.of(trusted("research", CPU, GPU, DEV_GPU))),
            Map.entry("two", List.of(trusted("teaching", GPU), trusted("research", GPU, CPU))),
            Map.entry("kinds", List.of(trusted("research", GPU, GPU_STATEFULSET))),
            Map.entry(
                    "groups",
                    List.of(trusted(
                            "research",
                            GPU,
                            DemandSamples.nodeSet("slurm", "gpu", "NodeSet", "slurm.nebius.ai/v1alpha1", 4, 0)))),
            Map.entry("fixed", List.of(trusted("metal", GPU, FIXED))),
            Map.entry("old-fixed", List.of(distrusted("metal", FIXED))),
            Map.entry("old", List.of(trusted("research", GPU), distrusted("teaching", CPU))),
            Map.entry("blank", List.of(trusted("research", GPU), withoutData("teaching"))));

    @ParameterizedTest
    @CsvFileSource(resources = "/selectors/answers.csv", delimiter = '|', quoteCharacter = '`')
    void answersWithTheValuesOrTheReason(String demand, @Nullable String selector, String answer) {
        List<ClusterDemand> clusters = DEMAND.getOrDefault(demand, List.of());
        assertThat(answer(external(clusters, DESIRED, selector == null ? "" : selector)))
                .isEqualTo(answer);
    }

    @Test
    void aSeriesHasTheLabelsOfItsNodeSet() {
        List<ClusterDemand> one = List.of(trusted("research", CPU, GPU, DEV_GPU));
        assertThat(external(one, Metric.NODESET_PENDING_NODES, "nodeset=gpu"))
                .isEqualTo(new Lookup.Found(List.of(new Series(
                        Metric.NODESET_PENDING_NODES,
                        Map.of("cluster", "research", "kind", "NodeSet", "nodeset", "gpu"),
                        Optional.of(GPU),
                        3,
                        OBSERVED))));
        assertThat(answer(external(one, Metric.NODESET_PENDING_NODES, "nodeset=cpu")))
                .isEqualTo("0");
    }

    @Test
    void namesTenChoicesAndCountsTheOthers() {
        NodeSetReport[] twelve = IntStream.range(0, 12)
                .mapToObj(i -> DemandSamples.nodeSet("slurm", "n" + (char) ('a' + i), "NodeSet", "x/v1", 1, 0))
                .toArray(NodeSetReport[]::new);
        assertThat(answer(external(List.of(trusted("research", twelve)), DESIRED, "")))
                .isEqualTo("INVALID: 12 series match, and an autoscaler would add them up; add one of these to the"
                        + " selector: nodeset=na, nodeset=nb, nodeset=nc, nodeset=nd, nodeset=ne, nodeset=nf,"
                        + " nodeset=ng, nodeset=nh, nodeset=ni, nodeset=nj, and 2 more");
    }

    @Test
    void aNodeSetThatNobodyMayScaleHasOnlyPendingNodes() {
        List<ClusterDemand> metal = List.of(trusted("metal", GPU, FIXED));
        assertThat(object(metal, "nodesets.sunk.coreweave.com", "h100", ""))
                .isEqualTo("UNAVAILABLE: cluster metal: nodesets.sunk.coreweave.com slurm/h100: their node pools can"
                        + " be scaled");
        assertThat(answer(external(metal, Metric.NODESET_PENDING_NODES, "nodeset=h100")))
                .isEqualTo("2");
        assertThat(lookup(metal, Map.of()).all()).extracting(Series::value).containsExactly(12L, 3L, 2L);
    }

    /** Names of objects can be longer than label values. A shorter label value then represents the name. */
    @Test
    void aNodeSetIsFoundByItsNameAndByTheLabelThatStandsForIt() {
        String name = "g".repeat(70);
        String label = LabelValues.of(name);
        List<ClusterDemand> research = List.of(trusted("research", GPU, nodeSet("slurm", name, "NodeSet", 7, 0)));
        assertThat(label).isNotEqualTo(name);
        assertThat(answer(external(research, DESIRED, "nodeset=" + label))).isEqualTo("7");
        assertThat(answer(external(research, DESIRED, "nodeset in (gpu," + label + "),nodeset!=gpu")))
                .isEqualTo("7");
        assertThat(object(research, "nodesets.slinky.slurm.net", name, "")).isEqualTo("7");
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "new|nodeset=gpu|UNAVAILABLE: no demand from http://b",
                "slurm|nodeset=gpu|UNAVAILABLE: no demand from http://b; it may have a matching series too, so select"
                        + " cluster=research",
                "slurm|nodeset=gpu,cluster=research|12",
                "slurm|nodeset=gpu,cluster=teaching|UNAVAILABLE: no demand from http://b",
                "mapped|nodeset=gpu|NOT_FOUND: no series of slurm_nodeset_desired_replicas matches in namespace mapped;"
                        + " clusters: research",
            })
    void anExporterThatHasNeverAnsweredMayReportAnyClusterButAKnownOne(
            String namespace, String selector, String answer) {
        Demand demand = new Demand(List.of(trusted("research", GPU)), List.of("no demand from http://b"));
        MetricLookup lookup =
                new MetricLookup(() -> demand, Map.of("mapped", "research", "new", "teaching"), BigDecimal.ZERO);
        assertThat(answer(lookup.external(DESIRED, namespace, LabelSelector.parse(selector))))
                .isEqualTo(answer);
    }

    @Test
    void aMappedNamespaceReadsItsClusterAlone() {
        List<ClusterDemand> two = List.of(trusted("research", CPU), trusted("teaching", GPU));
        MetricLookup lookup = lookup(two, Map.of("slurm", "teaching", "lost", "nowhere"));
        assertThat(answer(lookup.external(DESIRED, "slurm", LabelSelector.parse(""))))
                .isEqualTo("12");
        assertThat(answer(lookup.external(DESIRED, "slurm", LabelSelector.parse("cluster=research"))))
                .startsWith("NOT_FOUND");
        assertThat(answer(lookup.external(DESIRED, "lost", LabelSelector.parse(""))))
                .startsWith("NOT_FOUND");
    }

    @Test
    void whatPartitionsNeedIsReadInEveryNamespaceOrSaidToBeMissing() {
        List<ClusterDemand> research = List.of(withPartitions(
                "research", List.of(DemandSamples.partition("gpu:a100", 2), DemandSamples.partition("cpu", 0))));
        // printf %s gpu:a100 | sha256sum
        String a100 = "partition=gpu_a100--413a0ea25604d113";
        assertThat(answer(external(research, Metric.PARTITION_PENDING_NODES, a100)))
                .isEqualTo("2");
        assertThat(answer(external(research, Metric.PARTITION_PENDING_NODES, "")))
                .startsWith("INVALID");
        assertThat(answer(external(List.of(trusted("research", GPU)), Metric.PARTITION_PENDING_NODES, "partition=gpu")))
                .isEqualTo("UNAVAILABLE: cluster research: its exporter does not report what partitions need");
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "nodesets.slinky.slurm.net|gpu|12",
                "statefulsets.apps|gpu|5",
                "nodesets.slinky.slurm.net|*|2, 12",
                "pods|gpu|NOT_FOUND: no demand of pods slurm/gpu; clusters: research",
                "nodesets.slinky.slurm.net|tpu|NOT_FOUND: no demand of nodesets.slinky.slurm.net slurm/tpu; clusters:"
                        + " research",
            })
    void findsAnObjectByItsResource(String resource, String name, String answer) {
        assertThat(object(List.of(trusted("research", CPU, GPU, GPU_STATEFULSET)), resource, name, ""))
                .isEqualTo(answer);
    }

    @Test
    void twoClustersWithTheSameObjectAreToldApartByTheMetricsSelector() {
        List<ClusterDemand> two = List.of(trusted("research", GPU), trusted("teaching", GPU));
        assertThat(object(two, "nodesets.slinky.slurm.net", "gpu", "")).startsWith("INVALID");
        assertThat(object(two, "nodesets.slinky.slurm.net", "gpu", "cluster=research"))
                .isEqualTo("12");
    }

    private static MetricLookup lookup(List<ClusterDemand> clusters, Map<String, String> clusterOfNamespace) {
        return new MetricLookup(() -> new Demand(clusters, List.of()), clusterOfNamespace, BigDecimal.ZERO);
    }

    private static String object(List<ClusterDemand> clusters, String resource, String name, String selector) {
        ObjectName object = new ObjectName("slurm", resource, name);
        return answer(lookup(clusters, Map.of()).object(object, DESIRED, LabelSelector.parse(selector)));
    }

    /** Returns the values, or the reason and the message. */
    private static String answer(Lookup lookup) {
        if (lookup instanceof Refused refused) {
            return refused.reason() + ": " + refused.message();
        }
        return ((Lookup.Found) lookup)
                .series().stream().map(series -> Long.toString(series.value())).collect(Collectors.joining(", "));
    }

    private static Lookup external(List<ClusterDemand> clusters, Metric metric, String selector) {
        return lookup(clusters, Map.of()).external(metric, "slurm", LabelSelector.parse(selector));
    }

    private static ClusterDemand distrusted(String cluster, NodeSetReport... nodeSets) {
        return new ClusterDemand(
                cluster,
                Optional.of("no demand since noon"),
                Optional.of(OBSERVED),
                Optional.of(Duration.ofHours(3)),
                List.of(nodeSets),
                Optional.empty());
    }

    private static ClusterDemand withoutData(String cluster) {
        return new ClusterDemand(
                cluster,
                Optional.of("no complete poll yet"),
                Optional.empty(),
                Optional.empty(),
                List.of(),
                Optional.empty());
    }

    private static ClusterDemand withPartitions(String cluster, List<PartitionReport> partitions) {
        return new ClusterDemand(
                cluster,
                Optional.empty(),
                Optional.of(OBSERVED),
                Optional.of(Duration.ofSeconds(3)),
                List.of(),
                Optional.of(partitions));
    }

    private static NodeSetReport nodeSet(String namespace, String name, String kind, long desired, long pending) {
        return DemandSamples.nodeSet(namespace, name, kind, "slinky.slurm.net/v1beta1", desired, pending);
    }
}
