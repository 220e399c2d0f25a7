package dev.sluice.exporter.config;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sluice.exporter.config.schema.SectionType;
import dev.sluice.exporter.sink.cloudwatch.Aggregation;
import dev.sluice.exporter.sink.cloudwatch.CloudWatchConfig;
import dev.sluice.exporter.sink.cloudwatch.CloudWatchMetricConfig;
import java.util.List;
import org.junit.jupiter.api.Test;

class CloudWatchSectionTest {

    private static final String CLUSTER = "clusters: [{name: a, slurm: {url: 'http://h'}}]\n";

    @Test
    void isOffUnlessAskedFor() throws ConfigException {
        assertThat(Loaded.from(CLUSTER).cloudWatch())
                .isEqualTo(SectionType.of(CloudWatchConfig.class).defaults());
        assertThat(SectionType.of(CloudWatchConfig.class).defaults().enabled()).isFalse();
    }

    @Test
    void readsMetrics() throws ConfigException {
        CloudWatchConfig config = Loaded.from(CLUSTER + """
                        cloudwatch:
                          metrics:
                            - {name: m, family: f, dimensions: 'a, b_c', where: 'state=idle|power up, a=x', fold: present}
                            - {name: other, family: g}
                        """).cloudWatch();

        assertThat(config.metrics())
                .containsExactly(
                        new CloudWatchMetricConfig(
                                "m",
                                "f",
                                List.of("a", "b_c"),
                                List.of("state=idle|power up", "a=x"),
                                Aggregation.PRESENT),
                        new CloudWatchMetricConfig("other", "g", List.of(), List.of(), Aggregation.SUM));
    }
}
