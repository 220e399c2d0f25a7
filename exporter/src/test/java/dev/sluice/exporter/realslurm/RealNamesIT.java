package dev.sluice.exporter.realslurm;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.time.Duration;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Collectors;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.io.TempDir;

/** Compares the jobs of each user with squeue if slurmrestd's host does not know the users, as in an operator's pod. */
class RealNamesIT {

    private static final Duration PATIENCE = Duration.ofMinutes(2);
    private static final String SERIES = "slurm_user_queue_jobs{cluster=\"brook\",user=\"%s\",state=\"pending\"}";

    @TempDir
    private Path folder;

    /** v0.0.42 and older versions do not tell the association of a job. */
    @EachCluster
    void namesUsersByTheirAssociationOrElseById(RealCluster cluster) throws Exception {
        String name = cluster.newestApiVersion().compareTo("v0.0.42") > 0 ? "%u" : "uid:%U";
        for (String user : new String[] {"ada", "ada", "gwen"}) {
            cluster.cli("runuser", "-u", user, "--", "sbatch", "--chdir=/tmp", "--hold", "--mem=1G", "--wrap=sleep 1");
        }
        cluster.fault("start-nameless");
        Path socket = Path.of(cluster.setting("REST_SOCKET")).resolveSibling("nameless.sock");
        try (StartedExporter exporter =
                StartedExporter.start(folder, "unix:" + socket, Path.of(cluster.setting("TOKEN_FILE")))) {
            Awaitility.await().atMost(PATIENCE).untilAsserted(() -> {
                Map<String, Double> shown = cluster.cli("squeue", "-h", "-a", "-r", "-t", "PD", "-o", name).stream()
                        .collect(Collectors.groupingBy(
                                user -> SERIES.formatted(user.strip()),
                                TreeMap::new,
                                Collectors.summingDouble(one -> 1)));
                assertThat(shown).hasSizeGreaterThan(1);
                assertThat(exporter.scrape()).containsAllEntriesOf(shown);
            });
        } finally {
            cluster.fault("kill-nameless");
            cluster.cli("scancel", "--state=PENDING");
        }
    }
}
