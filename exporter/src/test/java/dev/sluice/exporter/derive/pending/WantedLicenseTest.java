package dev.sluice.exporter.derive.pending;

import static dev.sluice.exporter.model.job.JobBuilder.job;
import static org.assertj.core.api.Assertions.assertThat;

import dev.sluice.exporter.model.controller.License;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;

class WantedLicenseTest {

    private static final License MATLAB = new License("matlab", "", 10, 9, 1, 0);
    private static final License ANSYS = new License("ansys@flex", "", 4, 0, 4, 0);

    @Test
    void countsThoseThatAreAskedForAndFree() {
        List<WantedLicense> wanted =
                WantedLicense.of(job(1).licenses("matlab:2,ansys@flex:1,idl").build(), List.of(MATLAB, ANSYS));

        assertThat(wanted)
                .containsExactly(
                        new WantedLicense("matlab", 2, Optional.of(MATLAB)),
                        new WantedLicense("ansys@flex", 1, Optional.of(ANSYS)),
                        new WantedLicense("idl", 1, Optional.empty()));
        assertThat(wanted).extracting(WantedLicense::isFree).containsExactly(false, true, false);
    }

    @Test
    void saysNothingOfJobsWithoutLicencesNorWhereNoneAreKnown() {
        assertThat(WantedLicense.of(job(1).build(), List.of(MATLAB))).isEmpty();
        assertThat(WantedLicense.of(job(1).licenses("matlab").build(), List.of()))
                .isEmpty();
    }
}
