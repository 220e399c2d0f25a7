package dev.sluice.exporter.model.cluster;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sluice.exporter.model.cluster.ControllerConf.PrivateData;
import java.util.List;
import org.junit.jupiter.api.Test;

class PrivateDataTest {

    @Test
    void readsWhatConcernsJobs() {
        assertThat(PrivateData.of(List.of())).isEqualTo(PrivateData.NONE);
        assertThat(PrivateData.of(List.of("accounts", "nodes", "users"))).isEqualTo(PrivateData.NONE);
        assertThat(PrivateData.of(List.of("jobs"))).isEqualTo(new PrivateData(true, false));
        assertThat(PrivateData.of(List.of("USAGE", "JOBS"))).isEqualTo(new PrivateData(true, true));
    }

    @Test
    void hidesWhatOneOfTwoHides() {
        assertThat(new PrivateData(true, false).and(new PrivateData(false, true)))
                .isEqualTo(new PrivateData(true, true));
    }
}
