package dev.sluice.exporter.derive;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sluice.exporter.derive.RpcHistory.Count;
import dev.sluice.exporter.model.controller.Diag;
import dev.sluice.exporter.model.controller.Diag.RpcCount;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class DiagHistoryTest {

    private final DiagHistory history = new DiagHistory(2, 1);

    private static Diag diag(double since, double cycles, double backfilled, RpcCount... types) {
        return new Diag(
                Map.of(Diag.SINCE, since, Diag.MAIN_CYCLES, cycles, Diag.BACKFILLED_JOBS, backfilled),
                List.of(types),
                List.of());
    }

    private static RpcCount rpc(String name, long count) {
        return new RpcCount(name, count, 10 * count, 0, 0);
    }

    private Map<String, Long> totals(Diag diag) {
        Map<String, Long> totals = new HashMap<>(history.observe(diag).numbers());
        totals.remove(Diag.SINCE);
        return totals;
    }

    @Test
    void beginsAtNothingSinceThePastIsNotOurs() {
        assertThat(totals(diag(100, 700, 30)).values()).containsOnly(0L);
    }

    @Test
    void countsOnOverTheDailyReset() {
        totals(diag(100, 700, 30));
        totals(diag(100, 710, 31));

        // The expected value is 710 - 700, plus 4 since midnight. slurmctld does not reset the number of backfilled
        // jobs at midnight.
        assertThat(totals(diag(200, 4, 33))).isEqualTo(Map.of(Diag.MAIN_CYCLES, 14L, Diag.BACKFILLED_JOBS, 3L));
    }

    @Test
    void takesAResetForOneEvenWhereTheCountHasAlreadyPassedTheOldOne() {
        totals(diag(100, 5, 0));

        assertThat(totals(diag(200, 9, 0))).containsEntry(Diag.MAIN_CYCLES, 9L);
    }

    @Test
    void countsOnOverARestart() {
        totals(diag(100, 5, 40));

        assertThat(totals(diag(300, 2, 1))).isEqualTo(Map.of(Diag.MAIN_CYCLES, 2L, Diag.BACKFILLED_JOBS, 1L));
    }

    @Test
    void doesNotTakeMidnightForANewBeginningOfRequests() {
        history.observe(diag(100, 0, 0, rpc("A", 50)));

        Map<String, Count> totals =
                history.observe(diag(200, 0, 0, rpc("A", 53))).byType();

        assertThat(totals).isEqualTo(Map.of("A", new Count(3, 30, 0)));
    }

    @Test
    void takesTheFallOfMostRequestsSinceANewTimeForANewBeginning() {
        history.observe(diag(100, 0, 0, rpc("A", 50), rpc("B", 2)));

        Map<String, Count> totals =
                history.observe(diag(130, 0, 0, rpc("A", 1), rpc("B", 1))).byType();

        assertThat(totals).isEqualTo(Map.of("A", new Count(1, 10, 0), "B", new Count(1, 10, 0)));
    }

    @Test
    void countsNothingTwiceWhereOneAnswerSaysLess() {
        history.observe(diag(100, 0, 0, rpc("A", 50), rpc("B", 200)));
        history.observe(diag(100, 0, 0, rpc("A", 1), rpc("B", 201)));

        Map<String, Count> totals =
                history.observe(diag(100, 0, 0, rpc("A", 54), rpc("B", 203))).byType();

        assertThat(totals).isEqualTo(Map.of("A", new Count(4, 40, 0), "B", new Count(3, 30, 0)));
    }

    /** The name of a user is missing in one poll. The same can happen in the poll that detects midnight. */
    @ParameterizedTest
    @ValueSource(doubles = {100, 200})
    void countsNothingTwiceWhereANameIsMissingForOnce(double since) {
        history.observe(diag(100, 0, 0, rpc("A", 50), rpc("B", 200)));
        history.observe(diag(since, 0, 0, rpc("B", 201)));

        Map<String, Count> totals =
                history.observe(diag(since, 0, 0, rpc("A", 51), rpc("B", 202))).byType();

        assertThat(totals).isEqualTo(Map.of("A", new Count(1, 10, 0), "B", new Count(2, 20, 0)));
    }

    /** slurmdbd counts from zero after each start. By the next poll, the new count can already exceed the old count. */
    @Test
    void countsWhatADaemonHasCountedSinceItsStart() {
        RpcHistory rollups = new RpcHistory(3);
        rollups.observe(List.of(rpc("hourly", 1), rpc("daily", 4)), 100);

        assertThat(rollups.observe(List.of(rpc("hourly", 1), rpc("daily", 0)), 200))
                .isEqualTo(Map.of("hourly", new Count(1, 10, 0), "daily", new Count(0, 0, 0)));
    }

    @Test
    void keepsTheNamesThatItHasGivenAndFoldsTheRest() {
        history.observe(diag(100, 0, 0, rpc("A", 1), rpc("B", 5), rpc("C", 3)));

        Map<String, Count> totals = history.observe(diag(100, 0, 0, rpc("A", 101), rpc("B", 5), rpc("C", 3)))
                .byType();

        assertThat(totals).containsOnlyKeys("B", "C", "other").containsEntry("other", new Count(100, 1000, 0));
    }

    @Test
    void countsWhatIsNewSinceTheLastLookFromNothing() {
        history.observe(diag(100, 0, 0));

        assertThat(history.observe(diag(100, 0, 0, rpc("A", 7))).byType()).isEqualTo(Map.of("A", new Count(7, 70, 0)));
    }
}
