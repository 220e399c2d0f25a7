package dev.sluice.exporter.derive;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sluice.exporter.derive.QueueSummary.PendingDemand;
import dev.sluice.exporter.model.GpuCounts;
import dev.sluice.exporter.model.Tres;
import dev.sluice.exporter.model.job.Holder;
import dev.sluice.exporter.model.job.Job;
import dev.sluice.exporter.model.job.JobBuilder;
import dev.sluice.exporter.model.job.JobRequest;
import dev.sluice.exporter.model.job.JobState;
import dev.sluice.exporter.model.job.PendingReason;
import dev.sluice.exporter.model.job.ReasonClass;
import dev.sluice.exporter.slurm.decode.Answers;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.TreeMap;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** The expected values are calculated by hand. */
class QueueSummaryTest {

    private static final long NOW = 10_000;

    @Test
    void multipliesWhatATaskAsksForByTheTasksThatWait() {
        JobRequest perTask = new JobRequest(2, 16, 4_000, GpuCounts.of("h100", 8));

        QueueSummary queue = queue(pending("gpu", "Resources", 5, perTask, 0));

        PendingDemand demand = partition(queue, "gpu").demand().get(ReasonClass.RESOURCES);
        assertThat(demand).isEqualTo(new PendingDemand(10, 80, 20_000, GpuCounts.of("h100", 40), 0));
    }

    /** One job with {@code --array=0-1000 -N 5000 --mem=2T}, twice. */
    @Test
    void sumsOverTheLargestNumberStayAtIt() {
        long perTask = 5_000L << 41;
        JobRequest request = new JobRequest(5_000, 1L << 62, perTask, GpuCounts.NONE);

        QueueSummary queue =
                queue(pending("gpu", "Resources", 1_001, request, 0), pending("gpu", "Resources", 1_001, request, 0));

        assertThat(partition(queue, "gpu").demand().get(ReasonClass.RESOURCES))
                .isEqualTo(new PendingDemand(10_010_000, Long.MAX_VALUE, Long.MAX_VALUE, GpuCounts.NONE, 0));
    }

    @Test
    void countsAJobOfTwoPartitionsInBothAndInTheClusterOnce() {
        QueueSummary queue = queue(
                pending("gpu,cpu", "Priority", 3, new JobRequest(2, 16, 4_000, GpuCounts.of("h100", 8)), 0),
                pending("cpu", "Priority", 1, new JobRequest(1, 4, 1_000, GpuCounts.NONE), 0),
                pending("gpu", "AssocGrpCpuLimit", 1, new JobRequest(1, 2, 500, GpuCounts.of("a100", 1)), 0));

        assertThat(partition(queue, "gpu").jobs()).isEqualTo(Map.of(JobState.PENDING, 4L));
        assertThat(partition(queue, "cpu").jobs()).isEqualTo(Map.of(JobState.PENDING, 4L));
        assertThat(queue.cluster().jobs()).isEqualTo(Map.of(JobState.PENDING, 5L));
        PendingDemand ofThree = new PendingDemand(6, 48, 12_000, GpuCounts.of("h100", 24), 0);
        PendingDemand ofFour = new PendingDemand(7, 52, 13_000, GpuCounts.of("h100", 24), 0);
        assertThat(partition(queue, "gpu").demand(ReasonClass.PRIORITY)).isEqualTo(ofThree);
        assertThat(partition(queue, "cpu").demand(ReasonClass.PRIORITY)).isEqualTo(ofFour);
        assertThat(queue.cluster().demand(ReasonClass.PRIORITY)).isEqualTo(ofFour);
        assertThat(queue.cluster().demand())
                .containsOnlyKeys(
                        ReasonClass.PRIORITY,
                        PendingReason.of("AssocGrpCpuLimit").reasonClass());
    }

