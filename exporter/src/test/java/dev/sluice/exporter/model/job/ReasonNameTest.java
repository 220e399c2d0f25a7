package dev.sluice.exporter.model.job;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class ReasonNameTest {

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "Priority|Priority",
                "QOSGrpCpuLimit|QOSGrpCpuLimit",
                "ReqNodeNotAvail, May be reserved for other job|ReqNodeNotAvail",
                "RaisedSignal:11(Segmentation fault)|RaisedSignal",
                "Nodes required for job are DOWN, DRAINED, REBOOTING or reserved for jobs in higher priority partitions|Resources",
                "Job's QOS not permitted to use this partition (rushed allows rush not normal)|QOSNotAllowed",
                "Job's account not permitted to use this partition (rushed allows oak not elm)|AccountNotAllowed",
                "job requeued in held state|RequeuedHeld",
                "job requeued in special exit state|SpecialExit",
                "launch failed requeued held|LaunchFailed",
                "user env retrieval failed requeued held|EnvironmentFailed",
                "uid 10001 not in group permitted to use this partition (g). groups allowed: staff|AccountNotAllowed",
                "Job is at or exceeds association (acc=a/user=u/part=) group wall limit 5 with 6|AssociationResourceLimit",
                "Job is at or exceeds QOS normal's group wall limit of 5 with 6|QOSResourceLimit",
                "Reservation maint, which this job was running under, has ended|Unknown",
                "''|Unknown",
            })
    void isFoundInWhatSqueueShows(String shown, String name) {
        assertThat(ReasonName.ofDescription(shown)).isEqualTo(name);
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "JobHeldUser|launch failed requeued held|''|LaunchFailed",
                "JobHeldUser|''|''|JobHeldUser",
                "JobHeldAdmin|''|slurm_cred_create failure, holding job.|CredentialFailure",
                "JobHeldAdmin|''|released by grace|JobHeldAdmin",
                "Resources|Nodes required for job are DOWN, DRAINED or reserved for jobs|''|Resources",
            })
    void isTheCauseThatSlurmsWordsTell(String reason, String description, String comment, String name) {
        assertThat(ReasonName.of(reason, description, comment)).isEqualTo(name);
    }
}
