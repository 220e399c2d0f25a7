package dev.sluice.exporter.derive.scaling;

import static dev.sluice.exporter.derive.scaling.TestPool.GIBIBYTE;
import static dev.sluice.exporter.derive.scaling.TestPool.pool;
import static dev.sluice.exporter.derive.scaling.TestPool.shape;
import static dev.sluice.exporter.model.job.JobBuilder.job;
import static org.assertj.core.api.Assertions.assertThat;

import dev.sluice.exporter.derive.Constraints;
import dev.sluice.exporter.derive.scaling.JobExplanation.Verdict;
import dev.sluice.exporter.derive.scaling.pool.Member;
import dev.sluice.exporter.model.GpuCounts;
import dev.sluice.exporter.model.Tres;
import dev.sluice.exporter.model.accounting.Association;
import dev.sluice.exporter.model.accounting.Limit;
import dev.sluice.exporter.model.accounting.LimitKind;
import dev.sluice.exporter.model.accounting.Qos;
import dev.sluice.exporter.model.cluster.License;
import dev.sluice.exporter.model.cluster.PartitionBuilder;
import dev.sluice.exporter.model.job.JobBuilder;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.function.LongFunction;
import java.util.stream.LongStream;
import org.junit.jupiter.api.Test;

/** The numbers of nodes are those on which slurmctld 24.11 and 26.05 start the same jobs from no node. */
class LimitsTest {

    @Test
    void jobsPerUser() {
        Limit two = new Limit(LimitKind.MAX_JOBS_PER_USER, "", 2);

        assertThat(nodes(qos(two), times(6, id -> job(id).exclusive()))).isEqualTo(2);
        ScalingDemand array = demand(qos(two), List.of(job(1).array(1, 6, 0).exclusive()));
        assertThat(array.pools().get(0).desired()).isEqualTo(2);
        assertThat(array.jobs().get(0).why()).isEqualTo("the limit QOS normal MaxJobsPU lets 2 of 6 tasks start now");
        assertThat(nodes(
                        qos(two),
                        List.of(
                                job(1).exclusive(),
                                job(2).exclusive(),
                                job(3).exclusive(),
                                job(4).exclusive().owner("account", "other", "normal"))))
                .as("a job behind jobs over the limit")
                .isEqualTo(3);
    }

    @Test
    void jobsOfAnAssociationAlsoOfItsAccount() {
        Limit one = new Limit(LimitKind.MAX_JOBS, "", 1);
        List<JobBuilder> jobs = times(4, id -> job(id).tasks(16));

        assertThat(nodes(associations("user", "", one), jobs)).isEqualTo(1);
        assertThat(nodes(associations("", "root", one), jobs)).isEqualTo(1);
        assertThat(nodes(associations("user", "batch", one), jobs))
                .as("the use of an association of one partition is unknown")
                .isEqualTo(4);
    }

    @Test
    void resourcesOfAGroupWithRunningJobs() {
        Limit cpus = new Limit(LimitKind.GRP_TRES, "cpu", 24);
        JobBuilder array = job(1).array(1, 6, 0).tasks(8);
        JobBuilder running = job(2).runningOn("cpu-0").allocation(Tres.parse("cpu=16"), "cpu-0");

        assertThat(nodes(qos(cpus), List.of(array))).isEqualTo(2);
        assertThat(nodes(qos(cpus), List.of(array, running)))
                .as("the busy node, and a node for one task")
                .isEqualTo(2);
        Constraints parent = Constraints.UNKNOWN.withLimits(
                List.of(),
                List.of(
                        new Association("alpha", "account", "", "root", List.of()),
                        new Association("alpha", "root", "", "", List.of(cpus))));
        assertThat(nodes(parent, List.of(array))).isEqualTo(2);
    }

    @Test
    void nodesCountOnceForTheJobsThatShareThem() {
        Limit nodes = new Limit(LimitKind.GRP_TRES, "node", 2);

        assertThat(nodes(qos(nodes), times(4, id -> job(id).tasks(8)))).isEqualTo(2);
        assertThat(nodes(qos(nodes), times(4, id -> job(id).exclusive()))).isEqualTo(2);
    }

    @Test
    void licenses() {
        License ansys = new License("ansys", "", 6, 0, 6, 0);

        assertThat(nodes(
                        licenses(ansys),
                        times(5, id -> job(id).licenses("ansys:2").tasks(16))))
                .isEqualTo(3);
    }

    @Test
    void gpusPerUserAlsoOfWholeNodes() {
        Limit two = new Limit(LimitKind.MAX_TRES_PER_USER, "gres/gpu", 2);

        assertThat(nodes(qos(two), times(3, id -> job(id).gpusPerNode("h200", 2).cpusPerTask(20))))
                .isEqualTo(1);
        assertThat(nodes(qos(two), times(4, id -> job(id).gpus("h200", 1).exclusive())))
                .isZero();
    }

