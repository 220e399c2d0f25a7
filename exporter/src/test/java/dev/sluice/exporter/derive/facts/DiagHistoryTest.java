package dev.sluice.exporter.derive.facts;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sluice.exporter.model.facts.Diag;
import dev.sluice.exporter.model.facts.DiagCounter;
import dev.sluice.exporter.model.facts.DiagGauge;
import dev.sluice.exporter.model.facts.RpcCount;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

class DiagHistoryTest {

    private final DiagHistory history = new DiagHistory(2, 1);

    private static Diag diag(double since, long cycles, long backfilled, RpcCount... types) {
        return new Diag(
                Map.of(DiagGauge.SINCE, since),
                Map.of(DiagCounter.MAIN_CYCLES, cycles, DiagCounter.BACKFILLED_JOBS, backfilled),
                List.of(types),
                List.of(),
                Map.of());
    }

    private static RpcCount rpc(String name, long count) {
        return new RpcCount(name, count, 10 * count, 0, 0);
    }

    private Map<DiagCounter, Long> totals(Diag diag) {
        return history.observe(diag).counters();
    }

    @Test
    void beginsAtNothingSinceThePastIsNotOurs() {
        assertThat(totals(diag(100, 700, 30)).values()).containsOnly(0L);
    }

    @Test
    void countsOnOverTheDailyReset() {
        totals(diag(100, 700, 30));
        totals(diag(100, 710, 31));

        // 710 - 700, and 4 since midnight; what has been backfilled is not set back then.
        assertThat(totals(diag(200, 4, 33)))
                .isEqualTo(Map.of(DiagCounter.MAIN_CYCLES, 14L, DiagCounter.BACKFILLED_JOBS, 3L));
    }

    @Test
    void takesAResetForOneEvenWhereTheCountHasAlreadyPassedTheOldOne() {
        totals(diag(100, 5, 0));

        assertThat(totals(diag(200, 9, 0))).containsEntry(DiagCounter.MAIN_CYCLES, 9L);
    }

    @Test
    void countsOnOverARestart() {
        totals(diag(100, 5, 40));

        assertThat(totals(diag(300, 2, 1)))
                .isEqualTo(Map.of(DiagCounter.MAIN_CYCLES, 2L, DiagCounter.BACKFILLED_JOBS, 1L));
    }

    @Test
    void doesNotTakeMidnightForANewBeginningOfRequests() {
        history.observe(diag(100, 0, 0, rpc("A", 50)));

        RpcTotals totals = history.observe(diag(200, 0, 0, rpc("A", 53))).byType();

        assertThat(totals.named()).isEqualTo(Map.of("A", new RpcTotals.Count(3, 30, 0)));
    }

    @Test
    void takesTheFallOfOneRequestForANewBeginningOfAll() {
        history.observe(diag(100, 0, 0, rpc("A", 50), rpc("B", 2)));

        RpcTotals totals =
                history.observe(diag(100, 0, 0, rpc("A", 1), rpc("B", 6))).byType();

        assertThat(totals.named())
                .isEqualTo(Map.of("A", new RpcTotals.Count(1, 10, 0), "B", new RpcTotals.Count(6, 60, 0)));
    }

    @Test
    void keepsTheNamesThatItHasGivenAndFoldsTheRest() {
        history.observe(diag(100, 0, 0, rpc("A", 1), rpc("B", 5), rpc("C", 3)));

        RpcTotals totals = history.observe(diag(100, 0, 0, rpc("A", 101), rpc("B", 5), rpc("C", 3)))
                .byType();

        assertThat(totals.named().keySet()).containsExactly("B", "C");
        assertThat(totals.other()).isEqualTo(new RpcTotals.Count(100, 1000, 0));
        assertThat(totals.folded()).isEqualTo(1);
    }

    @Test
    void countsWhatIsNewSinceTheLastLookFromNothing() {
        history.observe(diag(100, 0, 0));

        assertThat(history.observe(diag(100, 0, 0, rpc("A", 7))).byType().named())
                .isEqualTo(Map.of("A", new RpcTotals.Count(7, 70, 0)));
    }
}
