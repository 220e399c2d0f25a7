package dev.sluice.exporter.doctor;

import static dev.sluice.exporter.config.Loaded.changed;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.tuple;

import dev.sluice.exporter.api.view.ClusterView;
import dev.sluice.exporter.derive.CapacitySummary;
import dev.sluice.exporter.derive.QueueSummary;
import dev.sluice.exporter.derive.SeriesBudgets;
import dev.sluice.exporter.derive.gpu.GpuSlots;
import dev.sluice.exporter.derive.join.Clusters;
import dev.sluice.exporter.derive.join.JoinedNode;
import dev.sluice.exporter.derive.pending.Constraints;
import dev.sluice.exporter.derive.signal.Signal;
import dev.sluice.exporter.doctor.CheckResult.Level;
import dev.sluice.exporter.model.FailureKind;
import dev.sluice.exporter.model.GpuCounts;
import dev.sluice.exporter.model.SlurmSource;
import dev.sluice.exporter.model.SourceStatus;
import dev.sluice.exporter.model.Validity;
import dev.sluice.exporter.model.controller.PrivateData;
import dev.sluice.exporter.model.kubernetes.KubernetesSnapshot;
import dev.sluice.exporter.model.node.Node;
import dev.sluice.exporter.model.node.NodeBaseState;
import dev.sluice.exporter.model.node.NodeBuilder;
import dev.sluice.exporter.publish.PublishedNodes;
import dev.sluice.exporter.publish.PublishedQueue;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
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
    void saysWhatIsWrongWithATokenAndNothingElseAboutIt() {
        Examined.Token broken =
                new Examined.Token(Optional.of("begins with a quote"), Optional.empty(), Optional.empty());

        assertThat(examined(List.of(failed("nodes", FailureKind.UNAUTHORIZED, "the token begins with a quote")), broken)
                        .results(NOW))
                .filteredOn(result -> !result.check().equals("autoscaling"))
                .extracting(CheckResult::check, CheckResult::level, CheckResult::text)
                .contains(tuple("token", Level.FAILED, "the token begins with a quote"))
                .noneMatch(found -> found.equals(tuple("token", Level.OK, "none, or without an expiry time")));
    }

    @Test
    void doesNotCallATokenFineThatCannotBeRead() {
        assertThat(failing(
                                FailureKind.UNAUTHORIZED,
                                new Examined.Connection("http://ctl:6820", "", false, Examined.Token.NONE))
                        .results(NOW))
                .extracting(CheckResult::check)
                .doesNotContain("token");
    }

    @Test
    void namesBothUsersWhereTheTokenIsOfAnother() {
        assertThat(failing(
                                FailureKind.UNAUTHORIZED,
                                new Examined.Connection("http://ctl:6820", "root", false, of("sluice")))
                        .results(NOW))
                .extracting(CheckResult::check, CheckResult::text)
                .contains(tuple("token", "the token is of sluice, but slurm.user is root"));
    }

    @Test
    void givesCommandsThatCanBePasted() {
        assertThat(cure(FailureKind.UNREACHABLE, new Examined.Connection("http://ctl:6820", "", false, of("sluice"))))
                .isEqualTo("check slurm.url, and from this machine: curl --noproxy '*' -v http://ctl:6820/openapi/v3");
        assertThat(cure(
                        FailureKind.UNREACHABLE,
                        new Examined.Connection("unix:///run/s.sock", "", false, of("sluice"))))
                .endsWith("curl --unix-socket /run/s.sock -v http://localhost/openapi/v3");
        assertThat(cure(
                        FailureKind.UNEXPECTED_STATUS,
                        new Examined.Connection("http://ctl:6820", "", true, of("sluice"))))
                .startsWith("remove slurm.apiVersion; ");
        assertThat(cure(FailureKind.UNAUTHORIZED, new Examined.Connection("http://ctl:6820", "", false, of("sluice"))))
                .contains("scontrol token username=");
    }

    private static String cure(FailureKind kind, Examined.Connection access) {
        return failing(kind, access).results(NOW).get(0).cure();
    }

    private static Examined failing(FailureKind kind, Examined.Connection access) {
        return changed(examined(List.of(failed("nodes", kind, "x")), access.token()), "access", access);
    }

    private static Examined.Token of(String user) {
        return new Examined.Token(Optional.empty(), Optional.empty(), Optional.of(user));
    }

    @Test
    void findsGpusThatAreNotAccountedFor() {
        assertThat(with(Duration.ofDays(2), Duration.ZERO).results(NOW))
                .filteredOn(result -> result.check().equals("accounting"))
                .extracting(CheckResult::level, CheckResult::cure)
                .containsExactly(
                        tuple(Level.WARNING, "set AccountingStorageTRES=gres/gpu in slurm.conf (docs/operations.md)"));
    }

    @Test
    void warnsOfAClockThatIsAheadOrBehind() {
        Duration valid = Duration.ofDays(2);

        assertThat(levels(with(valid, Duration.ofSeconds(5)), "clock")).containsExactly(Level.OK);
        assertThat(with(valid, Duration.ofMinutes(1)).results(NOW))
                .anySatisfy(result -> assertThat(result.text()).contains("60.00 s ahead of the exporter's"));
        assertThat(with(valid, Duration.ofMinutes(-1)).results(NOW))
                .anySatisfy(result -> assertThat(result.text()).contains("60.00 s behind the exporter's"));
    }

    @Test
    void findsHiddenPartitionsAndGpusWithoutType() {
        Examined examined = with(Duration.ofDays(2), Duration.ZERO);

        assertThat(examined.results(NOW))
                .extracting(CheckResult::check, CheckResult::level, CheckResult::text)
                .contains(
                        tuple(
                                "partitions",
                                Level.WARNING,
                                "slurmctld lists no partition gpu, but jobs or nodes are in it"),
                        tuple("gpus", Level.WARNING, "4 of 4 GPUs have no type"));
    }

    @Test
    void saysHowToReachSlurmdbdAndWhatElseIsMissing() {
        List<SourceStatus> sources = List.of(
                failed("qos", FailureKind.UNEXPECTED_STATUS, "HTTP 500"),
                answered("reservations", Duration.ZERO).missing("no reservations", Duration.ZERO));

        assertThat(examined(sources, Examined.Token.NONE).results(NOW))
                .anySatisfy(result -> assertThat(result.cure()).contains("slurmdbd"))
                .anySatisfy(result -> assertThat(result.text()).isEqualTo("not available: no reservations"))
                .anySatisfy(result -> assertThat(result.text()).isEqualTo("11 of 13 respond"));
    }

    @Test
    void namesNodesThatSlurmKeepsDownAndTheirCure() {
        Node down = NodeBuilder.of(Clusters.because(
                        Clusters.node("gpu-0", NodeBaseState.DOWN),
                        "slurm-operator: Pod (slurm/x) was uncordoned",
                        Clusters.NOON))
                .slurmdStart(Clusters.NOON.getEpochSecond() + 20)
                .build();
        JoinedNode joined = new JoinedNode(
                down, Optional.of(Clusters.pod(0, Clusters.PodOf.READY)), Optional.empty(), Optional.empty(), false);
        Examined without = kubernetes();
        PublishedNodes nodes = without.view().nodes().orElseThrow();
        ClusterView with = changed(without.view(), "nodes", Optional.of(changed(nodes, "nodes", List.of(joined))));

        assertThat(levels(without, "pods-and-nodes")).isEmpty();
        assertThat(changed(without, "view", with).results(NOW))
                .filteredOn(result -> result.check().equals("pods-and-nodes"))
                .singleElement()
                .satisfies(result -> {
                    assertThat(result.text())
                            .isEqualTo("nodes that Slurm keeps down although their pods are ready: gpu-0");
                    assertThat(result.cure())
                            .isEqualTo("set ReturnToService=2 in slurm.conf, and run: scontrol update nodename=gpu-0"
                                    + " state=resume");
                });
    }

    @Test
    void namesTheRightThatIsMissingAndKindsThatAreNotInstalled() {
        List<SourceStatus> sources = List.of(
                failed("kube-nodes", FailureKind.UNAUTHORIZED, "HTTP 403: Sluice's account may not list nodes"),
                answered("kube-nodesets-slinky", Duration.ZERO).missing("no API group", Duration.ZERO));

        assertThat(examined(sources, Examined.Token.NONE).results(NOW))
                .extracting(CheckResult::check, CheckResult::level, CheckResult::text)
                .contains(
                        tuple("kube-nodes", Level.FAILED, "HTTP 403: Sluice's account may not list nodes"),
                        tuple("nodesets", Level.WARNING, "no NodeSet kind is installed: no API group"));
    }

    private static List<Level> levels(Examined examined, String check) {
        return examined.results(NOW).stream()
                .filter(result -> result.check().equals(check))
                .map(CheckResult::level)
                .toList();
    }

    private static Examined with(Duration tokenLeft, Duration clockAhead) {
        Validity validity = new Validity(NOW.plus(tokenLeft), Optional.empty());
        Examined.Token token = new Examined.Token(Optional.empty(), Optional.of(validity), Optional.empty());
        return changed(examined(List.of(), token), "clockAhead", clockAhead);
    }

    private static Examined kubernetes() {
        return changed(
                examined(List.of(), Examined.Token.NONE),
                "kubernetes",
                Optional.of(KubernetesSnapshot.empty("research")));
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
                        Optional.empty(),
                        Optional.of(new PublishedQueue(
                                List.of(),
                                QueueSummary.of(List.of(), List.of("cpu"), NOW, SeriesBudgets.named(5, 5)),
                                List.of(),
                                NOW)),
                        Optional.of(new PublishedNodes(
                                nodes.stream()
                                        .map(JoinedNode::outsideKubernetes)
                                        .toList(),
                                CapacitySummary.of(nodes, List.of("cpu")),
                                NOW,
                                new GpuSlots.Beside(1, 1L << 30),
                                Map.of())),
                        Signal.withoutKubernetes("research"),
                        Map.of(),
                        Constraints.UNKNOWN,
                        PrivateData.NONE),
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
