package dev.sluice.adapter.demand;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sluice.adapter.demand.Demand.ClusterDemand;
import dev.sluice.adapter.metrics.LabelSelector;
import dev.sluice.adapter.metrics.Lookup;
import dev.sluice.adapter.metrics.Metric;
import dev.sluice.adapter.metrics.MetricLookup;
import dev.sluice.common.demand.DemandReport.ClusterReport;
import dev.sluice.common.demand.DemandReport.NodeSetReport;
import java.math.BigDecimal;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;

class DemandStoreTest {

    private static final Instant OBSERVED = Instant.parse("2026-11-20T08:00:00Z");
    private static final NodeSetReport GPU =
            DemandSamples.nodeSet("slurm", "gpu", "NodeSet", "slinky.slurm.net/v1beta1", 12, 3);
    private static final ClusterReport WITHOUT_NODE_SETS = DemandSamples.read(ClusterReport.class, """
            {"cluster": "metal", "publishing": false, "reason": "Kubernetes is not configured", "nodeSets": []}""");

    private final ReadFailure refused = new ReadFailure(ReadFailure.Kind.UNREACHABLE, "connection refused");

    private final MovableTime time = new MovableTime(Instant.parse("2026-11-20T08:00:10Z"));
    private final DemandStore store =
            new DemandStore(Map.of("a", "http://a:8080"), Duration.ofSeconds(90), time, time.nanoTime());

    @Test
    void knowsNothingBeforeTheFirstAnswerAndSaysSinceWhen() {
        assertThat(store.now().clusters()).isEmpty();
        assertThat(store.now().silent())
                .containsExactly(
                        "no demand from http://a:8080 since the adapter started at 2026-11-20T08:00:10Z (not asked"
                                + " yet)");

        store.failed("a", refused);

        assertThat(store.now().silent())
                .containsExactly("no demand from http://a:8080 since the adapter started at 2026-11-20T08:00:10Z"
                        + " (connection refused)");
    }

    @Test
    void trustsAnAnswerWhileItsAgeAtReceiptAndTheTimeSinceAreNotTooLong() {
        store.answered("a", List.of(published(OBSERVED, "PT10.5S")));

        time.advance(Duration.ofMillis(79_500));
        assertThat(cluster().trusted()).isTrue();
        assertThat(cluster().age()).hasValue(Duration.ofSeconds(90));
        time.advance(Duration.ofMillis(1));
        assertThat(cluster().distrust())
                .hasValue("the data from http://a:8080 is from 2026-11-20T08:00:00Z, older than the limit of 90 s");
    }

    @Test
    void clusterWithoutNodeSetsHidesNoValueOfAnother() {
        store.answered("a", List.of(WITHOUT_NODE_SETS, published(OBSERVED, "PT1S")));

        MetricLookup lookup = new MetricLookup(store::now, Map.of(), BigDecimal.ZERO);

        assertThat(lookup.external(Metric.NODESET_DESIRED_REPLICAS, "slurm", LabelSelector.parse("nodeset=gpu")))
                .isInstanceOf(Lookup.Found.class);
    }

    /** The result does not depend on the exporter's poll interval and release. */
    @Test
    void noExporterMayHaveOlderDataTrustedThanThreeMinutes() {
        store.answered("a", List.of(published(OBSERVED, "PT10S", Optional.of(Duration.ofHours(1)))));

        time.advance(Duration.ofSeconds(170));
        assertThat(cluster().trusted()).isTrue();
        time.advance(Duration.ofMillis(1));
        assertThat(cluster().trusted()).isFalse();
    }

    @Test
    void theExporterKnowsBetterHowOldItsDataMayBecome() {
        store.answered("a", List.of(published(OBSERVED, "PT10S", Optional.of(Duration.ofSeconds(150)))));

        time.advance(Duration.ofSeconds(140));
        assertThat(cluster().trusted()).as("a slow controller is asked seldom").isTrue();
        time.advance(Duration.ofMillis(1));
        assertThat(cluster().distrust())
                .hasValue("the data from http://a:8080 is from 2026-11-20T08:00:00Z, older than the limit of 150 s");

        store.answered(
                "a", List.of(published(OBSERVED.plusSeconds(150), "PT15S", Optional.of(Duration.ofSeconds(15)))));
        assertThat(cluster().trusted()).isTrue();
        time.advance(Duration.ofMillis(1));
        assertThat(cluster().trusted()).as("and a fast one not").isFalse();
    }

