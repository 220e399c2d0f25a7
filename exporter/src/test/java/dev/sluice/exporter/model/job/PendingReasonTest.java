package dev.sluice.exporter.model.job;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sluice.exporter.model.job.PendingReason.Explanation;
import dev.sluice.exporter.model.job.PendingReason.ScalingRule;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStream;
import java.io.InputStreamReader;
import java.nio.charset.StandardCharsets;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.TreeSet;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

public class PendingReasonTest {

    /** Returns all names of reasons in Slurm's source. */
    public static List<String> slurmsNames() throws IOException {
        InputStream in = Objects.requireNonNull(PendingReasonTest.class.getResourceAsStream("/slurm/job-reasons.txt"));
        try (var reader = new BufferedReader(new InputStreamReader(in, StandardCharsets.UTF_8))) {
            return reader.lines().filter(line -> !line.startsWith("#")).toList();
        }
    }

    @Test
    void namesNoReasonThatSlurmLacks() throws IOException {
        assertThat(slurmsNames()).containsAll(ReasonTable.byName().keySet());
    }

    /** Slurm lets users release only jobs with WAIT_HELD_USER, the reason behind these names. */
    @Test
    void knowsWhichHeldJobsTheUserCanRelease() {
        assertThat(ReasonTable.byName().entrySet())
                .filteredOn(reason -> reason.getValue().userReleases())
                .extracting(Map.Entry::getKey)
                .containsExactlyInAnyOrder(
                        "JobHeldUser", "RequeuedHeld", "SpecialExit", "LaunchFailed", "EnvironmentFailed");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "",
                "resources",
                "SomethingNew",
                "217",
                "Nodes required for job are DOWN, DRAINED or reserved for jobs in higher priority partitions"
            })
    void aReasonThatIsNotKnownIsOtherAndUnclassified(String reason) {
        assertThat(PendingReason.of(reason).reasonClass()).isEqualTo(ReasonClass.OTHER);
        assertThat(PendingReason.of(reason).scalingRule()).isEqualTo(ScalingRule.UNCLASSIFIED);
    }

    @Test
    void everyReasonOfSlurmHasAScalingRule() throws IOException {
        Map<ScalingRule, TreeSet<String>> byRule = new EnumMap<>(ScalingRule.class);
        for (String reason : slurmsNames()) {
            byRule.computeIfAbsent(PendingReason.of(reason).scalingRule(), unused -> new TreeSet<>())
                    .add(reason);
        }

        assertThat(byRule.get(ScalingRule.ELIGIBLE)).containsExactly("None", "Priority", "Resources");
        assertThat(byRule.get(ScalingRule.CONDITIONAL))
                .containsExactly("NodeDown", "PartitionConfig", "PartitionNodeLimit", "ReqNodeNotAvail");
        assertThat(byRule.get(ScalingRule.BEGIN_TIME)).containsExactly("BeginTime");
        assertThat(byRule.get(ScalingRule.IMPOSSIBLE)).containsExactly("BadConstraints");
        assertThat(byRule.get(ScalingRule.PARTITION_CLOSED)).containsExactly("PartitionDown", "PartitionInactive");
        assertThat(byRule.get(ScalingRule.PARTITION_LIMIT)).containsExactly("MaxMemPerLimit", "PartitionTimeLimit");
        assertThat(byRule.get(ScalingRule.UNCLASSIFIED)).containsExactly("InvalidReason");
        assertThat(byRule.get(ScalingRule.WAITING))
                .hasSizeGreaterThan(190)
                .contains("Dependency", "Licenses", "Constraints", "QOSNotAllowed");
    }

    @ParameterizedTest
    @ValueSource(strings = {"QOSGrpNewThing", "AssocMaxNewThing", "MaxNewThingPerAccount", "AssociationNewLimit"})
    void aNewLimitIsALimit(String reason) {
        assertThat(PendingReason.of(reason).scalingRule()).isEqualTo(ScalingRule.WAITING);
        assertThat(PendingReason.of(reason).reasonClass()).isEqualTo(ReasonClass.LIMIT);
    }

    @ParameterizedTest
    @EnumSource
    void everyClassHasTwoShortSentences(ReasonClass reasonClass) {
        Explanation meaning = reasonClass.explanation();

        assertThat(meaning.meaning()).matches("[A-Z].{10,90}[.]");
        assertThat(meaning.todo()).matches("[A-Z].{10,130}[^ ]");
    }

    @ParameterizedTest
    @CsvSource({
        "AssocGrpGRES, account",
        "QOSMaxJobsPerUserLimit, too many jobs are running",
        "JobArrayTaskLimit, array",
        "DependencyNeverSatisfied, never start",
        "JobHeldUser, user holds",
        "PartitionTimeLimit, time limit exceeds",
        "MaxJobsPerAccount, too many jobs are running",
        "Licenses, licenses"
    })
    void saysMoreOfAReasonWhereItsClassIsNotEnough(String reason, String words) {
        assertThat(PendingReason.of(reason).explanation().meaning()).contains(words);
    }

    @Test
    void saysWhoseJobsALimitWaitsForAndHowToShowIt() {
        assertThat(PendingReason.of("QOSMaxGRESPerUser").explanation().todo())
                .isEqualTo("Wait for the user's running jobs to end. Show the limit: sacctmgr show qos QOSNAME.");
    }

    @Test
    void explainsAnUnknownReasonAsItsClass() {
        assertThat(PendingReason.of("SomethingNew").explanation()).isEqualTo(ReasonClass.OTHER.explanation());
    }
}
