package dev.sluice.exporter.model.job;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sluice.exporter.model.job.PendingReason.Explanation;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;

class ExplanationTest {

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
    void takesWhatItDoesNotKnowForRare() {
        assertThat(PendingReason.of("SomethingNew").explanation()).isEqualTo(ReasonClass.OTHER.explanation());
    }
}
