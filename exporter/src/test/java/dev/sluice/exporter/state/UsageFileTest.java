package dev.sluice.exporter.state;

import static org.assertj.core.api.Assertions.assertThat;

import ch.qos.logback.classic.Level;
import dev.sluice.exporter.RecordedLog;
import dev.sluice.exporter.derive.Capacity;
import dev.sluice.exporter.derive.SeriesBudget;
import dev.sluice.exporter.derive.SeriesBudgets;
import dev.sluice.exporter.derive.join.Clusters;
import dev.sluice.exporter.derive.join.JoinedNode;
import dev.sluice.exporter.derive.join.NodeSetLookup;
import dev.sluice.exporter.derive.usage.JobUsage;
import dev.sluice.exporter.derive.usage.NodeUsage;
import dev.sluice.exporter.derive.usage.UsageStore.UsageState;
import dev.sluice.exporter.model.GpuCounts;
import dev.sluice.exporter.model.Tres;
import dev.sluice.exporter.model.job.Job;
import dev.sluice.exporter.model.job.JobBuilder;
import dev.sluice.exporter.model.job.JobState;
import dev.sluice.exporter.model.node.NodeBaseState;
import dev.sluice.exporter.model.node.NodeBuilder;
import dev.sluice.fixtures.SettableClock;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.time.ZoneOffset;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.atomic.AtomicReference;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Tests that the usage survives a restart, and that an unusable file is kept and not used. */
class UsageFileTest {

    private static final Instant NOW = Instant.ofEpochSecond(JobBuilder.NOW);
    private static final SeriesBudget BUDGET = SeriesBudgets.named(10, 10);

    @TempDir
    private Path directory;

    private Path file;

    @BeforeEach
    void name() {
        file = directory.resolve("usage-alpha.json");
    }

    private UsageFile open() {
        return new UsageFile(file, "alpha", Clock.fixed(NOW.plusSeconds(60), ZoneOffset.UTC));
    }

    private void store() {
        try (UsageFile opened = open()) {
            opened.save(state());
        }
    }

    private void assertStored() {
        try (UsageFile opened = open()) {
            assertThat(opened.restored()).isEqualTo(state());
        }
    }

    /** Requires that counting starts at zero, and that the only line of the log contains the text. */
    private void assertUnusable(String reported) {
        try (RecordedLog log = RecordedLog.of(UsageFile.class, Level.ERROR);
                UsageFile opened = open()) {
            assertThat(opened.restored()).isEqualTo(UsageState.NONE);
            assertThat(log.lines()).singleElement().asString().contains(reported);
        }
    }

    /** A state with every kind of content: two runs, an ended run, two GPU types, and an unusual account. */
    private static UsageState state() {
        JobUsage jobs = new JobUsage(BUDGET, JobUsage.State.NONE);
        jobs.observe(List.of(), List.of(), NodeSetLookup.NONE, NOW.minusSeconds(30));
        jobs.observe(
                List.of(running(1), running(2), running(3, "k\u00f6ln \"x\"", JobState.FAILED)),
                List.of(),
                new NodeSetLookup(List.of(new JoinedNode(
                        NodeBuilder.node("n1").build(),
                        Optional.empty(),
                        Optional.of(Clusters.slinky()),
                        Optional.empty(),
                        false))),
                NOW);
        NodeUsage nodes = new NodeUsage(NodeUsage.State.NONE);
        Capacity.Summary capacity = Capacity.Summary.of(
                List.of(NodeBuilder.node("n1")
                        .state(NodeBaseState.MIXED, Set.of())
                        .partitions(List.of("gpu"))
                        .usable(96, 1 << 20, GpuCounts.of("h100", 8))
                        .allocated(0, 0, GpuCounts.of("h100", 3))
                        .build()),
                List.of());
        nodes.observe(capacity, NOW.minusSeconds(30));
        nodes.observe(capacity, NOW);
        return new UsageState(jobs.state(), nodes.state());
    }

