package dev.sluice.exporter.derive.usage;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sluice.exporter.model.job.JobBuilder;
import dev.sluice.exporter.model.job.JobState;
import java.time.Instant;
import java.time.YearMonth;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Tests the usage by calendar month. */
class UsageMonthsTest extends ObservedUsage {

    private static final UsageKey KEY = new UsageKey("physics", "anna", "gpu", "", "h100");

    private static long at(String time) {
        return Instant.parse(time).getEpochSecond();
    }

    @Test
    void runOverTheEndOfAMonthIsSplit() {
        long start = at("2026-01-31T23:59:30Z");
        poll(start - 10);
        poll(at("2026-02-01T00:01:00Z"), running(1, start, h100(2)));
        poll(at("2026-02-01T00:02:00Z"), ended(1, start, at("2026-02-01T00:01:40Z"), JobState.COMPLETED, h100(2)));

        assertThat(usage.months())
                .extracting(MonthUsage::month)
                .containsExactly(YearMonth.of(2026, 1), YearMonth.of(2026, 2));
        assertThat(usage.months().get(0).rows()).containsEntry(KEY, new UsageAmounts(60, 60, 300, 0));
        assertThat(usage.months().get(1).rows()).containsEntry(KEY, new UsageAmounts(200, 200, 1000, 1));
        assertThat(gpuSeconds()).isEqualTo(260);
    }

    @Test
    void monthStatesWhichPartOfItIsCovered() {
        poll(at("2026-01-20T12:00:00Z"));
        poll(at("2026-02-03T12:00:00Z"));

        MonthUsage january = usage.months().get(0);
        MonthUsage february = usage.months().get(1);
        assertThat(january.from()).isEqualTo("2026-01-20T12:00:00Z");
        assertThat(january.until()).isEqualTo("2026-02-01T00:00:00Z");
        assertThat(february.from()).isEqualTo("2026-02-01T00:00:00Z");
        assertThat(february.until()).isEqualTo("2026-02-03T12:00:00Z");
    }

    @Test
    void monthsAreEmptyBeforeTheFirstList() {
        assertThat(usage.months()).isEmpty();
    }

    @Test
    void newestThirteenMonthsAreKept() {
        long start = at("2025-01-15T00:00:00Z");
        poll(start, running(1, start, h100(1)));
        poll(at("2026-05-01T00:00:10Z"), running(1, start, h100(1)));

        assertThat(usage.months()).hasSize(13);
        assertThat(usage.months().get(0).month()).isEqualTo(YearMonth.of(2025, 5));
        // 31 days.
        assertThat(usage.months().get(0).rows())
                .containsEntry(KEY, new UsageAmounts(2_678_400, 5_356_800, 26_784_000, 0));
        assertThat(usage.months().get(12).rows()).containsEntry(KEY, new UsageAmounts(10, 20, 100, 0));
    }

    @Test
    void rowsOverTheLimitCountUnderOther() {
        usage = new JobUsage(BUDGET, JobUsage.State.NONE, 2);
        poll(1000);
        JobBuilder[] jobs = {
            running(1, 1000, h100(1)).owner("a", "u", ""),
            running(2, 1000, h100(1)).owner("b", "u", ""),
            running(3, 1000, h100(1)).owner("c", "u", ""),
            running(4, 1000, h100(1)).owner("d", "u", "")
        };
        poll(1010, jobs);

        assertThat(usage.months().get(0).rows())
                .containsOnlyKeys(
                        new UsageKey("a", "u", "gpu", "", "h100"),
                        new UsageKey("b", "u", "gpu", "", "h100"),
                        new UsageKey("other", "other", "gpu", "", "h100"))
                .containsEntry(new UsageKey("other", "other", "gpu", "", "h100"), new UsageAmounts(20, 40, 200, 0));
    }

    @Test
    void monthsDoNotChangeAfterTheyWereReturned() {
        poll(1000, running(1, 900, h100(1)));
        poll(1010, running(1, 900, h100(1)));
        List<MonthUsage> before = usage.months();
        poll(1020, running(1, 900, h100(1)));

        assertThat(before.get(0).rows().getOrDefault(KEY, UsageAmounts.ZERO).gpuSeconds())
                .isEqualTo(10);
        assertThat(usage.months()
                        .get(0)
                        .rows()
                        .getOrDefault(KEY, UsageAmounts.ZERO)
                        .gpuSeconds())
                .isEqualTo(20);
    }

    @Test
    void askingForTheRowsOfAMonthDoesNotAddTheMonth() {
        poll(at("2026-01-20T12:00:00Z"));

        assertThat(usage.rowsOf(YearMonth.of(2026, 2))).isEmpty();
        assertThat(usage.months()).extracting(MonthUsage::month).containsExactly(YearMonth.of(2026, 1));
    }
}
