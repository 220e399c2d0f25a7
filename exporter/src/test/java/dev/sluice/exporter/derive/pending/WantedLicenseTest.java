package dev.sluice.exporter.derive.pending;

import static dev.sluice.exporter.model.job.JobBuilder.job;
import static org.assertj.core.api.Assertions.assertThat;

import dev.sluice.exporter.derive.Constraints;
import dev.sluice.exporter.model.cluster.License;
import dev.sluice.exporter.model.job.Job;
import dev.sluice.exporter.model.job.ReasonClass;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class WantedLicenseTest {

    private static final License MATLAB = new License("matlab", "", 10, 9, 1, 0);
    private static final License ANSYS = new License("ansys@flex", "", 4, 0, 4, 0);

    @Test
    void countsKnownLicensesThatAreAskedForAndFree() {
        List<WantedLicense> wanted =
                WantedLicense.of(job(1).licenses("matlab:2,ansys@flex:1,idl").build(), List.of(MATLAB, ANSYS));

        assertThat(wanted)
                .containsExactly(
                        new WantedLicense("matlab", 2, Optional.of(MATLAB)),
                        new WantedLicense("ansys@flex", 1, Optional.of(ANSYS)),
                        new WantedLicense("idl", 1, Optional.empty()));
        assertThat(wanted).extracting(WantedLicense::isFree).containsExactly(false, true, false);
        assertThat(WantedLicense.of(job(1).build(), List.of(MATLAB))).isEmpty();
        assertThat(WantedLicense.of(job(1).licenses("matlab").build(), List.of()))
                .isEmpty();
    }

    @ParameterizedTest
    @CsvSource({
        "'matlab:10', LICENSE",
        "'matlab:11', IMPOSSIBLE",
        "'matlab:2,ansys@flex:5', IMPOSSIBLE",
        "'matlab:2|ansys@flex:5', LICENSE",
        "'matlab:11|ansys@flex:5', IMPOSSIBLE",
        "'idl:5', LICENSE",
    })
    void aJobThatRequestsMoreThanExistIsImpossible(String licenses, ReasonClass expected) {
        Constraints limits = Constraints.UNKNOWN.withLicenses(List.of(MATLAB, ANSYS));
        Job job = job(1).reason("Licenses").licenses(licenses).build();

        assertThat(RefusedJobs.in(List.of(job), limits).get(0).status().reasonClass())
                .isEqualTo(expected);
    }
}
