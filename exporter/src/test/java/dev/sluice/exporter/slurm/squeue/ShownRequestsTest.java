package dev.sluice.exporter.slurm.squeue;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sluice.exporter.model.FailureKind;
import dev.sluice.exporter.poll.FetchFailure;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.BiConsumer;
import java.util.stream.LongStream;
import org.junit.jupiter.api.Test;

class ShownRequestsTest {

    private static final ShownRequest ONE_NODE = new ShownRequest(1, "", "", false, 0, 0, 0);
    private static final ShownRequest ANY_NODES = new ShownRequest(0, "", "", true, 0, 0, 0);

    private final AtomicLong nanoTime = new AtomicLong(7);
    private final ShownRequests requests = new ShownRequests(nanoTime::get);
    private final FakeScontrol scontrol = new FakeScontrol();

    /** Shows the requests in a list, and separately those in a map. Records the calls; call 0 shows all jobs. */
    private static final class FakeScontrol implements ShownRequests.Source {

        private final List<Map.Entry<Long, ShownRequest>> shown = new ArrayList<>();
        private final Map<Long, ShownRequest> separately = new HashMap<>();
        private final List<Long> calls = new ArrayList<>();
        private boolean fails;

        @Override
        public void all(BiConsumer<Long, ShownRequest> listener) throws FetchFailure {
            calls.add(0L);
            if (fails) {
                throw new FetchFailure(FailureKind.TIMEOUT, "scontrol hangs");
            }
            shown.forEach(entry -> listener.accept(entry.getKey(), entry.getValue()));
        }

        @Override
        public Optional<ShownRequest> one(long id) {
            calls.add(id);
            return Optional.ofNullable(separately.get(id));
        }

        void shows(long id, ShownRequest request) {
            shown.add(Map.entry(id, request));
        }

        List<Long> newCalls() {
            List<Long> since = List.copyOf(calls);
            calls.clear();
            return since;
        }
    }

    private List<Optional<ShownRequest>> list(long... ids) {
        requests.nextList(scontrol);
        List<Optional<ShownRequest>> found = new ArrayList<>();
        for (long id : ids) {
            found.add(requests.of(id, scontrol));
        }
        requests.endList();
        return found;
    }

    @Test
    void knowsWhatScontrolShows() {
        scontrol.shows(5, ONE_NODE);
        scontrol.shows(5, ONE_NODE);

        assertThat(list(5)).containsExactly(Optional.of(ONE_NODE));
        assertThat(requests.problem()).isEmpty();
    }

    @Test
    void asksSeparatelyForJobsThatAreMissingOrHaveTwoRequests() {
        scontrol.shows(5, ONE_NODE);
        scontrol.shows(5, ANY_NODES);
        scontrol.separately.put(5L, ANY_NODES);
        scontrol.separately.put(6L, ANY_NODES);

        assertThat(list(5, 6)).containsOnly(Optional.of(ANY_NODES));
        assertThat(scontrol.newCalls()).containsExactly(0L, 5L, 6L);
        assertThat(requests.problem()).isEmpty();
    }

    @Test
    void keepsTheRequestsOfTheJobsInTheLastListForAMinute() {
        scontrol.shows(5, ONE_NODE);
        scontrol.separately.put(6L, ANY_NODES);
        list(5, 6);
        scontrol.newCalls();

        nanoTime.addAndGet(Duration.ofMinutes(1).toNanos());
        assertThat(list(5, 6)).containsExactly(Optional.of(ONE_NODE), Optional.of(ANY_NODES));
        assertThat(scontrol.newCalls()).isEmpty();

        list(6);
        list(5, 6);
        assertThat(scontrol.newCalls()).containsExactly(5L);

        nanoTime.addAndGet(1);
        list(5, 6);
        assertThat(scontrol.newCalls()).startsWith(0L);
    }

    @Test
    void readsAChangedRequestAfterAMinute() {
        scontrol.shows(5, ONE_NODE);
        list(5);
        scontrol.shown.clear();
        scontrol.shows(5, ANY_NODES);

        nanoTime.addAndGet(Duration.ofMinutes(1).toNanos() + 1);

        assertThat(list(5)).containsExactly(Optional.of(ANY_NODES));
    }

    @Test
    void readsAllRequestsIfManyJobsAreNew() {
        list();
        scontrol.newCalls();
        long[] ids = LongStream.rangeClosed(1, 1_000).toArray();
        for (long id : ids) {
            scontrol.shows(id, ONE_NODE);
            scontrol.separately.put(id, ONE_NODE);
        }

        assertThat(list(ids)).containsOnly(Optional.of(ONE_NODE));
        assertThat(scontrol.newCalls()).hasSize(33).endsWith(32L, 0L);
        assertThat(requests.problem()).isEmpty();
    }

    @Test
    void reportsJobsWithoutARequestAndStopsAsking() {
        long[] ids = LongStream.rangeClosed(1, 1_000).toArray();

        assertThat(list(ids)).containsOnly(Optional.empty());
        assertThat(scontrol.newCalls()).as("all jobs, and 32 jobs").hasSize(33);
        assertThat(requests.problem())
                .contains("scontrol does not show the request of 1000 pending jobs, such as job 1000");
    }

    @Test
    void reportsThatScontrolFailsAndKeepsWhatItShowed() {
        scontrol.shows(5, ONE_NODE);
        list(5);
        scontrol.fails = true;
        nanoTime.addAndGet(Duration.ofMinutes(2).toNanos());

        assertThat(list(5, 6)).containsExactly(Optional.of(ONE_NODE), Optional.empty());
        assertThat(scontrol.newCalls()).containsExactly(0L, 0L);
        assertThat(requests.problem()).contains("the requests of pending jobs are incomplete: scontrol hangs");

        scontrol.fails = false;
        list(5);
        assertThat(requests.problem()).isEmpty();
    }
}
