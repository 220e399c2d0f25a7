package dev.sluice.exporter.kubernetes;

import static dev.sluice.exporter.Patience.await;
import static org.assertj.core.api.Assertions.assertThat;

import dev.sluice.exporter.model.SourceStatus;
import dev.sluice.exporter.model.SourceStatus.SourceState;
import dev.sluice.simulator.kubernetes.api.ObjectStore;
import dev.sluice.simulator.kubernetes.api.ResourceType;
import dev.sluice.simulator.kubernetes.api.SimulatedApiServer;
import java.time.Duration;
import java.util.Collections;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/**
 * Counts the exporter's requests to an API server. The times are the defaults, and the test's clock advances by hours.
 * The fake server ends watches at their timeout and sends bookmarks every minute, like a real server.
 */
@Tag("slow")
class RequestBudgetTest extends SourceTest {

    private static final WatchTuning SHIPPED = WatchTuning.DEFAULT;
    private static final Duration HOUR = Duration.ofHours(1);
    /** The resources with Slinky: NodeSets, pods, nodes and HPAs. */
    private static final int OF_SLINKY = 4;
    /** The resources with Slinky, soperator and SUNK, and ScaledObjects. */
    private static final int OF_ALL = 9;

    private final HeldWaits waits = new HeldWaits();
    private final ObjectStore store = new ObjectStore();
    private final SimulatedApiServer api;

    RequestBudgetTest() throws Exception {
        api = new SimulatedApiServer(store, Duration.ofMinutes(1), waits::nanoTime, url -> {});
    }

    @BeforeEach
    void begin() {
        for (ResourceType type : ResourceType.values()) {
            api.install(type);
        }
    }

    @AfterEach
    @Override
    void stop() throws Exception {
        super.stop();
        api.close();
    }

    private void start() {
        start("namespace: slurm", SHIPPED, api.uri().getPort(), waits);
    }

    @Test
    void underTwoAMinuteWhereNothingChanges() throws Exception {
        start();
        settle(OF_ALL, 0);
        int before = api.received().size();

        pass(HOUR, OF_ALL, 0);

        assertThat(api.received().size() - before).isLessThan(120);
        assertThat(since(before)).allMatch(request -> request.startsWith("watch "));
        assertThat(resources()).allMatch(resource -> resource.state(NOW) == SourceState.OK);
    }

    @Test
    void underTwoAMinuteWhereGroupsAreAbsent() throws Exception {
        onlySlinky();
        start();
        settle(OF_SLINKY, OF_ALL - OF_SLINKY);
        int before = api.received().size();

        pass(HOUR, OF_SLINKY, OF_ALL - OF_SLINKY);

        // The exporter sends one request for the API groups every 45 s, independent of the number of missing groups.
        assertThat(since(before))
                .filteredOn(request -> request.equals("get /apis"))
                .hasSize(80);
        assertThat(api.received().size() - before).isLessThan(120);
        assertThat(status("kube-pods-sunk").absent()).contains("the API server has no API group sunk.coreweave.com");
    }

    @Test
    void findsAGroupWithinAMinute() throws Exception {
        onlySlinky();
        api.uninstall(ResourceType.NODE_SETS);
        start();
        settle(2, OF_ALL - 2);
        assertThat(status("kube-nodesets-slinky").state(NOW)).isEqualTo(SourceState.ABSENT);
        assertThat(status("kube-nodesets-slinky").absent())
                .contains("the API server has no API group slinky.slurm.net");

        api.install(ResourceType.NODE_SETS);
        pass(Duration.ofSeconds(44), 2, OF_ALL - 2);
        assertThat(status("kube-nodesets-slinky").state(NOW)).isEqualTo(SourceState.ABSENT);
        waits.pass(Duration.ofSeconds(1));

        settle(OF_SLINKY, OF_ALL - OF_SLINKY);
        assertThat(status("kube-nodesets-slinky").state(NOW)).isEqualTo(SourceState.OK);
        assertThat(status("kube-nodesets-slinky").absent()).isEmpty();
        assertThat(status("kube-pods-slinky").state(NOW)).isEqualTo(SourceState.OK);
    }

    @Test
    void watchesThatEndAtOnceAreAskedForLessAndLess() throws Exception {
        start();
        settle(OF_ALL, 0);
        api.watchesEndAtOnce(true);
        api.endWatches();
        settle(0, OF_ALL);
        int before = api.received().size();

        pass(HOUR, 0, OF_ALL);

        // Each of the nine resources waits 1 s, 2 s, 4 s and so on, and then at least 30 s.
        assertThat(api.received().size() - before).isLessThan(OF_ALL * (120 + 7));
        api.watchesEndAtOnce(false);
        waits.pass(SHIPPED.maxBackoff());
        settle(OF_ALL, 0);
        assertThat(resources()).allMatch(resource -> resource.state(NOW) == SourceState.OK);
    }

    private void onlySlinky() {
        api.uninstall(ResourceType.SOPERATOR_NODE_SETS);
        api.uninstall(ResourceType.SUNK_NODE_SETS);
        api.uninstall(ResourceType.SCALED_OBJECTS);
    }

    private void pass(Duration time, int watches, int pauses) throws Exception {
        for (long second = 0; second < time.toSeconds(); second++) {
            waits.pass(Duration.ofSeconds(1));
            api.tick();
            settle(watches, pauses);
        }
    }

    /** Waits until the given numbers of watches and pauses are open, and no request is running. */
    private void settle(int watches, int pauses) {
        await().pollInSameThread()
                .pollDelay(Duration.ZERO)
                .pollInterval(Duration.ofMillis(1))
                .until(() -> api.openWatches() == watches && settled(watches, watches + pauses));
    }

    /** Returns true if the client waits for all resources: for events of so many watches, and for pauses. */
    private boolean settled(int watches, int resources) {
        // One look at all threads: a thread that moves between two looks could stand in for another.
        List<Duration> pending = waits.pending();
        return pending.size() == resources
                && Collections.frequency(pending, SHIPPED.silence()) == watches
                && !pending.contains(SHIPPED.deadline())
                && !pending.contains(SHIPPED.head())
                && api.idle()
                // Waits until the bookmark of the last minute has arrived.
                && !waits.dueWithin(SHIPPED.silence(), Duration.ofSeconds(14));
    }

    private List<String> since(int before) {
        List<String> all = api.received();
        return all.subList(before, all.size());
    }

    private List<SourceStatus> resources() {
        return snapshot().resources();
    }
}
