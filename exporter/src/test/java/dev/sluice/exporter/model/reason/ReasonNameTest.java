package dev.sluice.exporter.model.reason;

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
                "job requeued in held state|JobHeldUser",
                "Job is at or exceeds QOS normal's group wall limit of 5 with 6|Unknown",
                "Reservation maint, which this job was running under, has ended|Unknown",
                "''|Unknown",
            })
    void isFoundInWhatSqueueShows(String shown, String name) {
        assertThat(ReasonName.ofDescription(shown)).isEqualTo(name);
    }
}
