package dev.sluice.adapter.metrics;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sluice.adapter.demand.ClusterDemand;
import dev.sluice.adapter.demand.Demand;
import dev.sluice.adapter.demand.DemandSamples;
import dev.sluice.adapter.demand.NodeSets;
import dev.sluice.adapter.metrics.Lookup.Refused;
import dev.sluice.adapter.metrics.Lookup.Refused.Reason;
import dev.sluice.common.demand.NodeSetReport;
import dev.sluice.common.demand.PartitionReport;
import java.math.BigDecimal;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

class MetricLookupTest {

    private static final Instant OBSERVED = Instant.parse("2026-11-20T08:00:00Z");
    private static final NodeSetReport CPU = nodeSet("slurm", "cpu", "NodeSet", 2, 0);
    private static final NodeSetReport GPU = nodeSet("slurm", "gpu", "NodeSet", 12, 3);
    private static final NodeSetReport GPU_STATEFULSET =
            DemandSamples.nodeSet("slurm", "gpu", "StatefulSet", "apps/v1", 5, 1);
    private static final NodeSetReport DEV_GPU = nodeSet("slurm-dev", "gpu", "NodeSet", 1, 1);
    private static final Metric DESIRED = Metric.NODESET_DESIRED_REPLICAS;

    @Test
    void givesTheOneValueThatASelectorMeans() {
        List<ClusterDemand> research = List.of(trusted("research", CPU, GPU, DEV_GPU));

        assertThat(values(external(research, DESIRED, "nodeset=gpu"))).containsExactly(12L);
        assertThat(values(external(research, Metric.NODESET_PENDING_NODES, "nodeset=gpu")))
                .containsExactly(3L);
        assertThat(external(research, DESIRED, "nodeset=gpu"))
                .isEqualTo(new Lookup.Found(List.of(new Series(
                        DESIRED,
                        Map.of("cluster", "research", "kind", "NodeSet", "nodeset", "gpu"),
                        Optional.of(GPU),
                        12,
                        OBSERVED))));
        assertThat(((Lookup.Found) external(research, DESIRED, "nodeset=gpu")).series())
                .singleElement()
                .satisfies(series -> {
                    assertThat(series.metric()).isEqualTo(DESIRED);
                    assertThat(series.object()).contains(GPU);
                    assertThat(series.observedAt()).isEqualTo(OBSERVED);
                });
    }

    @Test
    void anExplicitZeroIsAValue() {
        assertThat(values(external(List.of(trusted("research", CPU)), Metric.NODESET_PENDING_NODES, "nodeset=cpu")))
                .containsExactly(0L);
    }

    @Test
    void doesNotLetTwoNodeSetsBeAddedUp() {
        List<ClusterDemand> research = List.of(trusted("research", CPU, GPU));

        assertThat(external(research, DESIRED, ""))
                .isEqualTo(new Refused(
                        Reason.INVALID,
                        "2 series match, and an autoscaler would add them up; add one of these"
                                + " to the selector: nodeset=cpu, nodeset=gpu"));
        assertThat(external(research, DESIRED, "cluster=research"))
                .isInstanceOfSatisfying(
                        Refused.class, refused -> assertThat(refused.reason()).isEqualTo(Reason.INVALID));
        assertThat(values(external(research, DESIRED, "nodeset"))).containsExactly(2L, 12L);
        assertThat(values(external(research, DESIRED, "nodeset in (gpu,cpu)"))).containsExactly(2L, 12L);
    }

    @Test
    void namesTenChoicesAndCountsTheOthers() {
        NodeSetReport[] twelve = IntStream.range(0, 12)
                .mapToObj(i -> DemandSamples.nodeSet("slurm", "n" + (char) ('a' + i), "NodeSet", "x/v1", 1, 0))
                .toArray(NodeSetReport[]::new);

        assertThat(external(List.of(trusted("research", twelve)), DESIRED, ""))
                .isEqualTo(new Refused(
                        Reason.INVALID,
                        "12 series match, and an autoscaler would add them up; add one of these to the selector:"
                                + " nodeset=na, nodeset=nb, nodeset=nc, nodeset=nd, nodeset=ne, nodeset=nf, nodeset=ng,"
                                + " nodeset=nh, nodeset=ni, nodeset=nj, and 2 more"));
    }

