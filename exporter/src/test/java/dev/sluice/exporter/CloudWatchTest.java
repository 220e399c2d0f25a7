package dev.sluice.exporter;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sluice.exporter.sink.cloudwatch.FakeCloudWatch;
import dev.sluice.simulator.SimulatedCluster;
import dev.sluice.simulator.SimulatedSlurmrestd;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Tests the dry run, and the check of the configured metrics. */
class CloudWatchTest {

    private final FakeCloudWatch cloudWatch = new FakeCloudWatch();
    private final ExporterProgram program = new ExporterProgram();
    private SimulatedSlurmrestd slurmrestd;

    @TempDir
    private Path folder;

    CloudWatchTest() throws IOException {
        slurmrestd = SimulatedSlurmrestd.start(SimulatedCluster.living(7, Instant.now()));
    }

    @AfterEach
    void stop() {
        slurmrestd.close();
        cloudWatch.close();
    }

    private String yaml(String more) {
        return """
                clusters:
                  - name: harbor
                    slurm: {url: '%s', user: slurm}
                poll: {interval: 1s}
                cloudwatch:
                  enabled: true
                  endpoint: %s
                  clusterName: eks
                %s
                """.formatted(slurmrestd.uri(), cloudWatch.endpoint(), more);
    }

    private Path file(String text) throws IOException {
        return Files.writeString(folder.resolve("exporter.yaml"), text);
    }

    @Test
    void dryRunTellsAndSendsNothing() throws IOException {
        int exitCode = program.run("--config", file(yaml("")).toString(), "--cloudwatch-dry-run");

        assertThat(exitCode).isZero();
        assertThat(program.out().lines())
                .anyMatch(line -> line.matches("METRIC +VALUE  UNIT +DIMENSIONS"))
                .anyMatch(line -> line.matches("heartbeat +1  Count +ClusterName=eks, SlurmCluster=harbor"))
                .anyMatch(line -> line.matches("sources_up +1  Count +ClusterName=eks, SlurmCluster=harbor"))
                .anyMatch(line -> line.matches("jobs_pending +[1-9]\\d*  Count +ClusterName=eks, SlurmCluster=harbor"))
                .anyMatch(
                        line -> line.matches("namespace Slurm: \\d+ metrics of at most 500; 0 over budget, 0 invalid"))
                .anyMatch(line -> line.matches("at most \\d+\\.\\d\\d USD a month: .*"));
        assertThat(cloudWatch.requests()).isEmpty();
    }

    @Test
    void dryRunSaysWhatCannotBeRead() throws IOException {
        String file = file(yaml("")).toString();
        slurmrestd.close();

        assertThat(program.run("--config", file, "--cloudwatch-dry-run")).isEqualTo(1);

        assertThat(program.err()).contains("harbor: nodes: unreachable");
        assertThat(program.out()).isEmpty();
    }

    @Test
    void metricsOfNoFamilyOrLabelAreBadConfiguration() throws IOException {
        String metric = "  metrics: [{name: m, family: %s, dimensions: %s}]";

        assertThat(program.run(
                        "--config",
                        file(yaml(metric.formatted("slurm_none", "user"))).toString(),
                        "--check-config"))
                .isEqualTo(2);
        assertThat(program.run(
                        "--config",
                        file(yaml(metric.formatted("slurm_queue_jobs", "user"))).toString(),
                        "--check-config"))
                .isEqualTo(2);

        assertThat(program.err().lines())
                .anyMatch(line -> line.endsWith(": cloudwatch.metrics: there is no family slurm_none"))
                .anyMatch(line -> line.endsWith(": cloudwatch.metrics: slurm_queue_jobs has no label user"));
    }
}
