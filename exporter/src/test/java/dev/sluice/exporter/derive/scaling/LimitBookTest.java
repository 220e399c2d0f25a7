package dev.sluice.exporter.derive.scaling;

import static dev.sluice.exporter.model.job.JobBuilder.job;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.tuple;

import dev.sluice.exporter.derive.Constraints;
import dev.sluice.exporter.derive.LimitUse.JobGroup;
import dev.sluice.exporter.derive.LimitUse.Owner;
import dev.sluice.exporter.derive.TaskUse;
import dev.sluice.exporter.derive.scaling.LimitBook.AppliedLimit;
import dev.sluice.exporter.derive.scaling.LimitBook.Headroom;
import dev.sluice.exporter.model.Tres;
import dev.sluice.exporter.model.accounting.Association;
import dev.sluice.exporter.model.accounting.Limit;
import dev.sluice.exporter.model.accounting.LimitKind;
import dev.sluice.exporter.model.accounting.Qos;
import dev.sluice.exporter.model.cluster.License;
import dev.sluice.exporter.model.cluster.Partition;
import dev.sluice.exporter.model.cluster.PartitionBuilder;
import dev.sluice.exporter.model.job.JobBuilder;
import java.util.List;
import java.util.OptionalDouble;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** The rules of acct_policy.c and licenses.c. Partition ruled has the QOS part. */
class LimitBookTest {

    private static final List<Partition> PARTITIONS = List.of(
            PartitionBuilder.partition("ruled").qos("part").build(),
            PartitionBuilder.partition("free").build());
    private static final Limit ONE_JOB = new Limit(LimitKind.MAX_JOBS_PER_USER, "", 1);
    private static final Limit EIGHT_CPUS = new Limit(LimitKind.MAX_TRES_PER_JOB, "cpu", 8);

    @ParameterizedTest
    @CsvSource({
        "QOS, normal, '', true",
        "QOS, part, '', true",
        "QOS, other, '', false",
        "QOS_USER, normal, ann, true",
        "QOS_USER, normal, bob, false",
        "QOS_USER, other, ann, false",
        "QOS_ACCOUNT, normal, physics, true",
        "QOS_ACCOUNT, normal, science, false",
        "QOS_ACCOUNT, other, physics, false",
        "ACCOUNT, science, '', true",
        "ACCOUNT, arts, '', false",
        "USER, physics, ann, true",
        "USER, physics, bob, false",
        "USER, science, ann, false",
        "ARRAY, physics, ann, false"
    })
    void aJobCountsAgainstTheLimitsOfItsQosesAndAssociations(Owner owner, String name, String sharer, boolean counts) {
        Association physics = new Association("alpha", "physics", "", "science", List.of());
        LimitBook book = book(Constraints.UNKNOWN.withLimits(List.of(), List.of(physics)));

        assertThat(book.counts(
                        job(1).owner("physics", "ann", "normal").in("ruled").build(),
                        new AppliedLimit(new JobGroup(owner, name, sharer), "", ONE_JOB)))
                .isEqualTo(counts);
        assertThat(owner.isQos()).isEqualTo(owner.name().startsWith("QOS"));
    }

    @Test
    void aJobIsRefusedByEachQosInEachPartition() {
        Limit nodes = new Limit(LimitKind.GRP_TRES, "node", 4);
        List<String> over = List.of("OVERRIDE_PARTITION_QOS");
        LimitBook book = book(limits(
                new Qos("part", 0, List.of(), 1, List.of(nodes), List.of(EIGHT_CPUS)),
                new Qos("wide", 0, over, 1, List.of(), List.of(new Limit(EIGHT_CPUS.kind(), "cpu", 16)))));

        assertThat(book.refuses(job(1).in("ruled").tasks(9).build())).isTrue();
        assertThat(book.refuses(job(1).in("ruled").tasks(8).build())).isFalse();
        assertThat(book.refuses(job(1).in("ruled,free").tasks(9).build())).isFalse();
        assertThat(book.refuses(
                        job(1).in("ruled").owner("a", "u", "wide,part").tasks(9).build()))
                .isFalse();
        assertThat(book.totals(job(1).build(), "ruled"))
                .extracting(total -> total.applied().text(), RunningTotal::used)
                .containsExactly(
                        tuple("QOS part GrpTRES node", OptionalDouble.of(0)),
                        tuple("QOS part MaxTRES cpu", OptionalDouble.empty()));
    }

    @ParameterizedTest
    @CsvSource({"1, 3", "2, 6", "0.5, 1", "0, 3"})
    void theLimitFactorOfAQosMultipliesTheCpusOfAssociations(double factor, long tasks) {
        Limit cpus = new Limit(LimitKind.GRP_TRES, "cpu", 30);
        Qos qos = new Qos("normal", 0, List.of(), factor, List.of(), List.of());
        Association account = new Association("alpha", "account", "", "", List.of(cpus));
        LimitBook book = book(Constraints.UNKNOWN.withLimits(List.of(qos), List.of(account)));

        assertThat(headroom(book, job(1).tasks(10)))
                .isEqualTo(new Headroom(tasks, false, "account account GrpTRES cpu"));
    }

    @ParameterizedTest
    @CsvSource({"MAX_JOBS_PER_USER, 3", "MAX_JOBS_PER_ACCOUNT, 3", "GRP_JOBS, 1"})
    void theJobsPerUserOfAQosHideTheJobsOfAnAssociation(LimitKind kind, long tasks) {
        Association one = new Association(
                0, "alpha", "account", "user", "", "", List.of(), List.of(new Limit(LimitKind.MAX_JOBS, "", 1)));
        Qos qos = new Qos("normal", List.of(new Limit(kind, "", 3)));
        LimitBook book = book(Constraints.UNKNOWN.withLimits(List.of(qos), List.of(one)));

        assertThat(headroom(book, job(1)).tasks()).isEqualTo(tasks);
    }

