package dev.sluice.adapter.demand;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import com.fasterxml.jackson.databind.json.JsonMapper;
import dev.sluice.common.demand.ApiJson;
import dev.sluice.common.demand.DemandReport;
import dev.sluice.common.demand.DemandReport.ClusterReport;
import dev.sluice.common.demand.DemandReport.NodeSetReport;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.OptionalLong;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvFileSource;
import org.junit.jupiter.params.provider.ValueSource;

class DemandReaderTest {

    /** The exporter's tests write the same samples from the same records. */
    @ParameterizedTest
    @ValueSource(strings = {"two-clusters.json", "with-partitions.json", "not-publishing.json", "not-scalable.json"})
    void readsEveryMember(String sample) throws Exception {
        List<ClusterReport> clusters = DemandReader.read(DemandSamples.bytes(sample));

        JsonMapper plain = new JsonMapper();
        assertThat(plain.readTree(ApiJson.bytes(new DemandReport(DemandReport.VERSION, clusters))))
                .isEqualTo(plain.readTree(DemandSamples.bytes(sample)));
    }

    @Test
    void ignoresWhatALaterExporterAdds() throws ReadFailure {
        ClusterReport research = DemandReader.read(DemandSamples.bytes("with-unknown-fields.json"))
                .get(0);

        assertThat(research.nodeSets().orElseThrow())
                .extracting(NodeSetReport::desired)
                .containsExactly(OptionalLong.of(2), OptionalLong.of(12));
    }

    @Test
    void readsTimesNumbersAndReasons() throws ReadFailure {
        ClusterReport teaching =
                DemandReader.read(DemandSamples.bytes("two-clusters.json")).get(1);
        assertThat(teaching.observedAt()).hasValue(Instant.parse("2026-11-20T08:00:03.050Z"));
        assertThat(teaching.age()).hasValue(Duration.ofMillis(150));
        assertThat(teaching.maxAge()).hasValue(Duration.ofSeconds(30));
        NodeSetReport gpu = teaching.nodeSets().orElseThrow().get(0);
        assertThat(gpu.fullName()).isEqualTo("statefulsets.apps slurm/gpu");
        assertThat(gpu.desired()).hasValue(0);
        assertThat(gpu.replicas()).hasValue(1);

        NodeSetReport fixed = DemandReader.read(DemandSamples.bytes("not-scalable.json"))
                .get(0)
                .nodeSets()
                .orElseThrow()
                .get(0);
        assertThat(fixed.desired()).isEmpty();
        assertThat(fixed.notScalable()).hasValue("SUNK's NodeSets cannot be scaled, their node pools can");
        assertThat(fixed.pendingNodes()).isEqualTo(2);
    }

    @Test
    void readsAnExporterThatSaysLess() throws ReadFailure {
        String document = DemandSamples.text("two-clusters.json")
                .replaceAll(
                        "\"(maxAgeSeconds|replicas|min|max|busy|idle|starting|draining|unusable|ghosts)\": [0-9]+,", "")
                .replaceAll("\"(pendingJobs|reasons|partitions)\"", "\"later-$1\"");

        ClusterReport cluster = DemandReader.read(document.getBytes(UTF_8)).get(0);
        assertThat(cluster.maxAge()).isEmpty();
        assertThat(cluster.partitions()).isEmpty();
        assertThat(cluster.nodeSets().orElseThrow())
                .extracting(NodeSetReport::replicas)
                .containsExactly(OptionalLong.empty(), OptionalLong.empty());
    }

    @Test
    void clusterThatIsWithheldAndListsNodeSetsHasNone() throws ReadFailure {
        String document = """
                {"version":1,"clusters":[{"cluster":"metal","publishing":false,
                 "reason":"Kubernetes is not configured","nodeSets":[]}]}""";

        assertThat(DemandReader.read(document.getBytes(UTF_8)))
                .singleElement()
                .satisfies(cluster -> assertThat(cluster.hasNoNodeSets()).isTrue());
    }

    @Test
    void ignoresTheJobs() throws ReadFailure {
        assertThat(DemandReader.read(DemandSamples.bytes("explained.json")))
                .extracting(ClusterReport::cluster)
                .containsExactly("research", "teaching");
    }

    @ParameterizedTest
    @CsvFileSource(resources = "/demand/broken-documents.csv", delimiter = '|', quoteCharacter = '`')
    void namesThePlaceThatBreaksTheContract(String document, String complaint) {
        ReadFailure bad = badness(document);

        assertThat(bad).hasMessageContaining(complaint);
        assertThat(bad.kind()).isEqualTo(ReadFailure.Kind.UNDECODABLE);
    }

    @ParameterizedTest
    @CsvFileSource(resources = "/demand/broken-members.csv", delimiter = '|', quoteCharacter = '`')
    void refusesANumberThatCannotBe(String good, String bad, String complaint) {
        String document = DemandSamples.text("two-clusters.json").replaceAll("\\s+", "");
        assertThat(document).contains(good);

        assertThat(badness(document.replaceFirst(java.util.regex.Pattern.quote(good), bad)))
                .hasMessageContaining(complaint);
    }

    @Test
    void namesTheVersionThatItDoesNotKnow() {
        ReadFailure bad = badness("{\"clusters\":\"quite different\",\"version\":2}");

        assertThat(bad.kind()).isEqualTo(ReadFailure.Kind.UNSUPPORTED_VERSION);
        assertThat(bad).hasMessageContaining("version 2 of /api/v1/demand is not known, only 1");
    }

    @Test
    void takesAnAgeThatIsTooSmallToBeWrittenOutForNone() throws ReadFailure {
        String document = DemandSamples.text("two-clusters.json").replace("3.2", "1e-999999999");

        assertThat(DemandReader.read(document.getBytes(UTF_8)).get(0).age()).hasValue(Duration.ZERO);
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
                            DemandReader.read(damaged);
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
                catchThrowableOfType(ReadFailure.class, () -> DemandReader.read(document.getBytes(UTF_8))));
    }
}
