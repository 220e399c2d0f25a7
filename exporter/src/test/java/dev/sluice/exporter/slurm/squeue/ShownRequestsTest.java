package dev.sluice.exporter.slurm.squeue;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;

class ShownRequestsTest {

    private static final ShownRequest ONE_NODE = new ShownRequest(1, false, 0);
    private static final ShownRequest ANY_NODES = new ShownRequest(0, true, 0);

    @Test
    void knowsWhatScontrolShows() {
        ShownRequests requests = new ShownRequests(id -> Optional.empty());
        requests.request(5, ONE_NODE);
        requests.request(5, ONE_NODE);

        assertThat(requests.of(5)).contains(ONE_NODE);
        assertThat(requests.problem()).isEmpty();
    }

    @Test
    void asksSeparatelyForJobsThatAreMissingOrHaveTwoRequests() {
        List<Long> asked = new ArrayList<>();
        ShownRequests requests = new ShownRequests(id -> {
            asked.add(id);
            return Optional.of(ANY_NODES);
        });
        requests.request(5, ONE_NODE);
        requests.request(5, ANY_NODES);

        assertThat(requests.of(5)).contains(ANY_NODES);
        assertThat(requests.of(6)).contains(ANY_NODES);
        assertThat(asked).containsExactly(5L, 6L);
        assertThat(requests.problem()).isEmpty();
    }

    @Test
    void reportsJobsWithoutARequestAndStopsAsking() {
        List<Long> asked = new ArrayList<>();
        ShownRequests requests = new ShownRequests(id -> {
            asked.add(id);
            return Optional.empty();
        });

        for (long id = 1; id <= 1_000; id++) {
            assertThat(requests.of(id)).isEmpty();
        }

        assertThat(asked).hasSize(32);
        assertThat(requests.problem())
                .contains("scontrol does not show the request of 1000 pending jobs, such as job 1000");
    }

    @Test
    void knowsNothingIfScontrolWasNotCalled() {
        ShownRequests requests = ShownRequests.unread("no scontrol");
        requests.request(5, ONE_NODE);

        assertThat(requests.of(5)).isEmpty();
        assertThat(requests.problem()).contains("no scontrol");
        assertThat(ShownRequests.unread("").problem()).isEmpty();
    }
}