    @Test
    void aFullLimitBlocksOnlyJobsThatAddToIt() {
        Limit gpus = new Limit(LimitKind.GRP_TRES, "gres/gpu", 2);
        JobBuilder running = job(9).runningOn("n1").allocation(Tres.parse("gres/gpu=2"), "n1");
        LimitBook book = book(limits(new Qos("normal", List.of(gpus))), running);

        assertThat(headroom(book, job(1))).isEqualTo(Headroom.UNLIMITED);
        assertThat(headroom(book, job(1).gpus("h200", 1)))
                .isEqualTo(new Headroom(0, false, "QOS normal GrpTRES gres/gpu"));
    }

    @Test
    void severalQosesAddUp() {
        Qos first = new Qos("first", 9, List.of(), 1, List.of(ONE_JOB), List.of(EIGHT_CPUS));
        Qos second = new Qos("second", 1, List.of(), 1, List.of(new Limit(ONE_JOB.kind(), "", 2)), List.of(EIGHT_CPUS));
        Qos part = new Qos("part", List.of(ONE_JOB));
        JobBuilder running = job(9).owner("account", "user", "first").runningOn("n1");
        JobBuilder both = job(1).owner("account", "user", "second,first");

        assertThat(headroom(book(limits(first, second)), both))
                .isEqualTo(new Headroom(3, false, "QOS first MaxJobsPU"));
        LimitBook busy = book(limits(first, second), running);
        assertThat(headroom(busy, both)).isEqualTo(new Headroom(2, false, "QOS second MaxJobsPU"));
        assertThat(headroom(busy, both.tasks(9)).never()).isTrue();
        assertThat(headroom(busy, job(1).owner("account", "user", "first").tasks(9)))
                .as("a limit that only the job itself exceeds, behind a full limit")
                .isEqualTo(Headroom.never("QOS first MaxTRES cpu"));
        assertThat(book(limits(part))
                        .headroom(job(1).owner("a", "u", "new,newer").build(), "ruled", () -> use(job(1)))
                        .tasks())
                .as("QOSes that slurmdbd added a moment ago")
                .isEqualTo(1);
    }

    @Test
    void theFirstOfTwoEquallyStrictLimitsIsNamed() {
        Qos qos = new Qos("normal", List.of(new Limit(LimitKind.GRP_JOBS, "", 1), ONE_JOB));

        Headroom room = headroom(book(limits(qos)), job(1));

        assertThat(room.limit()).isEqualTo("QOS normal GrpJobs");
        assertThat(room.tasks()).isEqualTo(1);
    }

    @ParameterizedTest
    @CsvSource({
        "'', 0, 0, '', ansys:2, 3",
        "'', 0, 0, ansys:4, ansys:2, 1",
        "'', 4, 0, '', ansys:2, 1",
        "'', 4, 0, ansys:2, ansys:2, 1",
        "'', 0, 4, '', ansys:2, 1",
        "'', 0, 0, '', ansys:6, 1",
        "'', 0, 0, '', ansys:7, 0",
        "'', 0, 0, '', ansys:0, 9223372036854775807",
        "'', 6, 0, '', other:7, 9223372036854775807",
        "'', 6, 0, '', ansys:2|other, 9223372036854775807",
        "n1, 6, 0, '', ansys:2, 9223372036854775807"
    })
    void licensesLimitTheTasks(String nodes, long used, long reserved, String running, String asked, long tasks) {
        License ansys = new License("ansys", nodes, 6, used, 6 - used, reserved);
        LimitBook book = book(
                Constraints.UNKNOWN.withLicenses(List.of(ansys)),
                job(9).runningOn("n1").licenses(running),
                job(8).licenses(asked));

        Headroom room = headroom(book, job(1).licenses(asked));

        assertThat(room.tasks()).isEqualTo(tasks);
        assertThat(room.never()).isEqualTo(tasks == 0);
    }

    @Test
    void licensesOfStartedTasksComeBack() {
        Qos qos = new Qos("normal", 0, List.of(), 1, List.of(), List.of(EIGHT_CPUS));
        License ansys = new License("ansys", "", 6, 0, 6, 0);
        LimitBook book =
                book(Constraints.UNKNOWN.withLimits(List.of(qos), List.of()).withLicenses(List.of(ansys)));
        JobBuilder two = job(1).licenses("ansys:2");

        Runnable undo = book.start(two.build(), "batch", use(two), 3);
        assertThat(headroom(book, two)).isEqualTo(new Headroom(0, false, "license ansys"));
        assertThat(headroom(book, job(2).licenses("ansys:2").tasks(9)).never()).isTrue();
        undo.run();
        assertThat(headroom(book, two).tasks()).isEqualTo(3);
    }

    private static Constraints limits(Qos... qos) {
        return Constraints.UNKNOWN.withLimits(List.of(qos), List.of());
    }

    private static LimitBook book(Constraints limits, JobBuilder... jobs) {
        return new LimitBook(
                limits.withPartitions(PARTITIONS),
                Stream.of(jobs).map(JobBuilder::build).toList());
    }

    private static Headroom headroom(LimitBook book, JobBuilder job) {
        return book.headroom(job.build(), "batch", () -> use(job));
    }

    private static TaskUse use(JobBuilder job) {
        return TaskUse.of(job.build());
    }
}