    private static Job running(long id) {
        return running(id, "physics", JobState.RUNNING);
    }

    private static Job running(long id, String account, JobState state) {
        return JobBuilder.job(id)
                .in("gpu")
                .owner(account, "anna", "normal")
                .runningOn("n1")
                .state(state)
                .allocation(new Tres(2, 1L << 40, 1, GpuCounts.of("", 1).plus(GpuCounts.of("h100", 2))), "n1")
                .submittedAt(JobBuilder.NOW - 50)
                .ran(JobBuilder.NOW - 20, state.end() ? JobBuilder.NOW - 3 : 0)
                .build();
    }

    @Test
    void stateIsRestoredCompletely() {
        try (UsageFile first = open()) {
            assertThat(first.restored()).isEqualTo(UsageState.NONE);
            first.save(UsageState.NONE);
            first.save(state());
        }
        try (UsageFile second = open()) {
            assertThat(second.restored()).isEqualTo(state());
            assertThat(second.keeps()).isTrue();
        }
        assertThat(names()).containsExactly("usage-alpha.json");
    }

    @Test
    void writeThatHangsIsReportedOnceAndTheUsageGrowsOld() {
        SettableClock clock = new SettableClock(NOW);
        AtomicReference<UsageFile> itself = new AtomicReference<>();
        try (RecordedLog log = RecordedLog.of(UsageFile.class, Level.ERROR);
                UsageFile hanging = new UsageFile(file, "alpha", clock, (path, bytes) -> {
                    clock.pass(Duration.ofMinutes(2));
                    Objects.requireNonNull(itself.get()).save(state());
                    Objects.requireNonNull(itself.get()).save(state());
                    assertThat(Objects.requireNonNull(itself.get()).age())
                            .isEqualTo(Map.entry("alpha", Duration.ofMinutes(2)));
                })) {
            itself.set(hanging);
            hanging.save(state());
            hanging.write();

            assertThat(log.lines()).singleElement().asString().contains("hangs", "not stored");
            assertThat(hanging.age().getValue()).as("written in the end").isZero();
        }
    }

    @Test
    void usageThatCannotBeStoredGrowsOld() throws IOException {
        SettableClock clock = new SettableClock(NOW);
        try (RecordedLog log = RecordedLog.of(UsageFile.class, Level.ERROR);
                UsageFile failing = new UsageFile(directory.resolve("missing/usage.json"), "alpha", clock)) {
            clock.pass(Duration.ofMinutes(3));
            failing.write();
            assertThat(failing.age().getValue()).as("nothing to store").isZero();

            failing.save(state());
            clock.pass(Duration.ofMinutes(3));
            failing.write();
            failing.write();

            assertThat(failing.age().getValue()).isEqualTo(Duration.ofMinutes(3));
            assertThat(log.lines())
                    .singleElement()
                    .asString()
                    .contains("cannot write", "check that the directory exists");
        }
    }

