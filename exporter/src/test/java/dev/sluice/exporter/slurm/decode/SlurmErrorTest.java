package dev.sluice.exporter.slurm.decode;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sluice.exporter.json.JsonTree;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class SlurmErrorTest {

    /** The numbers and texts are Slurm's: slurm/slurm_errno.h. */
    @ParameterizedTest
    @CsvSource({
        "1007, Protocol authentication error, false, true",
        "2002, Access/permission denied, true, true",
        "2001, Invalid partition name specified, false, false"
    })
    void saysWhetherSlurmRefusesTheTokenOrTheRightsOfItsUser(
            long number, String text, boolean denied, boolean unauthorized) {
        SlurmError error = error("\"error_number\":" + number + ",\"error\":\"" + text + "\"");

        assertThat(error.accessDenied()).isEqualTo(denied);
        assertThat(error.unauthorized()).isEqualTo(unauthorized);
        assertThat(error.message()).isEqualTo(text);
    }

    @ParameterizedTest
    @CsvSource({"down, '', down", "'', reading jobs, reading jobs", "down, reading jobs, reading jobs: down"})
    void saysWhatSlurmrestdDidAndWhatSlurmSays(String text, String description, String message) {
        assertThat(error("\"error\":\"" + text + "\",\"description\":\"" + description + "\"")
                        .message())
                .isEqualTo(message);
    }

    private static SlurmError error(String members) {
        return SlurmError.of(JsonTree.ofText("{" + members + "}"));
    }
}
