package dev.sluice.exporter.publish;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sluice.exporter.derive.Capacity;
import dev.sluice.exporter.derive.SeriesBudgets;
import dev.sluice.exporter.derive.join.NodeSetLookup;
import dev.sluice.exporter.derive.usage.PriceList;
import dev.sluice.exporter.derive.usage.PriceList.HourPrice;
import dev.sluice.exporter.derive.usage.UsageAmounts;
import dev.sluice.exporter.derive.usage.UsageKey;
import dev.sluice.exporter.derive.usage.UsageStore;
import dev.sluice.exporter.derive.usage.UsageStore.UsageState;
import dev.sluice.exporter.metrics.MetricBatch;
import dev.sluice.exporter.model.GpuCounts;
import dev.sluice.exporter.model.Observed;
import dev.sluice.exporter.model.Tres;
import dev.sluice.exporter.model.accounting.AccountedRun;
import dev.sluice.exporter.model.job.Job;
import dev.sluice.exporter.model.job.JobBuilder;
import dev.sluice.exporter.model.job.JobState;
import java.math.BigDecimal;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Currency;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Tests when usage is counted and stored. A job with one GPU runs from second 900. */
class UsageHistoryTest {

    private final List<UsageState> saved = new ArrayList<>();
    private UsageHistory history = new UsageHistory("alpha", SeriesBudgets.named(10, 10), new Memory(), PriceList.NONE);

    /** Keeps the states in memory. */
    private final class Memory implements UsageStore {

        @Override
        public UsageState restored() {
            return saved.isEmpty() ? UsageState.NONE : saved.get(saved.size() - 1);
        }

        @Override
        public boolean keeps() {
            return true;
        }

        @Override
        public void save(UsageState state) {
            saved.add(state);
        }
    }

    private MetricBatch poll(long second, Duration clockAhead) {
        Job job = JobBuilder.job(1)
                .in("gpu")
                .owner("physics", "anna", "")
                .runningOn("n1")
                .allocation(new Tres(2, 10, 1, GpuCounts.of("h100", 1)), "n1")
                .ran(900, 0)
                .build();
        return history.jobs(
                new Observed<>(List.of(job), Instant.ofEpochSecond(second)), NodeSetLookup.NONE, clockAhead);
    }

    private double gpuSeconds() {
        return history.months()
                .get(0)
                .rows()
                .getOrDefault(new UsageKey("physics", "anna", "gpu", "", "h100"), UsageAmounts.ZERO)
                .gpuSeconds();
    }

    @Test
    void costIsThatOfTheMonth() {
        HourPrice price = new HourPrice("h100", "", "", new BigDecimal("4.00"), "on-demand", HourPrice.ALWAYS);
        PriceList prices = new PriceList(Currency.getInstance("EUR"), List.of(price));
        history = new UsageHistory("alpha", SeriesBudgets.named(10, 10), new Memory(), prices);
        long february = Instant.parse("1970-02-01T00:00:00Z").getEpochSecond();

        assertThat(costs(poll(february - 3600, Duration.ZERO))).containsExactly("[alpha, EUR, physics] 0.0");
        assertThat(costs(poll(february - 1800, Duration.ZERO))).containsExactly("[alpha, EUR, physics] 2.0");
        assertThat(costs(poll(february + 900, Duration.ZERO))).containsExactly("[alpha, EUR, physics] 1.0");
    }

    @Test
    void withoutPricesNoCostIsPublished() {
        assertThat(costs(poll(1000, Duration.ZERO))).isEmpty();
    }

    private static List<String> costs(MetricBatch batch) {
        return Sample.of(batch, "slurm_account_cost_total").stream()
                .map(sample -> sample.labels() + " " + sample.value())
                .toList();
    }

    @Test
    void everyJobListIsStoredAndTheNextStartContinues() {
        history.nodes(Capacity.Summary.of(List.of(), List.of()), Instant.ofEpochSecond(1000));
        poll(1000, Duration.ZERO);
        poll(1030, Duration.ZERO);
        assertThat(saved).hasSize(2);

        history = new UsageHistory("alpha", SeriesBudgets.named(10, 10), new Memory(), PriceList.NONE);
        assertThat(gpuSeconds()).isEqualTo(30);
        poll(1130, Duration.ZERO);
        assertThat(gpuSeconds()).isEqualTo(130);
    }

    @Test
    void clockOfSlurmctldThatIsBehindDelaysTheCounting() {
        poll(1000, Duration.ofSeconds(-20));
        poll(1030, Duration.ofSeconds(-25));

        assertThat(gpuSeconds()).isEqualTo(25);
    }