    @Test
    void sortsTheValuesByTheirLabels() {
        List<ClusterDemand> two = List.of(trusted("teaching", GPU), trusted("research", GPU, CPU));

        assertThat(values(external(two, DESIRED, "nodeset,cluster"))).containsExactly(2L, 12L, 12L);
    }

    @Test
    void doesNotLetTwoClustersBeAddedUp() {
        List<ClusterDemand> two = List.of(trusted("research", GPU), trusted("teaching", GPU));

        assertThat(external(two, DESIRED, "nodeset=gpu"))
                .isEqualTo(new Refused(
                        Reason.INVALID,
                        "2 series match, and an autoscaler would add them up; add one of these"
                                + " to the selector: cluster=research, cluster=teaching"));
        assertThat(values(external(two, DESIRED, "nodeset=gpu,cluster=teaching")))
                .containsExactly(12L);
    }

    @Test
    void doesNotLetTwoKindsBeAddedUp() {
        List<ClusterDemand> both = List.of(trusted("research", GPU, GPU_STATEFULSET));

        assertThat(external(both, DESIRED, "nodeset=gpu,cluster=research"))
                .isEqualTo(new Refused(
                        Reason.INVALID,
                        "2 series match, and an autoscaler would add them up; add one of these"
                                + " to the selector: kind=NodeSet, kind=StatefulSet"));
        assertThat(values(external(both, DESIRED, "nodeset=gpu,kind=StatefulSet")))
                .containsExactly(5L);
    }

    @Test
    void saysWhereNoLabelTellsTwoApart() {
        NodeSetReport foreign = DemandSamples.nodeSet("slurm", "gpu", "NodeSet", "slurm.nebius.ai/v1alpha1", 4, 0);

        assertThat(external(List.of(trusted("research", GPU, foreign)), DESIRED, "nodeset=gpu,cluster=research"))
                .isEqualTo(new Refused(
                        Reason.INVALID,
                        "2 series match, and an autoscaler would add them up; all their"
                                + " labels are equal: rename one or use a metric of type Object"));
    }

    @Test
    void doesNotKnowWhatIsNotThere() {
        List<ClusterDemand> research = List.of(trusted("research", CPU, GPU));

        assertThat(external(research, DESIRED, "nodeset=tpu"))
                .isEqualTo(new Refused(
                        Reason.NOT_FOUND,
                        "no series of slurm_nodeset_desired_replicas matches in namespace slurm;"
                                + " nodeset can be cpu, gpu"));
        assertThat(external(research, DESIRED, "cluster=teaching"))
                .isEqualTo(new Refused(
                        Reason.NOT_FOUND,
                        "no series of slurm_nodeset_desired_replicas matches in namespace slurm;"
                                + " no matching cluster is reported"));
    }

    @Test
    void aNodeSetThatNobodyMayScaleHasNoDesiredNumberAndSaysWhy() {
        NodeSetReport fixed = DemandSamples.nodeSet(
                List.of("slurm", "h100", "NodeSet", "sunk.coreweave.com/v1alpha1"),
                OptionalLong.empty(),
                Optional.of("their node pools can be scaled"),
                OptionalLong.of(4),
                2);
        List<ClusterDemand> metal = List.of(trusted("metal", GPU, fixed));
        MetricLookup lookup = new MetricLookup(() -> new Demand(metal, List.of()), Map.of(), BigDecimal.ZERO);
        Lookup refused = new Refused(
                Reason.UNAVAILABLE,
                "cluster metal: nodesets.sunk.coreweave.com slurm/h100: their node pools can be scaled");

        assertThat(external(metal, DESIRED, "nodeset=h100")).isEqualTo(refused);
        assertThat(external(metal, DESIRED, "nodeset in (gpu,h100)"))
                .as("not the sum of what is left")
                .isEqualTo(refused);
        assertThat(lookup.object(
                        new ObjectName("slurm", "nodesets.sunk.coreweave.com", "h100"),
                        DESIRED,
                        LabelSelector.parse("")))
                .isEqualTo(refused);
        assertThat(values(external(metal, DESIRED, "nodeset=gpu"))).containsExactly(12L);
        assertThat(values(external(metal, DESIRED, "nodeset!=h100"))).containsExactly(12L);
        assertThat(values(external(metal, Metric.NODESET_PENDING_NODES, "nodeset=h100")))
                .containsExactly(2L);
        assertThat(lookup.all()).extracting(Series::value).containsExactly(12L, 3L, 2L);
    }

