package dev.sluice.exporter.doctor;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.tuple;

import dev.sluice.exporter.api.view.ClusterDemand;
import dev.sluice.exporter.api.view.ClusterStatus;
import dev.sluice.exporter.api.view.ClusterView;
import dev.sluice.exporter.derive.CapacitySummary;
import dev.sluice.exporter.derive.QueueSummary;
import dev.sluice.exporter.derive.SeriesBudgets;
import dev.sluice.exporter.derive.gpu.GpuSlots;
import dev.sluice.exporter.derive.join.JoinedNode;
import dev.sluice.exporter.derive.pending.Constraints;
import dev.sluice.exporter.doctor.Finding.Level;
import dev.sluice.exporter.model.FailureKind;
import dev.sluice.exporter.model.GpuCounts;
import dev.sluice.exporter.model.SlurmSource;
import dev.sluice.exporter.model.SourceStatus;
import dev.sluice.exporter.model.kubernetes.ApiServiceOwner;
import dev.sluice.exporter.model.node.Node;
import dev.sluice.exporter.model.node.NodeBaseState;
import dev.sluice.exporter.model.node.NodeBuilder;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

class ChecksTest {

    private static final Instant NOW = Instant.parse("2026-11-24T06:00:00Z");
    private static final SourceStatus.Pace PACE = new SourceStatus.Pace(Duration.ofSeconds(15), Duration.ofSeconds(90));

    @Test
    void warnsOfATokenInItsLastDayAndFailsAfterIt() {
        assertThat(levels(with(NOW.plus(Duration.ofDays(2)), Duration.ZERO), "token"))
                .containsExactly(Level.OK);
        assertThat(levels(with(NOW.plus(Duration.ofHours(2)), Duration.ZERO), "token"))
                .containsExactly(Level.WARNING);
        assertThat(levels(with(NOW, Duration.ZERO), "token")).containsExactly(Level.FAILED);
    }

    @Test
    void warnsOfAClockThatIsAheadOrBehind() {
        Instant valid = NOW.plus(Duration.ofDays(2));

        assertThat(levels(with(valid, Duration.ofSeconds(5)), "clock")).containsExactly(Level.OK);
        assertThat(with(valid, Duration.ofMinutes(1)).findings(NOW))
                .anySatisfy(finding -> assertThat(finding.text()).contains("60.00 s ahead of ours"));
        assertThat(with(valid, Duration.ofMinutes(-1)).findings(NOW))
                .anySatisfy(finding -> assertThat(finding.text()).contains("60.00 s behind ours"));
    }

    @Test
    void findsHiddenJobsAndGpusWithoutType() {
        Examined examined = with(NOW.plus(Duration.ofDays(2)), Duration.ZERO);

        assertThat(examined.findings(NOW))
                .extracting(Finding::check, Finding::level, Finding::text)
                .contains(
                        tuple("rights", Level.FAILED, "nodes are allocated, but no job is visible"),
                        tuple("gpus", Level.WARNING, "4 of 4 GPUs have no type"),
                        tuple(
                                "load",
                                Level.OK,
                                "nodes 2.0 MB in 3.00 s every 15.00 s, jobs 2.0 MB in 3.00 s every 15.00 s"));
    }

    @Test
    void warnsOfAnswersThatTakeMoreThanAFifthOfTheTime() {
        SourceStatus slow = answered("jobs", Duration.ofMillis(3_001));

        assertThat(levels(examined(List.of(slow), Optional.empty(), Duration.ZERO, Optional.empty()), "load"))
                .containsExactly(Level.WARNING);
    }

    @Test
    void saysHowToReachSlurmdbdAndWhatElseIsMissing() {
        List<SourceStatus> sources = List.of(
                failed("qos", FailureKind.UNEXPECTED_STATUS, "HTTP 500"),
                answered("reservations", Duration.ZERO).missing("no reservations", Duration.ZERO));

        assertThat(examined(sources, Optional.empty(), Duration.ZERO, Optional.empty())
                        .findings(NOW))
                .anySatisfy(finding -> assertThat(finding.cure()).contains("slurmdbd"))
                .anySatisfy(finding -> assertThat(finding.text()).isEqualTo("not available: no reservations"))
                .anySatisfy(finding -> assertThat(finding.text()).isEqualTo("11 of 13 answer"));
    }

