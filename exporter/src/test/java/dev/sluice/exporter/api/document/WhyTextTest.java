package dev.sluice.exporter.api.document;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.ObjectMapper;
import org.junit.jupiter.api.Test;

class WhyTextTest {

    @Test
    void tellsTheTimeOfTheDataToTheSecond() throws Exception {
        var document = new ObjectMapper().readTree("""
                        {"clusters": [{"cluster": "research", "observedAt": "2026-11-24T14:19:09.762968526Z",
                          "ageSeconds": 1.504, "jobs": []}]}
                        """);
        assertThat(WhyText.jobs(document)).isEqualTo("Cluster research, as of 2026-11-24T14:19:09Z, 1 s ago\n");
    }

    @Test
    void namesAClusterWithoutData() throws Exception {
        var document = new ObjectMapper().readTree("{\"clusters\": [{\"cluster\": \"research\", \"jobs\": []}]}");
        assertThat(WhyText.jobs(document)).isEqualTo("Cluster research\n");
    }
}