    @Test
    void ofANodeSetThatNobodyMayScaleInAClusterThatIsNotTrustedTheTroubleIsSaid() {
        NodeSetReport fixed = DemandSamples.nodeSet(
                List.of("slurm", "h100", "NodeSet", "x/v1"),
                OptionalLong.empty(),
                Optional.of("no"),
                OptionalLong.empty(),
                2);

        assertThat(external(List.of(distrusted("metal", fixed)), DESIRED, "nodeset=h100"))
                .isEqualTo(new Refused(Reason.UNAVAILABLE, "cluster metal: no demand since noon"));
    }

    @Test
    void aClusterThatIsNotTrustedTakesItsOwnValuesAwayAndNoOthers() {
        List<ClusterDemand> clusters = List.of(trusted("research", GPU), distrusted("teaching", CPU));

        assertThat(values(external(clusters, DESIRED, "nodeset=gpu"))).containsExactly(12L);
        assertThat(external(clusters, DESIRED, "nodeset=cpu"))
                .isEqualTo(new Refused(Reason.UNAVAILABLE, "cluster teaching: no demand since noon"));
        assertThat(external(clusters, DESIRED, "nodeset"))
                .isEqualTo(new Refused(Reason.UNAVAILABLE, "cluster teaching: no demand since noon"));
    }

    /** Names of objects can be longer than label values. A shorter label value then represents the name. */
    @Test
    void aNodeSetIsFoundByItsNameAndByTheLabelThatStandsForIt() {
        String name = "g".repeat(70);
        String label = LabelValues.of(name);
        List<ClusterDemand> research = List.of(trusted("research", GPU, nodeSet("slurm", name, "NodeSet", 7, 0)));
        MetricLookup lookup = new MetricLookup(() -> new Demand(research, List.of()), Map.of(), BigDecimal.ZERO);

        assertThat(label).isNotEqualTo(name);
        assertThat(values(external(research, DESIRED, "nodeset=" + label))).containsExactly(7L);
        assertThat(values(external(research, DESIRED, "nodeset in (gpu," + label + "),nodeset!=gpu")))
                .containsExactly(7L);
        assertThat(values(lookup.object(
                        new ObjectName("slurm", "nodesets.slinky.slurm.net", name),
                        DESIRED,
                        new LabelSelector(List.of()))))
                .containsExactly(7L);
    }

    @Test
    void aClusterOfWhichNothingIsKnownMayHaveTheSameNodeSet() {
        ClusterDemand blank = new ClusterDemand(
                "teaching",
                Optional.of("no complete poll yet"),
                Optional.empty(),
                Optional.empty(),
                NodeSets.NONE,
                Optional.empty());
        List<ClusterDemand> clusters = List.of(trusted("research", GPU), blank);

        assertThat(external(clusters, DESIRED, "nodeset=gpu"))
                .isEqualTo(new Refused(
                        Reason.UNAVAILABLE,
                        "cluster teaching: no complete poll yet; it may have a matching"
                                + " series too, so select cluster=research"));
        assertThat(values(external(clusters, DESIRED, "nodeset=gpu,cluster=research")))
                .containsExactly(12L);
        assertThat(values(external(clusters, DESIRED, "nodeset=gpu,cluster!=teaching")))
                .containsExactly(12L);
    }