    @Test
    void namesTheOwnerOfExternalMetrics() {
        assertThat(levels(kubernetes(new ApiServiceOwner.Served("slurm/sluice-adapter")), "external-metrics"))
                .containsExactly(Level.OK);
        assertThat(levels(kubernetes(new ApiServiceOwner.Nobody()), "external-metrics"))
                .containsExactly(Level.OK);
        assertThat(kubernetes(new ApiServiceOwner.Served("keda/keda-operator-metrics-apiserver"))
                        .findings(NOW))
                .anySatisfy(finding -> assertThat(finding.cure()).contains("keda.md"));
        assertThat(levels(kubernetes(new ApiServiceOwner.Unknown("HTTP 403")), "external-metrics"))
                .containsExactly(Level.WARNING);
    }

    @Test
    void namesTheRightThatIsMissingAndKindsThatAreNotInstalled() {
        List<SourceStatus> sources = List.of(
                failed("kube-nodes", FailureKind.UNAUTHORIZED, "HTTP 403: our account may not list nodes"),
                answered("kube-nodesets-slinky", Duration.ZERO).missing("no API group", Duration.ZERO));

        assertThat(examined(sources, Optional.empty(), Duration.ZERO, Optional.empty())
                        .findings(NOW))
                .extracting(Finding::check, Finding::level, Finding::text)
                .contains(
                        tuple("kube-nodes", Level.FAILED, "HTTP 403: our account may not list nodes"),
                        tuple("nodesets", Level.WARNING, "no kind of NodeSet is installed: no API group"));
    }

    private static List<Level> levels(Examined examined, String check) {
        return examined.findings(NOW).stream()
                .filter(finding -> finding.check().equals(check))
                .map(Finding::level)
                .toList();
    }

    private static Examined with(Instant tokenEnd, Duration clockAhead) {
        return examined(List.of(), Optional.of(tokenEnd), clockAhead, Optional.empty());
    }

    private static Examined kubernetes(ApiServiceOwner owner) {
        return examined(List.of(), Optional.empty(), Duration.ZERO, Optional.of(owner));
    }

    /** All sources answer but those that are given, on a cluster with one allocated node and no job. */
    private static Examined examined(
            List<SourceStatus> sources,
            Optional<Instant> tokenEnd,
            Duration clockAhead,
            Optional<ApiServiceOwner> externalMetrics) {
        List<SourceStatus> all = new ArrayList<>(sources);
        Stream.of(SlurmSource.values())
                .filter(source -> sources.stream().noneMatch(source::is))
                .forEach(source -> all.add(answered(source.label(), Duration.ofSeconds(3))));
        List<Node> nodes = List.of(NodeBuilder.node("n1")
                .state(NodeBaseState.MIXED, Set.of())
                .usable(64, 0, GpuCounts.of("", 4))
                .allocated(32, 0, GpuCounts.of("", 2))
                .build());
        return new Examined(
                new ClusterView(
                        new ClusterStatus("research", true, tokenEnd, all, Optional.empty()),
                        Optional.of(new ClusterView.Queue(
                                List.of(),
                                QueueSummary.of(List.of(), List.of("cpu"), NOW, SeriesBudgets.named(5, 5)),
                                NOW)),
                        Optional.of(new ClusterView.Nodes(
                                nodes.stream()
                                        .map(JoinedNode::outsideKubernetes)
                                        .toList(),
                                CapacitySummary.of(nodes, List.of("cpu")),
                                NOW,
                                new GpuSlots.Beside(1, 1L << 30))),
                        ClusterDemand.withoutNodeSets("research", "Kubernetes is not configured"),
                        Map.of(),
                        Constraints.UNKNOWN),
                clockAhead,
                externalMetrics);
    }

    private static SourceStatus answered(String source, Duration took) {
        return SourceStatus.waiting("research", source, PACE)
                .answered(NOW, new SourceStatus.Answer("26.05.5", "v0.0.45", 2_000_000, 0, Optional.empty()), took);
    }

    private static SourceStatus failed(String source, FailureKind kind, String message) {
        return SourceStatus.waiting("research", source, PACE).failed(kind, message, NOW, Duration.ZERO);
    }
}
