package dev.sluice.exporter.model;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStream;
import java.io.InputStreamReader;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.List;
import java.util.Objects;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class ReasonClassTest {

    /** Slurm is busy starting or cleaning up the job, the job has ended, or the name says nothing. */
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

    private static List<String> slurmsNames() throws IOException {
        InputStream in = Objects.requireNonNull(ReasonClassTest.class.getResourceAsStream("/slurm/job-reasons.txt"));
        try (var reader = new BufferedReader(new InputStreamReader(in, StandardCharsets.UTF_8))) {
            return reader.lines().filter(line -> !line.startsWith("#")).toList();
        }
    }

    @Test
    void classifiesEveryReasonOfSlurm() throws IOException {
        assertThat(slurmsNames())
                .hasSize(220)
                .allSatisfy(name -> assertThat(ReasonClass.of(name) == ReasonClass.OTHER)
                        .as(name)
                        .isEqualTo(DELIBERATELY_OTHER.contains(name)));
    }

    @Test
    void namesEachReasonOnceAndNoneThatSlurmLacks() throws IOException {
        List<String> classified = Arrays.stream(ReasonClass.values())
                .flatMap(reasonClass -> reasonClass.reasons().stream())
                .toList();
        assertThat(classified).containsExactlyInAnyOrderElementsOf(slurmsNames());
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
        "PartitionTimeLimit, impossible",
        "PartitionNodeLimit, impossible",
        "PartitionConfig, impossible",
        "InvalidQOS, impossible",
        "AccountNotAllowed, impossible",
        "QOSNotAllowed, impossible",
        "JobLaunchFailure, other",
    })
    void saysWhyJobsWait(String reason, String label) {
        assertThat(ReasonClass.of(reason).label()).isEqualTo(label);
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
        assertThat(ReasonClass.of(reason)).isEqualTo(ReasonClass.OTHER);
    }
}