    @Test
    void anExporterThatHasNeverAnsweredMayReportAnyClusterButAKnownOne() {
        Demand demand = new Demand(List.of(trusted("research", GPU)), List.of("no demand from http://b"));
        MetricLookup lookup =
                new MetricLookup(() -> demand, Map.of("mapped", "research", "new", "teaching"), BigDecimal.ZERO);

        assertThat(lookup.external(DESIRED, "new", LabelSelector.parse("nodeset=gpu")))
                .isEqualTo(new Refused(Reason.UNAVAILABLE, "no demand from http://b"));
        assertThat(lookup.external(DESIRED, "slurm", LabelSelector.parse("nodeset=gpu")))
                .isEqualTo(new Refused(
                        Reason.UNAVAILABLE,
                        "no demand from http://b; it may have a matching series" + " too, so select cluster=research"));
        assertThat(values(lookup.external(DESIRED, "slurm", LabelSelector.parse("nodeset=gpu,cluster=research"))))
                .containsExactly(12L);
        assertThat(lookup.external(DESIRED, "slurm", LabelSelector.parse("nodeset=gpu,cluster=teaching")))
                .isEqualTo(new Refused(Reason.UNAVAILABLE, "no demand from http://b"));
        assertThat(lookup.external(DESIRED, "mapped", LabelSelector.parse("nodeset=gpu")))
                .isInstanceOfSatisfying(
                        Refused.class, refused -> assertThat(refused.reason()).isEqualTo(Reason.NOT_FOUND));
    }

    @Test
    void aMappedNamespaceReadsItsClusterAlone() {
        Demand demand = new Demand(List.of(trusted("research", GPU), trusted("teaching", GPU)), List.of());
        MetricLookup lookup =
                new MetricLookup(() -> demand, Map.of("slurm", "teaching", "lost", "nowhere"), BigDecimal.ZERO);

        Lookup found = lookup.external(DESIRED, "slurm", LabelSelector.parse("nodeset=gpu"));

        assertThat(found)
                .isInstanceOfSatisfying(
                        Lookup.Found.class,
                        values -> assertThat(values.series())
                                .singleElement()
                                .satisfies(series -> assertThat(series.labels()).containsEntry("cluster", "teaching")));
        assertThat(lookup.external(DESIRED, "slurm", LabelSelector.parse("nodeset=gpu,cluster=research")))
                .isInstanceOfSatisfying(
                        Refused.class, refused -> assertThat(refused.reason()).isEqualTo(Reason.NOT_FOUND));
        assertThat(lookup.external(DESIRED, "lost", LabelSelector.parse("")))
                .isInstanceOfSatisfying(
                        Refused.class, refused -> assertThat(refused.reason()).isEqualTo(Reason.NOT_FOUND));
    }

    @Test
    void whatPartitionsNeedIsReadInEveryNamespaceOrSaidToBeMissing() {
        List<ClusterDemand> research = List.of(withPartitions(
                "research", List.of(DemandSamples.partition("gpu:a100", 2), DemandSamples.partition("cpu", 0))));
        // printf %s gpu:a100 | sha256sum
        String a100 = "partition=gpu_a100--413a0ea25604d113";

        assertThat(values(external(research, Metric.PARTITION_PENDING_NODES, a100)))
                .containsExactly(2L);
        assertThat(external(research, Metric.PARTITION_PENDING_NODES, ""))
                .isInstanceOfSatisfying(
                        Refused.class, refused -> assertThat(refused.reason()).isEqualTo(Reason.INVALID));
        assertThat(external(List.of(trusted("research", GPU)), Metric.PARTITION_PENDING_NODES, "partition=gpu"))
                .isEqualTo(new Refused(
                        Reason.UNAVAILABLE, "cluster research: its exporter does not report what partitions need"));
    }