    /** The jobs have more distinct partition lists than the summary adds up at a time. */
    @Test
    void countsEachJobInItsPartitionsHoweverManyListsOfThemThereAre() {
        Job[] jobs = IntStream.range(0, 3_000)
                .mapToObj(i -> pending("all,p" + i % 1_500, "Resources", 2, request(), 1 + i))
                .toArray(Job[]::new);

        QueueSummary queue = queue(jobs);

        assertThat(partition(queue, "all").jobs()).isEqualTo(Map.of(JobState.PENDING, 6_000L));
        assertThat(partition(queue, "all").demand()).isEqualTo(queue.cluster().demand());
        assertThat(partition(queue, "p7").jobs()).isEqualTo(Map.of(JobState.PENDING, 4L));
        assertThat(partition(queue, "p7").demand().get(ReasonClass.RESOURCES))
                .extracting(PendingDemand::oldestEligibleAt)
                .isEqualTo(8L);
    }

    @Test
    void agesTheLongestWaitingOfThoseThatAreEligible() {
        QueueSummary queue = queue(
                pending("cpu", "Resources", 1, request(), 9_000),
                pending("cpu", "Resources", 1, request(), 4_000),
                pending("cpu", "Resources", 1, request(), 0),
                pending("cpu", "BeginTime", 1, request(), NOW + 60));

        Map<ReasonClass, PendingDemand> demand = partition(queue, "cpu").demand();
        assertThat(demand)
                .extractingByKey(ReasonClass.RESOURCES)
                .extracting(PendingDemand::oldestEligibleAt)
                .isEqualTo(4_000L);
        assertThat(demand)
                .extractingByKey(ReasonClass.BEGIN_TIME)
                .extracting(PendingDemand::oldestEligibleAt)
                .isEqualTo(0L);
    }

    @Test
    void showsPartitionsWithoutJobs() {
        QueueSummary queue =
                QueueSummary.of(List.of(), List.of("quiet"), Instant.ofEpochSecond(NOW), SeriesBudgets.named(10, 10));

        assertThat(queue.partitions()).containsOnlyKeys("quiet");
        assertThat(partition(queue, "quiet").jobs()).isEmpty();
    }

    @Test
    void foldsTheUsersWithTheLeastUseIntoOne() {
        QueueSummary queue =
                queue(2, running("ann", 8, 4), running("bob", 64, 0), running("cy", 2, 1), running("dee", 1, 0));

        assertThat(queue.users().top()).extracting(Map.Entry::getKey).containsExactly("ann", "cy");
        assertThat(queue.users().other()).isEqualTo(new Holder(0, 2, 0, 65, 0));
        assertThat(queue.users().folded()).isEqualTo(2);
    }

    @Test
    void countsPendingJobsByUserAndReason() {
        List<Job> jobs = List.of(
                running("ann", 8, 4),
                waiting("ann", "Priority", 5),
                waiting("ann", "Priority", 2),
                waiting("ann", "JobHeldUser", 1),
                waiting("bob", "Priority", 1),
                waiting("cy", "Priority", 3));

        assertThat(pendingByUser(jobs, 1, NameRule.SHOW))
                .isEqualTo(Map.of("ann", Map.of("Priority", 7L, "JobHeldUser", 1L), "other", Map.of("Priority", 4L)));
        assertThat(pendingByUser(jobs, 3, NameRule.SHOW)).containsOnlyKeys("ann", "bob", "cy");
        assertThat(pendingByUser(jobs, 3, NameRule.HASH).values())
                .containsExactlyInAnyOrder(
                        Map.of("Priority", 7L, "JobHeldUser", 1L), Map.of("Priority", 1L), Map.of("Priority", 3L));
        assertThat(pendingByUser(jobs, 3, NameRule.DROP)).isEmpty();
    }

    private static Map<String, Map<String, Long>> pendingByUser(List<Job> jobs, int users, NameRule names) {
        SeriesBudget budget = new SeriesBudget(users, 10, 10, 10, 10, 0, names, NameRule.SHOW);
        Map<String, Map<String, Long>> byUser = new TreeMap<>();
        QueueSummary.of(jobs, List.of(), Instant.ofEpochSecond(NOW), budget)
                .pendingByUser()
                .forEach((user, reasons) -> reasons.forEach((reason, count) ->
                        byUser.computeIfAbsent(user, unused -> new TreeMap<>()).put(reason.name(), count)));
        return byUser;
    }

