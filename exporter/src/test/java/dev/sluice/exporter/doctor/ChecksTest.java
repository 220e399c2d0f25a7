package dev.sluice.exporter.doctor;

import static dev.sluice.exporter.config.Loaded.changed;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.tuple;

import dev.sluice.exporter.api.ExporterStatus.ClusterView;
import dev.sluice.exporter.derive.Capacity;
import dev.sluice.exporter.derive.Constraints;
import dev.sluice.exporter.derive.QueueSummary;
import dev.sluice.exporter.derive.SeriesBudgets;
import dev.sluice.exporter.derive.gpu.GpuSlots;
import dev.sluice.exporter.derive.join.Clusters;
import dev.sluice.exporter.derive.join.JoinedNode;
import dev.sluice.exporter.derive.signal.Signal;
import dev.sluice.exporter.doctor.CheckResults.CheckResult;
import dev.sluice.exporter.doctor.CheckResults.CheckResult.Level;
import dev.sluice.exporter.model.FailureKind;
import dev.sluice.exporter.model.GpuCounts;
import dev.sluice.exporter.model.SlurmSource;
import dev.sluice.exporter.model.SourceStatus;
import dev.sluice.exporter.model.Validity;
import dev.sluice.exporter.model.cluster.ControllerConf.PrivateData;
import dev.sluice.exporter.model.kubernetes.KubernetesSnapshot;
import dev.sluice.exporter.model.node.Node;
import dev.sluice.exporter.model.node.NodeBaseState;
import dev.sluice.exporter.model.node.NodeBuilder;
import dev.sluice.exporter.publish.Published;
import dev.sluice.fixtures.GoldenFile;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class ChecksTest {

    private static final Instant NOW = Instant.parse("2026-11-24T06:00:00Z");
    private static final SourceStatus.Pace PACE = new SourceStatus.Pace(Duration.ofSeconds(15), Duration.ofSeconds(90));

    /**
     * Without a known lifetime, a token is due in its last day. With a known lifetime, a timer renews a token before
     * half of its life: sluice-token.timer creates a token every day, and each token is valid for a week.
     */
    @ParameterizedTest
    @CsvSource({
        "PT48H, '', OK, 'of prometheus, valid until 2026-11-26T06:00:00Z'",
        "PT2H, '', WARNING, 'of prometheus, not renewed, and expires at 2026-11-24T08:00:00Z'",
        "PT0S, '', FAILED, 'of prometheus, expired at 2026-11-24T06:00:00Z'",
        "P6D, P7D, OK, 'of prometheus, valid until 2026-11-30T06:00:00Z'",
        "P3D, P7D, WARNING, 'of prometheus, not renewed, and expires at 2026-11-27T06:00:00Z'",
        "P100D, P365D, OK, 'of prometheus, valid until 2027-03-04T06:00:00Z'",
        "P13D, P365D, WARNING, 'of prometheus, not renewed, and expires at 2026-12-07T06:00:00Z'"
    })
    void expectsATokenToBeRenewedInTime(Duration left, String life, Level level, String text) {
        Optional<Duration> lifetime =
                Optional.of(life).filter(known -> !known.isEmpty()).map(Duration::parse);
        Examined.Token token = new Examined.Token(
                Optional.empty(), Optional.of(new Validity(NOW.plus(left), lifetime)), Optional.of("prometheus"));

        assertThat(examined(List.of(), token).results(NOW))
                .filteredOn(result -> result.check().equals("token"))
                .extracting(CheckResult::level, CheckResult::text)
                .containsExactly(tuple(level, text));
    }

    @Test
    void reportsProblemsWithTheirCures() {
        Examined.Token broken =
                new Examined.Token(Optional.of("begins with a quote"), Optional.empty(), Optional.empty());
        Examined working = examined(List.of(), of("sluice"));
        List<SourceStatus> sources = List.of(
                failed("qos", FailureKind.UNEXPECTED_STATUS, "HTTP 500"),
                answered("reservations", Duration.ZERO).missing("no reservations", Duration.ZERO),
                failed("kube-nodes", FailureKind.UNAUTHORIZED, "HTTP 403: Sluice's account may not list nodes"),
                answered("kube-nodesets-slinky", Duration.ZERO).missing("no API group", Duration.ZERO));
        StringBuilder reports = new StringBuilder();
        Map<String, Examined> all = new LinkedHashMap<>();
        all.put("Untyped GPUs without accounting, and a hidden partition", working);
        all.put(
                "A broken token",
                examined(List.of(failed("nodes", FailureKind.UNAUTHORIZED, "the token begins with a quote")), broken));
        all.put(
                "A token that cannot be read",
                failing(FailureKind.UNAUTHORIZED, "http://ctl", "", Examined.Token.NONE));
        all.put("A token of another user", failing(FailureKind.UNAUTHORIZED, "http://ctl", "root", of("sluice")));
        all.put("A refused token", failing(FailureKind.UNAUTHORIZED, "http://ctl:6820", "", of("sluice")));
        all.put("An unreachable port", failing(FailureKind.UNREACHABLE, "http://ctl:6820", "", of("sluice")));
        all.put("An unreachable socket", failing(FailureKind.UNREACHABLE, "unix:///run/s.sock", "", of("sluice")));
        all.put("An unexpected status", failing(FailureKind.UNEXPECTED_STATUS, "http://ctl", "", of("sluice")));
        all.put("A clock 5 s ahead", changed(working, "clockAhead", Duration.ofSeconds(5)));
        all.put("A clock 1 min ahead", changed(working, "clockAhead", Duration.ofMinutes(1)));
        all.put("A clock 1 min behind", changed(working, "clockAhead", Duration.ofMinutes(-1)));
        all.put("Missing sources and rights", examined(sources, Examined.Token.NONE));
        all.put("Kubernetes", kubernetes(working));
        all.put("A node that Slurm keeps down", keptDown(kubernetes(working)));
        all.forEach((heading, examined) -> reports.append("# ")
                .append(heading)
                .append('\n')
                .append(new Doctor(List.of(examined), List.of(), NOW).text()));

        GoldenFile.at(Path.of("exporter/src/test/resources/golden/doctor.txt")).matches(reports.toString());
    }

    private static Examined failing(FailureKind kind, String url, String user, Examined.Token token) {
        return changed(
                examined(List.of(failed("nodes", kind, "x")), token),
                "access",
                new Examined.Connection(url, user, kind == FailureKind.UNEXPECTED_STATUS, token));
    }

    private static Examined.Token of(String user) {
        return new Examined.Token(Optional.empty(), Optional.empty(), Optional.of(user));
    }

    private static Examined keptDown(Examined examined) {
        Node down = NodeBuilder.of(Clusters.because(
                        Clusters.node("gpu-0", NodeBaseState.DOWN),
                        "slurm-operator: Pod (slurm/x) was uncordoned",
                        Clusters.NOON))
                .slurmdStart(Clusters.NOON.getEpochSecond() + 20)
                .build();
        JoinedNode joined = new JoinedNode(
                down, Optional.of(Clusters.pod(0, Clusters.PodOf.READY)), Optional.empty(), Optional.empty(), false);
        Published published = examined.view().published();
        Published.Nodes nodes = published.nodes().orElseThrow();
        Published changed = changed(published, "nodes", Optional.of(changed(nodes, "nodes", List.of(joined))));
        return changed(examined, "view", changed(examined.view(), "published", changed));
    }

    private static Examined kubernetes(Examined examined) {
        return changed(examined, "kubernetes", Optional.of(KubernetesSnapshot.empty("research")));
    }

    /**
     * Returns the metrics of a cluster with one allocated node and no job. All sources except the given sources are up.
     */
    private static Examined examined(List<SourceStatus> sources, Examined.Token token) {
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
                        "research",
                        true,
                        Optional.empty(),
                        all,
                        new Published(
                                Optional.empty(),
                                Optional.of(new Published.Queue(
                                        List.of(),
                                        QueueSummary.of(List.of(), List.of("cpu"), NOW, SeriesBudgets.named(5, 5)),
                                        List.of(),
                                        NOW)),
                                Optional.of(new Published.Nodes(
                                        nodes.stream()
                                                .map(JoinedNode::outsideKubernetes)
                                                .toList(),
                                        Capacity.Summary.of(nodes, List.of("cpu")),
                                        NOW,
                                        new GpuSlots.Beside(1, 1L << 30),
                                        Map.of())),
                                Constraints.UNKNOWN,
                                PrivateData.NONE),
                        Signal.withoutKubernetes("research"),
                        Map.of(),
                        List::of),
                Duration.ZERO,
                new Examined.Connection("http://ctl:6820", "", false, token),
                Optional.empty());
    }

    private static SourceStatus answered(String source, Duration took) {
        return SourceStatus.waiting("research", source, PACE)
                .answered(NOW, new SourceStatus.Answer("26.05.5", "v0.0.45", 2_000_000, 0, Optional.empty()), took);
    }

    private static SourceStatus failed(String source, FailureKind kind, String message) {
        return SourceStatus.waiting("research", source, PACE).failed(kind, message, NOW, Duration.ZERO);
    }
}
