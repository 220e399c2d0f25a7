package dev.sluice.exporter.derive;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sluice.exporter.derive.LifeCounts.AccountGpuType;
import dev.sluice.exporter.model.GpuCounts;
import dev.sluice.exporter.model.Histogram;
import dev.sluice.exporter.model.job.Job;
import dev.sluice.exporter.model.job.JobBuilder;
import dev.sluice.exporter.model.job.JobRequest;
import dev.sluice.exporter.model.job.JobState;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.junit.jupiter.api.Test;

/** Tests the wait times by account and GPU type. All jobs are submitted at 1010. */
class AccountWaitTest {

    private static final GpuCounts H100 = GpuCounts.of("h100", 8);

    private static JobBuilder of(long id, String account, GpuCounts gpus) {
        return JobBuilder.job(id)
                .in("batch")
                .owner(account, "jane", "normal")
                .request(new JobRequest(1, 1, 0, gpus))
                .submittedAt(1010)
                .eligibleAt(1010);
    }

    private static Job pending(long id, String account, GpuCounts gpus) {
        return of(id, account, gpus).build();
    }

    private static Job started(long id, String account, GpuCounts gpus, long at) {
        return of(id, account, gpus).state(JobState.RUNNING).ran(at, 0).build();
    }

    private static LifeCounts waits(int accounts, NameRule names, List<Job> first, List<Job> then) {
        JobLife life = new JobLife(new SeriesBudget(0, accounts, 10, 0, 0, 0, NameRule.SHOW, names), ended -> {});
        life.observe(List.of(), List.of("batch"), Instant.ofEpochSecond(1000));
        life.observe(first, List.of("batch"), Instant.ofEpochSecond(1020));
        life.observe(then, List.of("batch"), Instant.ofEpochSecond(1100));
        return life.counts();
    }

    private static Histogram of(LifeCounts waits, String account, String gpuType) {
        return Objects.requireNonNull(waits.waitsByAccount().get(new AccountGpuType(account, gpuType)));
    }

    @Test
    void waitsOfAnAccountAreToldApartByTheTypeOfGpu() {
        GpuCounts both = GpuCounts.of("a100", 1).plus(H100);
        GpuCounts any = GpuCounts.of(GpuCounts.UNTYPED, 1);
        LifeCounts waits = waits(
                10,
                NameRule.SHOW,
                List.of(pending(1, "bio", H100), pending(2, "bio", GpuCounts.NONE), pending(3, "ml", H100)),
                List.of(
                        started(1, "bio", H100, 1050),
                        started(2, "bio", GpuCounts.NONE, 1030),
                        pending(3, "ml", H100),
                        started(4, "ml", any, 1090),
                        started(5, "ml", both, 1080),
                        started(6, "bio", H100, 1100)));

        assertThat(of(waits, "bio", "h100").count()).isEqualTo(2);
        assertThat(of(waits, "bio", "h100").sum()).isEqualTo(40 + 90);
        assertThat(of(waits, "bio", "none").sum()).isEqualTo(20);
        assertThat(of(waits, "ml", "untyped").sum()).isEqualTo(80);
        assertThat(of(waits, "ml", "a100,h100").sum()).isEqualTo(70);
        assertThat(of(waits, "ml", "h100").count())
                .as("a zero before the first start")
                .isZero();
        assertThat(waits.waitsByAccount()).hasSize(5);
        assertThat(waits.foldedAccounts()).isZero();
    }

    @Test
    void accountsBeyondTheLimitShareOneHistogram() {
        LifeCounts waits = waits(
                1,
                NameRule.SHOW,
                List.of(pending(1, "bio", H100)),
                List.of(
                        started(1, "bio", H100, 1050),
                        started(2, "ml", H100, 1030),
                        started(3, "bio", GpuCounts.NONE, 1040)));

        assertThat(waits.waitsByAccount()).containsOnlyKeys(new AccountGpuType("bio", "h100"), AccountGpuType.OTHER);
        assertThat(of(waits, "other", "other").sum()).isEqualTo(20 + 30);
        assertThat(waits.foldedAccounts()).isEqualTo(2);
    }

    /** The digits are from the output of {@code printf bio | sha256sum}. */
    @Test
    void accountsAreShownAsNamesOfAccountsMayBe() {
        List<Job> started = List.of(started(1, "bio", H100, 1050));

        assertThat(waits(10, NameRule.HASH, List.of(), started).waitsByAccount())
                .containsOnlyKeys(new AccountGpuType("053201826344", "h100"));
        assertThat(waits(10, NameRule.DROP, List.of(), started).waitsByAccount())
                .isEqualTo(Map.of());
    }
}