    @Test
    void fileOfAReleaseWithoutNodeSetsIsReadWithoutThem() throws IOException {
        store();
        String nodeSet = ",\"" + Clusters.slinky().name() + "\"]";
        String now = Files.readString(file);
        assertThat(now).contains(nodeSet);
        Files.writeString(file, now.replace(nodeSet, "]"));

        try (UsageFile second = open()) {
            JobUsage.State restored = second.restored().jobs();
            assertThat(restored.runs())
                    .hasSize(2)
                    .allMatch(run -> run.key().nodeSet().isEmpty());
            assertThat(restored.counts()).isEqualTo(state().jobs().counts());
            assertThat(restored.months().get(0).rows().values())
                    .containsExactlyInAnyOrderElementsOf(
                            state().jobs().months().get(0).rows().values());
        }
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "",
                "{\"format\":\"sluice-usage/1\",\"clus",
                "[]",
                "\u0000\u0001",
                "{\"format\":\"sluice-usage/2\",\"cluster\":\"alpha\"}",
                "{\"format\":\"sluice-usage/1\",\"cluster\":\"beta\"}",
                "{\"format\":\"sluice-usage/1\",\"cluster\":\"alpha\",\"jobs\":{\"partitions\":7}}"
            })
    void unusableFileIsRenamedAndCountingStartsAtZero(String content) throws IOException {
        Files.writeString(file, content);

        assertUnusable("restore the file");
        store();

        String aside = "usage-alpha.json.unusable-" + (JobBuilder.NOW + 60);
        assertThat(names()).containsExactly("usage-alpha.json", aside);
        assertThat(Files.readString(directory.resolve(aside))).isEqualTo(content);
        assertStored();
    }

    @ParameterizedTest
    @CsvSource({
        "'\"until\":1800000000', '\"until\":1800000121'",
        "'\"until\":1800000000', '\"until\":-5'",
        "'\"until\":1800000000', '\"until\":4611686018427387904'",
        "'\"month\":\"2027-01\"', '\"month\":\"+999999999-12\"'",
        "'\"until\":1800000000', '\"until\":1.5'",
        "'\"atMillis\":1800000000000', '\"atMillis\":1800000121000'",
        "'\"accountNames\":\"SHOW\"', '\"accountNames\":\"SHOWN\"'",
        "'\"month\":\"2027-01\"', '\"month\":\"2027-13\"'",
        "'\"gpu\",\"h100\",114.0', '\"gpu\",\"h100\",-114.0'",
        "'\"gpu\",\"h100\",114.0', '\"gpu\",\"h100\",\"114\"'",
        "'\"cluster\":\"alpha\",', ' '"
    })
    void wrongValuesMakeAFileUnusable(String text, String wrong) throws IOException {
        store();
        String content = Files.readString(file);
        String changed = content.replace(text, wrong);
        assertThat(changed).isNotEqualTo(content);
        Files.writeString(file, changed);

        assertUnusable("");
    }

    @Test
    void fileThatAppearsAfterTheStartIsNotOverwritten() throws IOException {
        try (RecordedLog log = RecordedLog.of(UsageFile.class, Level.ERROR)) {
            try (UsageFile opened = open()) {
                assertThat(opened.restored()).isEqualTo(UsageState.NONE);
                Files.writeString(file, "of a volume that was mounted late");
                opened.save(state());
            }
            assertThat(log.lines()).singleElement().asString().contains("restore the file");
        }
        assertThat(Files.readString(directory.resolve("usage-alpha.json.unusable-" + (JobBuilder.NOW + 60))))
                .isEqualTo("of a volume that was mounted late");
    }

    @Test
    void fileOverTheLimitIsRenamed() throws IOException {
        Files.createSymbolicLink(file, Path.of("/dev/zero"));

        assertUnusable("larger than");
    }

    @Test
    void temporaryFileIsNewAndFollowsNoLink() throws IOException {
        Path victim = Files.writeString(directory.resolve("victim"), "of somebody else");
        Files.createSymbolicLink(directory.resolve("usage-alpha.json.tmp"), victim);

        store();

        assertThat(Files.readString(victim)).isEqualTo("of somebody else");
        assertStored();
    }

    @Test
    void fileThatCannotBeReadIsRenamed() throws IOException {
        Files.createDirectory(file);

        assertUnusable("");
    }

    @Test
    void everyClusterHasItsOwnFile() {
        for (String cluster : List.of("alpha", "a/b", "..", "x".repeat(300))) {
            try (UsageFile opened = UsageFile.in(directory, cluster, Clock.fixed(NOW, ZoneOffset.UTC))) {
                opened.save(UsageState.NONE);
            }
        }

        // printf 'x%.0s' {1..300} | sha256sum
        assertThat(names())
                .containsExactlyInAnyOrder(
                        "usage-alpha.json", "usage-a%2Fb.json", "usage-...json", "usage-0d4e2ca9e9cb.json");
    }

    private List<String> names() {
        try (Stream<Path> files = Files.list(directory)) {
            return files.map(path -> path.getFileName().toString()).sorted().toList();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