    @Test
    void aJobThatViolatesALimitByItselfIsImpossible() {
        ScalingDemand small = demand(limits(perJob(LimitKind.MIN_TRES_PER_JOB, "cpu", 4)), List.of(job(1).tasks(2)));
        assertThat(small.pools().get(0).desired()).isZero();
        assertThat(small.jobs().get(0).why())
                .isEqualTo("the job requests more or less than a limit allows: QOS normal MinTRES cpu");

        Limit two = new Limit(LimitKind.MAX_TRES_PER_USER, "gres/gpu", 2);
        ScalingDemand large = demand(qos(two), List.of(job(1).gpusPerNode("h200", 3)));
        assertThat(large.jobs().get(0).pendingClass()).isEqualTo(PendingClass.UNSATISFIABLE);
        assertThat(large.pools().get(0).desired()).isZero();

        Constraints perNode = limits(perJob(LimitKind.MAX_TRES_PER_NODE, "cpu", 8));
        assertThat(nodes(perNode, List.of(job(1).nodes(2).tasks(18)))).isZero();
        assertThat(nodes(perNode, List.of(job(1).nodes(2).tasks(16)))).isEqualTo(2);
    }

    @Test
    void theLimitOfThePartitionsQosHidesTheLimitOfTheJobsQos() {
        Limit one = new Limit(LimitKind.MAX_JOBS_PER_USER, "", 1);
        Limit three = new Limit(LimitKind.MAX_JOBS_PER_USER, "", 3);
        Qos ofPartition = new Qos("part", List.of(three));
        List<JobBuilder> jobs = times(6, id -> job(id).exclusive());

        assertThat(nodes(limits(ofPartition, new Qos("normal", List.of(one))), jobs))
                .isEqualTo(3);
        List<String> over = List.of("OVERRIDE_PARTITION_QOS");
        assertThat(nodes(limits(ofPartition, new Qos("normal", 0, over, 1, List.of(one), List.of())), jobs))
                .isEqualTo(1);
    }

    /** slurmctld 26.05 starts one task of the array with solo and two with duet. */
    @Test
    void aJobOfSeveralQosesStartsWithEachOfThem() {
        Limit one = new Limit(LimitKind.MAX_JOBS_PER_USER, "", 1);
        Qos solo = new Qos("solo", 100, List.of(), 1, List.of(one), List.of());
        Qos duet = new Qos("duet", List.of(new Limit(LimitKind.MAX_JOBS_PER_USER, "", 2)));
        Limit large = new Limit(LimitKind.MIN_TRES_PER_JOB, "cpu", 64);
        Qos floor = new Qos("floor", 0, List.of(), 1, List.of(), List.of(large));
        Constraints limits = limits(solo, duet, floor);

        assertThat(nodes(limits, List.of(of("solo,duet", 1).array(1, 6, 0)))).isEqualTo(3);
        assertThat(nodes(limits, times(3, id -> of(id == 1 ? "duet,solo" : "duet", id))))
                .as("the first job starts with the QOS of the highest priority")
                .isEqualTo(3);
        assertThat(nodes(limits, List.of(of("duet,solo", 1), of("solo", 2)))).isEqualTo(1);
        assertThat(nodes(limits, List.of(of("floor,solo", 1)))).isEqualTo(1);
        assertThat(demand(limits, List.of(of("floor", 1))).jobs().get(0).pendingClass())
                .isEqualTo(PendingClass.UNSATISFIABLE);
    }

    private static JobBuilder of(String qos, long id) {
        return job(id).exclusive().owner("user", "account", qos);
    }

    @Test
    void minutesPerJobCountWithTheTimeLimit() {
        Constraints hour = limits(perJob(LimitKind.MAX_TRES_MINS_PER_JOB, "cpu", 60));

        assertThat(nodes(hour, List.of(job(1).tasks(16).timeLimit(3_600)))).isZero();
        assertThat(nodes(hour, List.of(job(1).tasks(2).timeLimit(1_800)))).isEqualTo(1);
        assertThat(nodes(hour, List.of(job(1).tasks(16).timeLimit(0))))
                .as("an unknown time limit")
                .isEqualTo(1);
    }

    @Test
    void theComponentsOfAHeterogeneousJobCountOneByOneAndStartTogether() {
        Constraints two = qos(new Limit(LimitKind.MAX_JOBS_PER_USER, "", 2));
        Constraints eight = limits(perJob(LimitKind.MAX_TRES_PER_JOB, "cpu", 8));

        ScalingDemand three = demand(two, times(3, id -> job(id).het(1).exclusive()));
        assertThat(three.pools().get(0).desired()).isZero();
        assertThat(three.jobs())
                .extracting(JobExplanation::verdict)
                .containsExactly(Verdict.INCOMPLETE, Verdict.INCOMPLETE, Verdict.LIMIT);
        List<JobBuilder> behind = new ArrayList<>(times(3, id -> job(id).het(1).exclusive()));
        behind.addAll(List.of(job(4).exclusive(), job(5).exclusive(), job(6).exclusive()));
        assertThat(nodes(two, behind)).as("jobs behind").isEqualTo(2);
        assertThat(nodes(two, times(2, id -> job(id).het(1).exclusive()))).isEqualTo(2);
        assertThat(nodes(eight, List.of(job(1).het(1).tasks(8), job(2).het(1).tasks(8))))
                .isEqualTo(2);
        assertThat(nodes(eight, List.of(job(1).het(1).tasks(4), job(2).het(1).tasks(16))))
                .isZero();
    }

