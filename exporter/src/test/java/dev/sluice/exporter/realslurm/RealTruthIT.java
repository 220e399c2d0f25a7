package dev.sluice.exporter.realslurm;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import org.junit.jupiter.api.io.TempDir;

/**
 * Compares the exporter's metrics for a live cluster with Slurm's own tools, while jobs, nodes and reservations change.
 * {@code -Dtruth.update=true} stores the result for docs/internals/truth.md.
 */
class RealTruthIT {

    private static final int ROUNDS_AFTER_CHURN = 30;

    @TempDir
    private Path folder;

    @EachCluster
    void servesWhatSlurmsToolsPrintUnderChurn(RealCluster cluster) throws Exception {
        LivingComparison comparison = new LivingComparison(cluster, cluster.setting("REST_URL"), folder);

        try (Churn churn = Churn.start(cluster)) {
            while (!churn.ended()) {
                comparison.round();
            }
        }
        comparison.untilComplete(ROUNDS_AFTER_CHURN);

        assertThat(comparison.wrong()).isEmpty();
        assertThat(comparison.open()).isEmpty();
        if (Boolean.getBoolean("truth.update")) {
            comparison.result().write();
        }
    }
}
