package dev.sluice.exporter.derive.pending;

import static dev.sluice.exporter.model.job.JobBuilder.job;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.tuple;

import dev.sluice.exporter.derive.Constraints;
import dev.sluice.exporter.derive.LimitUse.Owner;
import dev.sluice.exporter.model.GpuCounts;
import dev.sluice.exporter.model.Tres;
import dev.sluice.exporter.model.accounting.Association;
import dev.sluice.exporter.model.accounting.Limit;
import dev.sluice.exporter.model.accounting.LimitKind;
import dev.sluice.exporter.model.accounting.Qos;
import dev.sluice.exporter.model.job.Job;
import dev.sluice.exporter.model.job.JobBuilder;
import dev.sluice.exporter.model.job.ReasonClass;
import java.util.List;
import java.util.OptionalDouble;
import java.util.stream.LongStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class ReachedLimitsTest {

    private static final Limit GPUS_PER_USER = new Limit(LimitKind.MAX_TRES_PER_USER, "gres/gpu", 8);
    private static final Limit CPUS = new Limit(LimitKind.GRP_TRES, "cpu", 100);

    private static final Constraints LIMITS = Constraints.UNKNOWN.withLimits(
            List.of(new Qos("normal", List.of(GPUS_PER_USER, CPUS)), new Qos("other", List.of(GPUS_PER_USER))),
            List.of(
                    new Association("alpha", "root", "", "", List.of(new Limit(LimitKind.GRP_TRES, "cpu", 64))),
                    new Association(
                            "alpha", "physics", "", "root", List.of(new Limit(LimitKind.GRP_TRES, "cpu", 1_000)))));

    private static Job running(long id, String user, long cpus, long gpus) {
        return job(id).runningOn("n1")
                .owner("physics", user, "normal")
                .allocation(new Tres(cpus, 0, 1, GpuCounts.of("h100", gpus)), "n1")
                .build();
    }

    private static JobBuilder waiting(String reason) {
        return job(1).reason(reason).owner("physics", "alice", "normal");
    }

    private static List<ReachedLimit> limits(Job job, Job... others) {
        return new ReachedLimits(
                        Stream.concat(Stream.of(job), Stream.of(others)).toList(), LIMITS)
                .of(job);
    }

    @Test
    void aLimitPerUserIsUsedByTheJobsOfThatUser() {
        Job job = waiting("QOSMaxGRESPerUser").gpus("", 2).build();
        Job large = running(2, "alice", 8, 5);
        Job small = running(3, "alice", 8, 2);

        List<ReachedLimit> limits = limits(job, small, large, running(4, "bob", 8, 8));

        assertThat(limits)
                .containsExactly(new ReachedLimit(
                        Owner.QOS_USER,
                        "normal",
                        GPUS_PER_USER,
                        OptionalDouble.of(7),
                        OptionalDouble.of(2),
                        false,
                        List.of(new ReachedLimit.UsingJob(large, 5), new ReachedLimit.UsingJob(small, 2))));
        assertThat(limits.get(0).isReached()).isTrue();
    }

    @Test
    void aLimitOfAQosIsUsedByAll() {
        Job job = waiting("QOSGrpCpuLimit").tasks(30).build();

        ReachedLimit limit = limits(job, running(2, "alice", 40, 0), running(3, "bob", 50, 0))
                .get(0);

        assertThat(limit.owner()).isEqualTo(Owner.QOS);
        assertThat(limit.used()).hasValue(90);
        assertThat(limit.asks()).hasValue(30);
        assertThat(limit.holders()).extracting(holder -> holder.job().id()).containsExactly(3L, 2L);
    }

    @Test
    void anAccountAboveCanBeTheOneAtItsLimit() {
        Job job = waiting("AssocGrpCpuLimit")
                .owner("physics", "alice", "other")
                .tasks(8)
                .build();

        assertThat(limits(job, running(2, "bob", 60, 0)))
                .extracting(ReachedLimit::name, limit -> limit.used().orElseThrow())
                .containsExactly(tuple("root", 60.0));
    }

    @Test
    void showsEachLimitWhereNoneIsSeenToBeReached() {
        Job job = waiting("AssocGrpCpuLimit").owner("physics", "alice", "other").build();

        assertThat(limits(job)).extracting(ReachedLimit::name).containsExactly("physics", "root");
    }

    @Test
    void namesTheJobsThatUseMostAndCountsTheOthers() {
        Job job = waiting("QOSGrpCpuLimit").tasks(90).build();
        Job[] others = LongStream.rangeClosed(2, 8)
                .mapToObj(id -> running(id, "bob", id, 0))
                .toArray(Job[]::new);

        ReachedLimit limit = limits(job, others).get(0);

        assertThat(limit.used()).hasValue(35);
        assertThat(limit.largest()).extracting(ReachedLimit.UsingJob::uses).containsExactly(8.0, 7.0, 6.0, 5.0, 4.0);
        assertThat(limit.holders()).hasSize(7);
    }

    @Test
    void aNodeWithSeveralJobsIsUsedOnce() {
        Limit nodes = new Limit(LimitKind.GRP_TRES, "node", 2);
        Job job = waiting("QOSGrpNodeLimit").build();

        ReachedLimit limit = ofQos(nodes, job, running(2, "alice", 8, 0), running(3, "bob", 8, 0));

        assertThat(limit.used()).hasValue(1);
        assertThat(limit.holders()).extracting(ReachedLimit.UsingJob::uses).containsExactly(1.0, 1.0);
    }

    @Test
    void licencesAreUsedByRunningJobs() {
        Limit licences = new Limit(LimitKind.GRP_TRES, "license/matlab", 4);
        Job job = waiting("QOSGrpLicense").licenses("ansys:1,matlab:2").build();
        Job runs = running(2, "alice", "matlab:3,ansys:4");

        ReachedLimit limit = ofQos(licences, job, runs);

        assertThat(limit.used()).hasValue(3);
        assertThat(limit.asks()).hasValue(2);
        assertThat(limit.holders()).containsExactly(new ReachedLimit.UsingJob(runs, 3));
    }

    @Test
    void ofLicencesOfWhichOneIsEnoughTheUseIsNotKnown() {
        Limit licences = new Limit(LimitKind.GRP_TRES, "license/matlab", 4);
        Job job = waiting("QOSGrpLicense").licenses("matlab:2|ansys").build();

        ReachedLimit limit = ofQos(licences, job, running(2, "alice", "matlab:3|ansys:4"));

        assertThat(limit.used()).isEmpty();
        assertThat(limit.asks()).isEmpty();
    }

    private static Job running(long id, String user, String licenses) {
        return job(id).runningOn("n1")
                .owner("physics", user, "normal")
                .licenses(licenses)
                .build();
    }

    private static ReachedLimit ofQos(Limit limit, Job job, Job... others) {
        Constraints constraints = Constraints.UNKNOWN.withLimits(List.of(new Qos("normal", List.of(limit))), List.of());
        return new ReachedLimits(
                        Stream.concat(Stream.of(job), Stream.of(others)).toList(), constraints)
                .of(job)
                .get(0);
    }

    @Test
    void anArrayIsLimitedByItsRunningTasks() {
        Job job = waiting("JobArrayTaskLimit").array(1, 30, 2).build();
        Job task = job(2).runningOn("n1").array(1, 1, 2).build();

        ReachedLimit limit = limits(job, task, running(3, "alice", 1, 0)).get(0);

        assertThat(limit.owner()).isEqualTo(Owner.ARRAY);
        assertThat(limit.limit().most()).isEqualTo(2);
        assertThat(limit.used()).hasValue(1);
        assertThat(limit.holders()).extracting(ReachedLimit.UsingJob::job).containsExactly(task);
    }

    @Test
    void aLimitBelowTheRequestRefusesTheJobInPlaceOfFullerLimits() {
        Job job = waiting("AssocGrpCpuLimit")
                .owner("physics", "alice", "other")
                .tasks(65)
                .build();

        assertThat(limits(job, running(2, "bob", 990, 0)))
                .extracting(ReachedLimit::name, ReachedLimit::refuses)
                .containsExactly(tuple("root", true));
    }

    /** The reasons are slurmctld's for these limits: acct_policy.c and job_state_reason.c. */
    @ParameterizedTest
    @CsvSource({
        "QOSMaxCpuPerJobLimit, MAX_TRES_PER_JOB, cpu, 3",
        "QOSMinCpuNotSatisfied, MIN_TRES_PER_JOB, cpu, 5",
        "QOSMaxNodePerJobLimit, MAX_TRES_PER_JOB, node, 0",
        "QOSMaxMemoryPerJob, MAX_TRES_PER_JOB, mem, 100",
        "QOSMaxGRESPerNode, MAX_TRES_PER_NODE, gres/gpu, 1",
        "QOSMaxWallDurationPerJobLimit, MAX_WALL, '', 59",
        "QOSMaxGRESMinutesPerJob, MAX_TRES_MINS_PER_JOB, gres/gpu, 119",
        "QOSMaxCpuPerUserLimit, MAX_TRES_PER_USER, cpu, 3",
        "MaxGRESPerAccount, MAX_TRES_PER_ACCOUNT, gres/gpu:h100, 1",
        "QOSGrpMemLimit, GRP_TRES, mem, 100",
        "QOSGrpJobsLimit, GRP_JOBS, '', 0",
        "QOSMaxJobsPerUserLimit, MAX_JOBS_PER_USER, '', 0"
    })
    void readsTheLimitOfAReason(String reason, LimitKind kind, String tres, double most) {
        Job job = waiting(reason)
                .tasks(4)
                .memoryPerNode(200)
                .gpus("h100", 2)
                .timeLimit(3_600)
                .build();
        Qos qos = new Qos("normal", 0, List.of(), 1, List.of(), List.of(new Limit(kind, tres, most)));
        Constraints constraints = Constraints.UNKNOWN.withLimits(List.of(qos), List.of());

        assertThat(new ReachedLimits(List.of(job), constraints).of(job))
                .extracting(ReachedLimit::refuses)
                .containsExactly(true);
        assertThat(RefusedJobs.in(List.of(job), Constraints.UNKNOWN.withLimits(List.of(qos), List.of()))
                        .get(0)
                        .status()
                        .reasonClass())
                .isEqualTo(ReasonClass.IMPOSSIBLE);
    }

    @Test
    void aJobThatFitsOnlyWaits() {
        Job job = waiting("QOSGrpCpuLimit").tasks(100).build();
        Job large = waiting("QOSGrpCpuLimit").tasks(101).build();
        Job unlimited = waiting("Priority").tasks(101).build();
        Constraints limits = Constraints.UNKNOWN.withLimits(LIMITS.qos(), List.of());

        assertThat(RefusedJobs.in(List.of(job, large, unlimited), limits))
                .extracting(one -> one.status().refused())
                .containsExactly(false, true, false);
    }

    @Test
    void aJobThatRequestsMoreLicensesThanExistReachesNoOtherLimit() {
        assertThat(limits(waiting("Licenses").build().refusedByLimit(), running(2, "alice", 100, 8)))
                .isEmpty();
    }

    @ParameterizedTest
    @ValueSource(strings = {"Resources", "QOSMaxCpuPerJobLimit", "QOSGrpCPUMinutesLimit", "SomethingNew"})
    void ofOtherReasonsNothingIsSaid(String reason) {
        assertThat(limits(waiting(reason).build(), running(2, "alice", 100, 8))).isEmpty();
    }
}
