package dev.sluice.exporter.config;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sluice.exporter.config.schema.SectionType;
import dev.sluice.exporter.sink.cloudwatch.Aggregation;
import dev.sluice.exporter.sink.cloudwatch.CloudWatchConfig;
import dev.sluice.exporter.sink.cloudwatch.CloudWatchMetricConfig;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

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

    @ParameterizedTest
    @ValueSource(
            strings = {
                "namespace: AWS/Slurm",
                "namespace: ':x'",
                "namespace: ''",
                "interval: 30s",
                "maxMetrics: 0",
                "pricePerMetric: 0",
                "region: EU",
                "endpoint: ftp://h",
                "clusterName: ' '",
                "clusterName: ü",
                "metrics: []",
                "metrics: [{name: m}]",
                "metrics: [{name: m, family: f, where: state}]",
                "metrics: [{name: m, family: f, where: 'state='}]",
                "metrics: [{name: m, family: f, dimensions: 'a,,b'}]",
                "metrics: [{name: m, family: f}, {name: m, family: g}]",
                "lease: {enabled: true, namespace: slurm}",
                "maxMetric: 7"
            })
    void refusesWhatCloudWatchOrWeDoNotTake(String key) {
        assertThat(Loaded.problemsBesideCluster("cloudwatch: {" + key + "}"))
                .hasSize(1)
                .allMatch(problem -> problem.startsWith("cloudwatch."));
    }
}
