package dev.sluice.exporter.derive.why;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sluice.exporter.model.ReasonClass;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;

class ReasonMeaningTest {

    @ParameterizedTest
    @EnumSource
    void everyClassHasTwoShortSentences(ReasonClass reasonClass) {
        ReasonMeaning meaning = ReasonMeaning.of(reasonClass);

        assertThat(meaning.meaning()).matches("[A-Z].{10,90}[.]");
        assertThat(meaning.todo()).matches("[A-Z].{10,130}[^ ]");
    }

    @ParameterizedTest
    @CsvSource({
        "AssocGrpGRES, account",
        "QOSMaxJobsPerUserLimit, QOS",
        "JobArrayTaskLimit, array",
        "DependencyNeverSatisfied, never start",
        "JobHeldUser, user holds",
        "PartitionTimeLimit, more time",
        "MaxJobsPerAccount, limit of an account",
        "Licenses, licences"
    })
    void saysMoreOfAReasonWhereItsClassIsNotEnough(String reason, String words) {
        assertThat(ReasonMeaning.of(reason).meaning()).contains(words);
    }

    @Test
    void takesWhatItDoesNotKnowForRare() {
        assertThat(ReasonMeaning.of("SomethingNew")).isEqualTo(ReasonMeaning.of(ReasonClass.OTHER));
    }
}
