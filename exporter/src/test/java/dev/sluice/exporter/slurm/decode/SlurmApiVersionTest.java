package dev.sluice.exporter.slurm.decode;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.api.Test;

class SlurmApiVersionTest {

    @Test
    void findsTheNewestOfferedVersionThatSluiceReads() {
        assertThat(SlurmApiVersion.newestOf(List.of("v0.0.42", "v0.0.99", "v0.0.44", "v0.0.39", "v0.0.43")))
                .contains(SlurmApiVersion.V0_0_44)
                .map(SlurmApiVersion::label)
                .contains("v0.0.44");
        assertThat(SlurmApiVersion.newestOf(List.of("v0.0.39", "v1"))).isEmpty();
    }

    @Test
    void asksForChangesInTheFormOfTheVersion() {
        assertThat(SlurmApiVersion.V0_0_41.updateTime(1795165640)).isEqualTo("uts1795165640");
        assertThat(SlurmApiVersion.V0_0_42.updateTime(1795165640)).isEqualTo("1795165640");
    }
}