    @Test
    void aJobOfSeveralPartitionsStartsInThePartitionWhoseQosHasRoom() {
        ScalingInputBuilder input = ScalingInputBuilder.of(
                        pool("batch").in("ruled", "free").of(shape(16, 32 * GIBIBYTE, GpuCounts.NONE)))
                .partitions(List.of(
                        PartitionBuilder.partition("ruled").qos("part").build(),
                        PartitionBuilder.partition("free").build()))
                .limits(limits(new Qos("part", List.of(new Limit(LimitKind.MAX_JOBS_PER_USER, "", 2)))));

        JobBuilder array = job(1).in("ruled,free").array(1, 4, 0).exclusive();
        assertThat(input.jobs(array).first().desired()).isEqualTo(4);
        assertThat(input.jobs(array.reason("QOSMaxJobsPerUserLimit")).first().desired())
                .isEqualTo(4);
        // The use of this limit is unknown.
        assertThat(input.jobs(array.reason("QOSGrpCPUMinutesLimit")).first().desired())
                .isZero();
        assertThat(input.jobs(times(4, id -> job(id).in("ruled,free").exclusive())
                                .toArray(JobBuilder[]::new))
                        .first()
                        .desired())
                .isEqualTo(4);
        JobExplanation limited =
                input.jobs(job(1).in("ruled").array(1, 4, 0).exclusive()).firstJob();
        assertThat(limited.why()).isEqualTo("the limit QOS part MaxJobsPU lets 2 of 4 tasks start now");
    }

    @Test
    void tasksBelowALimitAreBlockedAndTasksOverItWait() {
        PoolDemand demand = ScalingInputBuilder.of(pool("cpu").between(0, 2))
                .limits(qos(new Limit(LimitKind.MAX_JOBS_PER_USER, "", 4)))
                .jobs(job(1).array(1, 7, 0).exclusive())
                .first();

        assertThat(demand.blockedJobs()).isEqualTo(2);
        assertThat(demand.pendingJobs()).isEqualTo(Map.of(PendingClass.ELIGIBLE, 4L, PendingClass.WAITING, 3L));
    }

    private static List<JobBuilder> times(long count, LongFunction<JobBuilder> job) {
        return LongStream.rangeClosed(1, count).mapToObj(job).toList();
    }

    private static Constraints qos(Limit limit) {
        return limits(new Qos("normal", List.of(limit)));
    }

    private static Qos perJob(LimitKind kind, String tres, long most) {
        return new Qos("normal", 0, List.of(), 1, List.of(), List.of(new Limit(kind, tres, most)));
    }

    private static Constraints limits(Qos... qos) {
        return Constraints.UNKNOWN.withLimits(List.of(qos), List.of());
    }

    private static Constraints licenses(License license) {
        return Constraints.UNKNOWN.withLicenses(List.of(license));
    }

    /** An inherited limit of a user, or of the account above the account of the jobs. */
    private static Constraints associations(String user, String partitionOrAccount, Limit inherited) {
        List<Association> all = new ArrayList<>();
        all.add(new Association("alpha", "account", "", "root", List.of()));
        all.add(
                user.isEmpty()
                        ? new Association(0, "alpha", partitionOrAccount, "", "", "", List.of(), List.of(inherited))
                        : new Association(
                                0, "alpha", "account", user, partitionOrAccount, "", List.of(), List.of(inherited)));
        return Constraints.UNKNOWN.withLimits(List.of(), all);
    }

    private static long nodes(Constraints limits, List<JobBuilder> jobs) {
        return demand(limits, jobs).pools().get(0).desired();
    }

    private static ScalingDemand demand(Constraints limits, List<JobBuilder> jobs) {
        boolean gpus =
                jobs.stream().anyMatch(job -> !job.build().request().gpus().isEmpty());
        boolean runs = jobs.stream().anyMatch(job -> job.build().holdsNodes());
        TestPool nodes = pool("batch")
                .of(
                        gpus
                                ? shape(32, 128 * GIBIBYTE, GpuCounts.of("h200", 4))
                                : shape(16, 32 * GIBIBYTE, GpuCounts.NONE));
        if (runs) {
            nodes.with(1, Member.Condition.BUSY);
        }
        return ScalingInputBuilder.of(nodes)
                .jobs(jobs.stream().map(job -> job.in("batch").build()).toList())
                .partitions(
                        List.of(PartitionBuilder.partition("batch").qos("part").build()))
                .limits(limits)
                .demand();
    }
}
