package dev.sluice.exporter.metrics;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sluice.exporter.access.Protection.Refusal;
import dev.sluice.exporter.derive.WaitCause;
import dev.sluice.exporter.derive.gpu.GpuAmounts.GpuOwner;
import dev.sluice.exporter.derive.scaling.PendingClass;
import dev.sluice.exporter.derive.scaling.pool.UnsatisfiableCause;
import dev.sluice.exporter.model.FailureKind;
import dev.sluice.exporter.model.job.JobState;
import dev.sluice.exporter.model.job.PendingReason;
import dev.sluice.exporter.model.job.PendingReasonTest;
import dev.sluice.exporter.model.job.ReasonClass;
import dev.sluice.exporter.model.node.NodeReason;
import dev.sluice.exporter.model.node.NodeState;
import java.io.IOException;
import java.util.List;
import java.util.function.Predicate;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/** Compares the section "Label values" of docs/metrics.md with the values. */
class LabelValuesTest {

    private static final Pattern CODE = Pattern.compile("`([^`]+)`");

    /** A kind of node reason, and texts of nodes. */
    private static final Pattern KIND = Pattern.compile("`(\\w+)`: (\"[^|;]+\")");

    static List<Arguments> lists() {
        return List.of(
                list("Pending reasons", Stream.of(ReasonClass.values()).map(ReasonClass::label)),
                list("What jobs wait for", Stream.of(WaitCause.values()).map(WaitCause::label)),
                list("Owners of GPUs", Stream.of(GpuOwner.values()).map(GpuOwner::label)),
                list("Whether more nodes help", Stream.of(PendingClass.values()).map(PendingClass::label)),
                list(
                        "Why a job cannot run",
                        Stream.of(UnsatisfiableCause.values()).map(UnsatisfiableCause::label)),
                list("Kinds of failure", Stream.of(FailureKind.values()).map(FailureKind::label)),
                list("Refused requests", Stream.of(Refusal.values()).map(Refusal::label)));
    }

    private static Arguments list(String title, Stream<String> labels) {
        return Arguments.of(title, labels.toList());
    }

    /** Returns the lines of a section that begin with a text. */
    private static List<String> lines(String title, String start) {
        String all = MetricReference.labelValues();
        int from = all.indexOf("### " + title + "\n");
        int next = all.indexOf("\n### ", from);
        return all.substring(from, next < 0 ? all.length() : next)
                .lines()
                .filter(line -> line.startsWith(start))
                .toList();
    }

    private static List<String> codes(String text) {
        return CODE.matcher(text).results().map(code -> code.group(1)).toList();
    }

    private static String states(Predicate<JobState> which) {
        return String.join(
                ", ",
                Stream.of(JobState.values())
                        .filter(which)
                        .map(state -> "`" + state.label() + "`")
                        .toList());
    }

    @ParameterizedTest
    @MethodSource("lists")
    void eachValueHasALine(String title, List<String> labels) {
        assertThat(lines(title, "- `")).extracting(line -> codes(line).get(0)).isEqualTo(labels);
    }

    @Test
    void namesEachJobState() {
        Predicate<JobState> always = state -> (state.base() && state != JobState.UNKNOWN)
                || state == JobState.COMPLETING
                || state == JobState.CONFIGURING;

        assertThat(lines("Job states", "- "))
                .containsExactly(
                        "- always served: " + states(always),
                        "- served while such a job exists: " + states(always.negate()));
        assertThat(lines("Job states", "`state` of `slurm_job_ends_total`"))
                .containsExactly("`state` of `slurm_job_ends_total`, always served: " + states(JobState::end) + ".");
    }

    @Test
    void namesEachNodeState() {
        assertThat(lines("Node states", "| `").stream().skip(1))
                .extracting(line -> codes(line).get(0))
                .containsExactlyInAnyOrderElementsOf(
                        Stream.of(NodeState.values()).map(NodeState::label).toList());
        assertThat(codes(lines("Use of CPUs, memory and GPUs", "- `idle`").get(0)))
                .startsWith("idle")
                .endsWith(Stream.of(NodeState.values())
                        .filter(NodeState::schedulable)
                        .map(NodeState::label)
                        .toArray(String[]::new));
    }

    /** A line names some reasons by their prefix: {@code `QOS…` except `QOSNotAllowed`}. */
    private static boolean isNamed(String reason, String line) {
        boolean excepted = line.contains(" except `" + reason + "`");
        return !excepted
                && codes(line).stream()
                        .skip(1)
                        .anyMatch(name -> name.endsWith("…")
                                ? reason.startsWith(name.substring(0, name.length() - 1))
                                : reason.equals(name));
    }

    @Test
    void namesEachOfSlurmsReasonsInItsClassOnly() throws IOException {
        for (String reason : PendingReasonTest.slurmsNames()) {
            String reasonClass = PendingReason.of(reason).reasonClass().label();
            assertThat(lines("Pending reasons", "- `"))
                    .filteredOn(line -> isNamed(reason, line))
                    .singleElement()
                    .isEqualTo(
                            lines("Pending reasons", "- `" + reasonClass + "`").get(0));
        }
    }

    @Test
    void givesExamplesOfNodeReasons() {
        for (String line : lines("Why a node takes no work", "| `").subList(1, 6)) {
            List<MatchResult> kinds = KIND.matcher(line).results().toList();
            assertThat(kinds).as(line).isNotEmpty();
            for (MatchResult kind : kinds) {
                for (String text : kind.group(2).replaceAll("^\"|\"$", "").split("\", \"", -1)) {
                    NodeReason reason = NodeReason.of(text);
                    assertThat(List.of(reason.owner(), reason.kind()))
                            .as(text)
                            .containsExactly(codes(line).get(0), kind.group(1));
                }
            }
        }
    }

    @Test
    void namesTheStatusOfRefusalsAndTheClassesThatAreDemand() {
        for (Refusal refusal : Refusal.values()) {
            assertThat(lines("Refused requests", "- `" + refusal.label() + "`").get(0))
                    .endsWith(" (" + refusal.status() + ")");
        }
        assertThat(lines("Whether more nodes help", "- `"))
                .filteredOn(line -> line.endsWith(" (demand)"))
                .extracting(line -> codes(line).get(0))
                .containsExactlyElementsOf(Stream.of(PendingClass.values())
                        .filter(PendingClass::counts)
                        .map(PendingClass::label)
                        .toList());
    }
}
