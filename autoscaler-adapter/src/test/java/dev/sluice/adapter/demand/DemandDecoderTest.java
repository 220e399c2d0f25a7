package dev.sluice.adapter.demand;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import dev.sluice.adapter.demand.ClusterReport.Published;
import dev.sluice.adapter.demand.ClusterReport.Withheld;
import dev.sluice.adapter.demand.NodeSetDemand.Size;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class DemandDecoderTest {

    private static final String SLINKY = "slinky.slurm.net/v1beta1";
    private static final NodeSetDemand CPU =
            new NodeSetDemand("slurm", "cpu", "NodeSet", SLINKY, new Size.Desired(2), OptionalLong.of(4), 0);
    private static final NodeSetDemand GPU =
            new NodeSetDemand("slurm", "gpu", "NodeSet", SLINKY, new Size.Desired(12), OptionalLong.of(10), 3);
    private static final NodeSetDemand OTHER_GPU =
            new NodeSetDemand("slurm", "gpu", "StatefulSet", "apps/v1", new Size.Desired(0), OptionalLong.of(1), 0);

    @ParameterizedTest
    @ValueSource(strings = {"two-clusters.json", "with-unknown-fields.json"})
    void readsWhatTheExportersOfTodayAndTomorrowPublish(String sample) throws ReadFailure {
        assertThat(DemandDecoder.decode(DemandSamples.bytes(sample)))
                .containsExactly(
                        new Published(
                                "research",
                                Instant.parse("2026-11-20T08:00:00Z"),
                                Duration.ofMillis(3200),
                                Optional.of(Duration.ofSeconds(30)),
                                NodeSets.of(List.of(CPU, GPU)),
                                Optional.of(List.of(new PartitionDemand("gpu", 3), new PartitionDemand("login", 0)))),
                        new Published(
                                "teaching",
                                Instant.parse("2026-11-20T08:00:03.050Z"),
                                Duration.ofMillis(150),
                                Optional.of(Duration.ofSeconds(30)),
                                NodeSets.of(List.of(OTHER_GPU)),
                                Optional.of(List.of(new PartitionDemand("gpu", 0)))));
    }

    @Test
    void readsWhatPartitionsNeedWhereAnExporterReportsIt() throws ReadFailure {
        List<ClusterReport> clusters = DemandDecoder.decode(DemandSamples.bytes("with-partitions.json"));

        assertThat(clusters)
                .singleElement()
                .isInstanceOfSatisfying(
                        Published.class,
                        cluster -> assertThat(cluster.partitions())
                                .hasValue(List.of(
                                        new PartitionDemand("cpu", 0),
                                        new PartitionDemand("gpu", 3),
                                        new PartitionDemand("gpu:a100", 2))));
    }

    @Test
    void readsWhyNobodyMaySetANumber() throws ReadFailure {
        assertThat(DemandDecoder.decode(DemandSamples.bytes("not-scalable.json")))
                .containsExactly(new Published(
                        "metal",
                        Instant.parse("2026-11-20T08:00:00Z"),
                        Duration.ofMillis(3200),
                        Optional.of(Duration.ofSeconds(30)),
                        NodeSets.of(List.of(new NodeSetDemand(
                                "slurm",
                                "h100",
                                "NodeSet",
                                "sunk.coreweave.com/v1alpha1",
                                new Size.NotScalable("SUNK's NodeSets cannot be scaled, their node pools can"),
                                OptionalLong.of(4),
                                2))),
                        Optional.of(List.of())));
    }

    @Test
    void readsAnExporterThatSaysLess() throws ReadFailure {
        String document = DemandSamples.text("two-clusters.json")
                .replaceAll("\"(maxAgeSeconds|replicas)\": [0-9]+,", "")
                .replace("partitions", "ignored");

        assertThat(DemandDecoder.decode(document.getBytes(UTF_8)).get(0))
                .isInstanceOfSatisfying(Published.class, cluster -> {
                    assertThat(cluster.maxAge()).isEmpty();
                    assertThat(cluster.partitions()).isEmpty();
                    assertThat(cluster.nodeSets().all())
                            .extracting(NodeSetDemand::replicas)
                            .containsExactly(OptionalLong.empty(), OptionalLong.empty());
                });
    }

    @Test
    void clusterThatIsWithheldAndListsNodeSetsHasNone() throws ReadFailure {
        String document = """
                {"version":1,"clusters":[{"cluster":"metal","publishing":false,
                 "reason":"Kubernetes is not configured","nodeSets":[]}]}""";

        assertThat(DemandDecoder.decode(document.getBytes(UTF_8)))
                .containsExactly(new ClusterReport.WithoutNodeSets("metal"));
    }

    @Test
    void keepsTheReasonOfAClusterThatIsWithheld() throws ReadFailure {
        assertThat(DemandDecoder.decode(DemandSamples.bytes("not-publishing.json")))
                .containsExactly(
                        new Withheld("research", "no complete poll yet"),
                        new Withheld("teaching", "jobs are 95 s old, 30 s at most are trusted"));
        assertThat(DemandDecoder.decode(DemandSamples.bytes("explained.json")))
                .extracting(ClusterReport::cluster)
                .containsExactly("research", "teaching");
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            quoteCharacter = '`',
            value = {
                "``|the document is empty",
                "[]|the document is not an object",
                "nonsense|not JSON: Unrecognized token 'nonsense'",
                "{\"version\":1|not JSON: Unexpected end-of-input",
                "{\"version\":1,\"clusters\":[]} {}|data after the end of the document",
                "{\"version\":1}|clusters is missing",
                "{\"clusters\":[]}|version is missing",
                "{\"version\":\"1\",\"clusters\":[]}|version is not a number",
                "{\"version\":1,\"version\":1,\"clusters\":[]}|not JSON: Duplicate field 'version'",
                "{\"version\":1,\"clusters\":{}}|clusters is not an array",
                "{\"version\":1,\"clusters\":[null]}|clusters[0] is not an object",
                "{\"version\":1,\"clusters\":[{}]}|clusters[0].cluster is missing",
                "{\"version\":1,\"clusters\":[{\"cluster\":\"\"}]}|clusters[0].cluster is empty",
                "{\"version\":1,\"clusters\":[{\"cluster\":\"a\"}]}|clusters[0].publishing is missing",
                "{\"version\":1,\"clusters\":[{\"cluster\":\"a\",\"publishing\":1}]}|clusters[0].publishing is not"
                        + " true",
                "{\"version\":1,\"clusters\":[{\"cluster\":\"a\",\"publishing\":true}]}|clusters[0].observedAt is"
                        + " missing",
            })
    void namesThePlaceThatBreaksTheContract(String document, String complaint) {
        ReadFailure bad = badness(document);

        assertThat(bad).hasMessageContaining(complaint);
        assertThat(bad.kind()).isEqualTo(FailureKind.UNDECODABLE);
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "\"desired\":12|\"desired\":-12|clusters[0].nodeSets[1].desired is negative",
                "\"desired\":12|\"desired\":1.5|clusters[0].nodeSets[1].desired is not a whole number",
                "\"desired\":12|\"desired\":null|clusters[0].nodeSets[1].desired is not a whole number",
                "\"desired\":12|\"desired\":\"12\"|clusters[0].nodeSets[1].desired is not a whole number",
                "\"desired\":12|\"desired\":2147483648|clusters[0].nodeSets[1].desired is more than 2147483647",
                "\"desired\":12|\"wanted\":12|clusters[0].nodeSets[1].desired is missing",
                "\"min\":0|\"notScalable\":\"no\"|clusters[0].nodeSets[1] has both desired and notScalable",
                "\"desired\":12|\"notScalable\":\"\"|clusters[0].nodeSets[1].notScalable is empty",
                "\"replicas\":10|\"replicas\":-1|clusters[0].nodeSets[1].replicas is negative",
                "\"maxAgeSeconds\":30|\"maxAgeSeconds\":-1|clusters[0].maxAgeSeconds is negative",
                "\"pendingNodes\":3|\"pendingNodes\":-3|clusters[0].nodeSets[1].pendingNodes is negative",
                "\"name\":\"gpu\"|\"name\":\"\"|clusters[0].nodeSets[1].name is empty",
                "\"name\":\"cpu\"|\"name\":\"gpu\"|clusters[0] has nodesets.slinky.slurm.net slurm/gpu twice",
                "\"ageSeconds\":3.2|\"ageSeconds\":-3.2|clusters[0].ageSeconds is negative",
                "\"ageSeconds\":3.2|\"ageSeconds\":1e400|clusters[0].ageSeconds is more than 2147483647",
                "\"observedAt\":\"2026-11-20T08:00:00Z\"|\"observedAt\":\"now\"|clusters[0].observedAt is not a time",
                "\"cluster\":\"teaching\"|\"cluster\":\"research\"|clusters has research twice",
            })
    void refusesANumberThatCannotBe(String good, String bad, String complaint) {
        String document = DemandSamples.text("two-clusters.json").replaceAll("\\s+", "");
        assertThat(document).contains(good);

        assertThat(badness(document.replaceFirst(java.util.regex.Pattern.quote(good), bad)))
                .hasMessageContaining(complaint);
    }

    @Test
    void namesTheVersionThatItDoesNotKnow() {
        ReadFailure bad = badness("{\"clusters\":\"quite different\",\"version\":2}");

        assertThat(bad.kind()).isEqualTo(FailureKind.UNSUPPORTED_VERSION);
        assertThat(bad).hasMessageContaining("version 2 of /api/v1/demand is not known, only 1");
    }

    @Test
    void takesAnAgeThatIsTooSmallToBeWrittenOutForNone() throws ReadFailure {
        String document = DemandSamples.text("two-clusters.json").replace("3.2", "1e-999999999");

        assertThat(DemandDecoder.decode(document.getBytes(UTF_8)).get(0))
                .isInstanceOfSatisfying(
                        Published.class, cluster -> assertThat(cluster.age()).isZero());
    }

    @Test
    void anyDamageIsANamedFailureOrAnotherDocument() {
        byte[] good = DemandSamples.bytes("explained.json");
        Random random = new Random(20261120);
        for (int round = 0; round < 5000; round++) {
            byte[] damaged = good.clone();
            for (int i = 0; i <= random.nextInt(4); i++) {
                damaged[random.nextInt(damaged.length)] = (byte) "{}[],:\"0-9e.\\\u0000xé".charAt(random.nextInt(15));
            }
            assertThatCode(() -> {
                        try {
                            DemandDecoder.decode(damaged);
                        } catch (ReadFailure e) {
                            assertThat(e.message()).isNotBlank();
                        }
                    })
                    .as(new String(damaged, UTF_8))
                    .doesNotThrowAnyException();
        }
    }

    private static ReadFailure badness(String document) {
        return java.util.Objects.requireNonNull(
                catchThrowableOfType(ReadFailure.class, () -> DemandDecoder.decode(document.getBytes(UTF_8))));
    }
}
