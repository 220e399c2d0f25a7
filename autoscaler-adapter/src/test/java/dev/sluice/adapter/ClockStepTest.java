package dev.sluice.adapter;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import dev.sluice.adapter.demand.DemandSamples;
import dev.sluice.fixtures.SteppingClock;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Steps the wall clock of a running adapter. */
@Tag("slow")
class ClockStepTest {

    private static final String VALUE = AdapterFixture.EXTERNAL
            + "/namespaces/slurm/slurm_nodeset_desired_replicas?labelSelector=nodeset%3Dgpu%2Ccluster%3Dresearch";

    @TempDir
    @SuppressWarnings("NullAway.Init")
    private Path folder;

    @Test
    void stepForwardWithdrawsNothingAndStepBackKeepsNoOldData() throws IOException {
        Optional<SteppingClock> clock = SteppingClock.in(folder);
        assumeTrue(clock.isPresent(), "skipped: the Debian package faketime is not installed");
        String demand =
                DemandSamples.text("two-clusters.json").replace("\"maxAgeSeconds\": 30", "\"maxAgeSeconds\": 8");
        FakeExporter exporter = FakeExporter.answering(200, demand.getBytes(UTF_8));
        try (OwnProcess adapter =
                new OwnProcess(clock.get().environment(), List.of(), "--exporter=a=" + exporter.url())) {
            await().atMost(Duration.ofSeconds(60)).until(() -> adapter.get(VALUE) == 200);

            clock.get().step("+1h");
            assertThat(await().pollDelay(Duration.ofSeconds(1)).until(() -> adapter.get(VALUE), status -> true))
                    .isEqualTo(200);

            exporter.close();
            clock.get().step("-1h");
            await().atMost(Duration.ofSeconds(60)).until(() -> adapter.get(VALUE) == 503);
        } finally {
            exporter.close();
        }
    }
}
