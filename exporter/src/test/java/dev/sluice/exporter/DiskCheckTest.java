package dev.sluice.exporter;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sluice.exporter.config.Loaded;
import dev.sluice.exporter.doctor.CheckResult;
import dev.sluice.exporter.doctor.CheckResult.Level;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;

class DiskCheckTest {

    private static final String CONFIG =
            "clusters: [{name: alpha, slurm: {url: 'http://127.0.0.1:1', tokenFile: /etc/sluice/token}}]";

    @Test
    void warnsWhereTheTokenCannotBeRenewed() {
        List<CheckResult> results = DiskCheck.results(
                Loaded.good(CONFIG),
                Path.of("/tmp"),
                folder -> folder.equals(Path.of("/tmp")) ? 2_000_000_000L : 49_000_000L);

        assertThat(results)
                .containsExactly(
                        new CheckResult(
                                Level.WARNING,
                                "alpha",
                                "disk",
                                "49 MB are free in /etc/sluice",
                                "free space, or create the folder: df -h /etc/sluice"),
                        new CheckResult(Level.OK, "alpha", "disk", "2000 MB are free in /tmp", ""));
    }

    @Test
    void looksAtThisMachine() {
        assertThat(DiskCheck.results(Loaded.good(CONFIG)))
                .anySatisfy(result ->
                        assertThat(result.text()).endsWith("free in " + System.getProperty("java.io.tmpdir")));
    }
}