    @Test
    void tellsEqualUsesApartByName() {
        QueueSummary queue = queue(1, running("zoe", 1, 0), running("ann", 1, 0));

        assertThat(queue.users().top()).extracting(Map.Entry::getKey).containsExactly("ann");
    }

    /** squeue shows such a job by its flag, and does not show the job with {@code --states=PENDING}. */
    @ParameterizedTest
    @EnumSource(
            value = JobState.class,
            names = {"COMPLETING", "EXPEDITING"})
    void countsARequeuedJobThatStillHoldsItsNodesByItsFlagInAllFamilies(JobState flag) throws Exception {
        Job requeued = Answers.jobRecords("""
                        {"jobs":[{"job_id":43,"job_state":["PENDING","%s"],"state_reason":"None","nodes":"n1",
                         "partition":"ai","user_name":"ann","account":"physics","node_count":1,"cpus":4}]}
                        """.formatted(flag).getBytes(StandardCharsets.UTF_8))
                .get(0);

        QueueSummary queue = queue(requeued);

        assertThat(partition(queue, "ai").jobs()).isEqualTo(Map.of(flag, 1L));
        assertThat(queue.cluster().jobs()).isEqualTo(Map.of(flag, 1L));
        assertThat(partition(queue, "ai").pendingByReason()).isEmpty();
        assertThat(partition(queue, "ai").demand()).isEmpty();
        assertThat(queue.users().top()).containsExactly(Map.entry("ann", new Holder(0, 0, 0, 0, 0)));
        assertThat(QueuePlace.of(List.of(requeued), requeued, "ai")).isEmpty();
    }

    @Test
    void countsNoCpusOfSuspendedJobsAndNothingOfEndedOnes() {
        QueueSummary queue = queue(
                job(1, JobState.SUSPENDED, "gpu", "None", 1, request(), tres(4, 2), "ann", 0),
                job(2, JobState.COMPLETED, "gpu", "None", 1, request(), tres(4, 2), "ann", 0));

        assertThat(queue.users().top()).containsExactly(Map.entry("ann", new Holder(0, 0, 1, 0, 2)));
    }

    private static QueueSummary.PartitionQueue partition(QueueSummary queue, String name) {
        return Objects.requireNonNull(queue.partitions().get(name));
    }

    private static QueueSummary queue(Job... jobs) {
        return queue(10, jobs);
    }

    private static QueueSummary queue(int users, Job... jobs) {
        return QueueSummary.of(List.of(jobs), List.of(), Instant.ofEpochSecond(NOW), SeriesBudgets.named(users, 10));
    }

    private static Job pending(String partitions, String reason, long tasks, JobRequest request, long eligibleAt) {
        return job(1, JobState.PENDING, partitions, reason, tasks, request, Tres.NONE, "ann", eligibleAt);
    }

    private static Job waiting(String user, String reason, long tasks) {
        return job(1, JobState.PENDING, "gpu", reason, tasks, request(), Tres.NONE, user, 0);
    }

    private static Job running(String user, long cpus, long gpus) {
        return job(1, JobState.RUNNING, "gpu", "None", 1, request(), tres(cpus, gpus), user, 0);
    }

    private static Tres tres(long cpus, long gpus) {
        return new Tres(cpus, 0, 1, GpuCounts.of("h100", gpus));
    }

    private static JobRequest request() {
        return new JobRequest(1, 1, 1, GpuCounts.NONE);
    }

    private static Job job(
            long id,
            JobState state,
            String partitions,
            String reason,
            long tasks,
            JobRequest request,
            Tres allocation,
            String user,
            long eligibleAt) {
        return JobBuilder.job(id)
                .state(state)
                .in(partitions)
                .reason(reason)
                .array(0, tasks, 0)
                .request(request)
                .allocation(allocation, "")
                .owner("account", user, "normal")
                .submittedAt(0)
                .eligibleAt(eligibleAt)
                .build();
    }
}