    @Test
    void findsAnObjectByItsResource() {
        Demand demand = new Demand(List.of(trusted("research", CPU, GPU, GPU_STATEFULSET)), List.of());
        MetricLookup lookup = new MetricLookup(() -> demand, Map.of(), BigDecimal.ZERO);

        assertThat(values(lookup.object(
                        new ObjectName("slurm", "nodesets.slinky.slurm.net", "gpu"), DESIRED, LabelSelector.parse(""))))
                .containsExactly(12L);
        assertThat(values(lookup.object(
                        new ObjectName("slurm", "statefulsets.apps", "gpu"), DESIRED, LabelSelector.parse(""))))
                .containsExactly(5L);
        assertThat(values(lookup.object(
                        new ObjectName("slurm", "nodesets.slinky.slurm.net", "*"), DESIRED, LabelSelector.parse(""))))
                .containsExactly(2L, 12L);
        assertThat(lookup.object(new ObjectName("slurm", "pods", "gpu"), DESIRED, LabelSelector.parse("")))
                .isEqualTo(new Refused(Reason.NOT_FOUND, "no demand of pods slurm/gpu; clusters: research"));
        assertThat(lookup.object(
                        new ObjectName("slurm", "nodesets.slinky.slurm.net", "tpu"), DESIRED, LabelSelector.parse("")))
                .isEqualTo(new Refused(
                        Reason.NOT_FOUND, "no demand of nodesets.slinky.slurm.net slurm/tpu; clusters: research"));
    }

    @Test
    void twoClustersWithTheSameObjectAreToldApartByTheMetricsSelector() {
        Demand demand = new Demand(List.of(trusted("research", GPU), trusted("teaching", GPU)), List.of());
        MetricLookup lookup = new MetricLookup(() -> demand, Map.of(), BigDecimal.ZERO);
        ObjectName gpu = new ObjectName("slurm", "nodesets.slinky.slurm.net", "gpu");

        assertThat(lookup.object(gpu, DESIRED, LabelSelector.parse("")))
                .isInstanceOfSatisfying(
                        Refused.class, refused -> assertThat(refused.reason()).isEqualTo(Reason.INVALID));
        assertThat(values(lookup.object(gpu, DESIRED, LabelSelector.parse("cluster=research"))))
                .containsExactly(12L);
    }

    private static Lookup external(List<ClusterDemand> clusters, Metric metric, String selector) {
        return new MetricLookup(() -> new Demand(clusters, List.of()), Map.of(), BigDecimal.ZERO)
                .external(metric, "slurm", LabelSelector.parse(selector));
    }

    private static List<Long> values(Lookup lookup) {
        assertThat(lookup).isInstanceOf(Lookup.Found.class);
        return ((Lookup.Found) lookup).series().stream().map(Series::value).toList();
    }

    private static ClusterDemand trusted(String cluster, NodeSetReport... nodeSets) {
        return new ClusterDemand(
                cluster,
                Optional.empty(),
                Optional.of(OBSERVED),
                Optional.of(Duration.ofSeconds(3)),
                NodeSets.of(List.of(nodeSets)),
                Optional.empty());
    }

    private static ClusterDemand distrusted(String cluster, NodeSetReport... nodeSets) {
        return new ClusterDemand(
                cluster,
                Optional.of("no demand since noon"),
                Optional.of(OBSERVED),
                Optional.of(Duration.ofHours(3)),
                NodeSets.of(List.of(nodeSets)),
                Optional.empty());
    }

    private static ClusterDemand withPartitions(String cluster, List<PartitionReport> partitions) {
        return new ClusterDemand(
                cluster,
                Optional.empty(),
                Optional.of(OBSERVED),
                Optional.of(Duration.ofSeconds(3)),
                NodeSets.NONE,
                Optional.of(partitions));
    }

    private static NodeSetReport nodeSet(String namespace, String name, String kind, long desired, long pending) {
        return DemandSamples.nodeSet(namespace, name, kind, "slinky.slurm.net/v1beta1", desired, pending);
    }
}