    @Test
    void servesTheLastGoodAnswerThroughAnOutageUntilItIsTooOld() {
        store.answered("a", List.of(published(OBSERVED, "PT10S")));
        store.failed("a", refused);
        assertThat(cluster().trusted()).isTrue();

        time.advance(Duration.ofSeconds(81));
        store.failed("a", refused);

        String first = cluster().distrust().orElseThrow();
        assertThat(first).isEqualTo("no demand from http://a:8080 since 2026-11-20T08:00:10Z (connection refused)");
        time.advance(Duration.ofMinutes(5));
        assertThat(cluster().distrust()).as("one event, not one each time").hasValue(first);
        assertThat(cluster().nodeSets()).containsExactly(GPU);
    }

    @Test
    void jumpsOfTheWallClockAgeNothing() {
        store.answered("a", List.of(published(OBSERVED, "PT1S")));

        time.set(Instant.parse("2027-01-01T00:00:00Z"));

        assertThat(cluster().trusted()).isTrue();
    }

    @Test
    void dataCannotBecomeYoungerBecauseAnOldAnswerIsHandedOnAgain() {
        store.answered("a", List.of(published(OBSERVED, "PT10S")));
        for (int i = 0; i < 9; i++) {
            time.advance(Duration.ofSeconds(9));
            store.answered("a", List.of(published(OBSERVED, "PT10S")));
        }

        assertThat(cluster().age()).hasValue(Duration.ofSeconds(91));
        assertThat(cluster().trusted()).isFalse();
    }

    @Test
    void withdrawsAtOnceWhatTheExporterWithdraws() {
        store.answered("a", List.of(published(OBSERVED, "PT1S")));
        store.answered("a", List.of(DemandSamples.withheld("research", "jobs are 31 s old")));
        time.advance(Duration.ofSeconds(5));
        store.answered("a", List.of(DemandSamples.withheld("research", "jobs are 36 s old")));

        assertThat(cluster().distrust())
                .hasValue("withheld by http://a:8080 since 2026-11-20T08:00:10Z (jobs are 36 s old)");
        assertThat(cluster().nodeSets()).as("what it had is still known").containsExactly(GPU);

        store.answered("a", List.of(published(OBSERVED.plusSeconds(15), "PT1S")));
        assertThat(cluster().trusted()).isTrue();
    }

    @Test
    void aClusterThatWasNeverPublishedHasNothing() {
        store.answered("a", List.of(DemandSamples.withheld("research", "no complete poll yet")));

        assertThat(cluster().known()).isFalse();
        assertThat(cluster().trusted()).isFalse();
    }

    @Test
    void forgetsAClusterThatAnExporterNoLongerReports() {
        store.answered("a", List.of(published(OBSERVED, "PT1S")));
        store.answered("a", List.of());

        assertThat(store.now().clusters()).isEmpty();
        assertThat(store.now().silent()).isEmpty();
    }

    @Test
    void aClusterThatTwoExportersReportIsNotTrustedUntilOneIsSilent() {
        DemandStore two = new DemandStore(
                Map.of("a", "http://a", "b", "http://b"), Duration.ofSeconds(90), time, time.nanoTime());
        two.answered("a", List.of(published(OBSERVED, "PT1S")));
        two.answered("b", List.of(published(OBSERVED, "PT1S")));

        assertThat(two.now().clusters())
                .singleElement()
                .satisfies(cluster -> assertThat(cluster.distrust())
                        .hasValue("reported by 2 exporters; configure it in one exporter only, or give it two names"));

        time.advance(Duration.ofSeconds(90));
        two.answered("b", List.of(published(OBSERVED.plusSeconds(90), "PT1S")));

        assertThat(two.now().clusters()).singleElement().satisfies(cluster -> {
            assertThat(cluster.trusted()).isTrue();
            assertThat(cluster.observedAt()).hasValue(OBSERVED.plusSeconds(90));
        });
    }

    private ClusterDemand cluster() {
        assertThat(store.now().clusters()).hasSize(1);
        return store.now().clusters().get(0);
    }

    private static ClusterReport published(Instant observedAt, String age) {
        return published(observedAt, age, Optional.empty());
    }

    private static ClusterReport published(Instant observedAt, String age, Optional<Duration> maxAge) {
        return new ClusterReport(
                "research",
                Optional.of(observedAt),
                Optional.of(Duration.parse(age)),
                maxAge,
                true,
                Optional.empty(),
                Optional.of(List.of(GPU)),
                Optional.empty());
    }
}