    @Test
    void slowResponseIsNoLeadOfSlurmctldsClock() {
        poll(1000, Duration.ZERO);
        poll(1030, Duration.ofSeconds(3));
        assertThat(gpuSeconds()).isEqualTo(30);

        poll(1060, Duration.ofSeconds(50));
        assertThat(gpuSeconds()).isEqualTo(60);
    }

    @Test
    void leadOfSlurmctldsClockCountsExceptTheUncertainPart() {
        poll(1000, Duration.ofSeconds(605));
        poll(1030, Duration.ofSeconds(606));

        // From 1000 + 600 to 1030 + 600.
        assertThat(history.months().get(0).until()).isEqualTo(Instant.ofEpochSecond(1630));
        assertThat(gpuSeconds()).isEqualTo(30);
    }

    @Test
    void gapBeginsWithTheLastJobListIfSlurmctldMayHaveForgottenJobs() {
        assertThat(history.gap(Instant.ofEpochSecond(5000))).isEmpty();
        poll(1000, Duration.ZERO);

        assertThat(history.gap(Instant.ofEpochSecond(1300))).isEmpty();
        assertThat(history.gap(Instant.ofEpochSecond(1301))).contains(gap(1000, 1301));
        history.listsEndedJobsFor(Duration.ofHours(1));
        assertThat(history.gap(Instant.ofEpochSecond(4600))).isEmpty();
        history.listsEndedJobsFor(Duration.ofSeconds(2));
        assertThat(history.gap(Instant.ofEpochSecond(1060))).isEmpty();
        assertThat(history.gap(Instant.ofEpochSecond(1061))).contains(gap(1000, 1061));
        assertThat(history.gap(Instant.ofEpochSecond(1_000_000))).contains(gap(1_000_000 - 604_800, 1_000_000));
        history.listsEndedJobsFor(Duration.ZERO);
        assertThat(history.gap(Instant.ofEpochSecond(4_000_000))).isEmpty();
    }

    @Test
    void afterARestartAMinuteIsAGap() {
        poll(1000, Duration.ZERO);
        history = new UsageHistory("alpha", SeriesBudgets.named(10, 10), new Memory(), PriceList.NONE);

        assertThat(history.gap(Instant.ofEpochSecond(1061))).contains(gap(1000, 1061));
        poll(1061, Duration.ZERO);
        assertThat(history.gap(Instant.ofEpochSecond(1361))).isEmpty();
    }

    @Test
    void countingWaitsForTheRunsOfAGap() {
        poll(1000, Duration.ZERO);
        history.awaitAccounted();
        poll(2000, Duration.ZERO);
        assertThat(gpuSeconds()).isZero();

        history.accounted(gap(1000, 2000), List.of(oneGpu(2, 1500)));
        assertThat(history.gap(Instant.ofEpochSecond(2030))).isEmpty();
        poll(2030, Duration.ZERO);
        assertThat(gpuSeconds()).isEqualTo(1030 + 500);

        poll(2060, Duration.ZERO);
        assertThat(gpuSeconds()).isEqualTo(1060 + 500);
    }

    @Test
    void gapThatGrewWhileSlurmdbdWasReadIsReadInTwoParts() {
        poll(1000, Duration.ZERO);
        history.awaitAccounted();
        history.accounted(gap(1000, 2000), List.of(oneGpu(2, 1500)));
        assertThat(history.gap(Instant.ofEpochSecond(2400))).contains(gap(2000, 2400));
        history.accounted(gap(2000, 2400), List.of(oneGpu(3, 2100)));
        poll(2430, Duration.ZERO);

        assertThat(gpuSeconds()).isEqualTo(1430 + 500 + 1100);
    }

    @Test
    void countingGoesOnAfterAQuarterOfAnHourWithoutAccounting() {
        poll(1000, Duration.ZERO);
        history.awaitAccounted();
        poll(10_000, Duration.ZERO);
        poll(10_899, Duration.ZERO);
        assertThat(gpuSeconds()).isZero();

        poll(10_900, Duration.ZERO);
        assertThat(gpuSeconds()).isEqualTo(9900);
        assertThat(history.gap(Instant.ofEpochSecond(10_930))).isEmpty();

        history.awaitAccounted();
        poll(12_000, Duration.ZERO);
        assertThat(gpuSeconds()).isEqualTo(9900);
    }

    private static UsageHistory.UsageGap gap(long from, long to) {
        return new UsageHistory.UsageGap(Instant.ofEpochSecond(from), Instant.ofEpochSecond(to));
    }

    /** Returns a run from second 1000. */
    private static AccountedRun oneGpu(long jobId, long endedAt) {
        return new AccountedRun(
                jobId,
                1000,
                1000,
                endedAt,
                JobState.COMPLETED,
                "physics",
                "anna",
                "gpu",
                new Tres(1, 10, 1, GpuCounts.of("h100", 1)),
                "");
    }
}
