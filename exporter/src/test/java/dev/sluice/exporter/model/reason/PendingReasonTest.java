package dev.sluice.exporter.model.reason;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStream;
import java.io.InputStreamReader;
import java.nio.charset.StandardCharsets;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.TreeSet;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class PendingReasonTest {

    /** Slurm is starting or cleaning up the job, the job has ended, or the name contains no information. */
    private static final Set<String> DELIBERATELY_OTHER = Set.of(
            "BurstBufferStageIn",
            "Cleaning",
            "DeadLine",
            "FedJobLock",
            "InactiveLimit",
            "InvalidReason",
            "JobLaunchFailure",
            "NonZeroExitCode",
            "OutOfMemory",
            "Prolog",
            "RaisedSignal",
            "SchedDefer",
            "SystemFailure",
            "TimeLimit");

    static List<String> slurmsNames() throws IOException {
        InputStream in = Objects.requireNonNull(PendingReasonTest.class.getResourceAsStream("/slurm/job-reasons.txt"));
        try (var reader = new BufferedReader(new InputStreamReader(in, StandardCharsets.UTF_8))) {
            return reader.lines().filter(line -> !line.startsWith("#")).toList();
        }
    }

    @Test
    void classifiesEveryReasonOfSlurm() throws IOException {
        assertThat(slurmsNames())
                .hasSize(225)
                .allSatisfy(name -> assertThat(PendingReason.of(name).reasonClass() == ReasonClass.OTHER)
                        .as(name)
                        .isEqualTo(DELIBERATELY_OTHER.contains(name)));
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
    @CsvSource({
        "Resources, resources",
        "NvidiaImexChannels, resources",
        "Priority, priority",
        "None, priority",
        "QOSMaxGRESPerUser, limit",
        "QOSGrpCpuLimit, limit",
        "QOSMaxJobsPerUserLimit, limit",
        "QOSMinGRES, limit",
        "AssocGrpGRES, limit",
        "AssocGrpLicense, limit",
        "AssociationJobLimit, limit",
        "MaxJobsPerAccount, limit",
        "MaxGRESRunMinsPerUser, limit",
        "JobArrayTaskLimit, limit",
        "MaxPoweredUpNodes, limit",
        "AccountingPolicy, limit",
        "Dependency, dependency",
        "DependencyNeverSatisfied, dependency",
        "JobHeldUser, held",
        "JobHeldAdmin, held",
        "JobHoldMaxRequeue, held",
        "BurstBufferOperation, held",
        "BeginTime, begin_time",
        "Licenses, license",
        "Reservation, reservation",
        "ReservationDeleted, reservation",
        "ReqNodeNotAvail, unavailable",
        "NodeDown, unavailable",
        "PartitionDown, unavailable",
        "PartitionInactive, unavailable",
        "FrontEndDown, unavailable",
        "BadConstraints, impossible",
        "Constraints, unavailable",
        "PartitionTimeLimit, impossible",
        "PartitionNodeLimit, impossible",
        "PartitionConfig, impossible",
        "InvalidQOS, impossible",
        "AccountNotAllowed, impossible",
        "QOSNotAllowed, impossible",
        "JobLaunchFailure, other",
    })
    void saysWhyJobsWait(String reason, String label) {
        assertThat(PendingReason.of(reason).reasonClass().label()).isEqualTo(label);
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
    void putsUnknownTextsToOther(String reason) {
        assertThat(PendingReason.of(reason).reasonClass()).isEqualTo(ReasonClass.OTHER);
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
    @ValueSource(strings = {"", "resources", "SomethingNew"})
    void aReasonThatIsNotKnownIsUnclassified(String reason) {
        assertThat(PendingReason.of(reason).scalingRule()).isEqualTo(ScalingRule.UNCLASSIFIED);
    }

    @ParameterizedTest
    @ValueSource(strings = {"QOSGrpNewThing", "AssocMaxNewThing", "MaxNewThingPerAccount", "AssociationNewLimit"})
    void aNewLimitIsALimit(String reason) {
        assertThat(PendingReason.of(reason).scalingRule()).isEqualTo(ScalingRule.WAITING);
        assertThat(PendingReason.of(reason).reasonClass()).isEqualTo(ReasonClass.LIMIT);
    }
}
