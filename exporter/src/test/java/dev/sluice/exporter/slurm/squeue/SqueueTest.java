package dev.sluice.exporter.slurm.squeue;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;
import static org.awaitility.Awaitility.await;

import dev.sluice.exporter.model.FailureKind;
import dev.sluice.exporter.model.job.Job;
import dev.sluice.exporter.poll.FetchFailure;
import dev.sluice.exporter.poll.Fetched;
import dev.sluice.exporter.slurm.TokenReader;
import io.vertx.core.Future;
import io.vertx.core.Vertx;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class SqueueTest {

    private static final Vertx VERTX = Vertx.vertx();
    private static final Duration LONG = Duration.ofSeconds(20);

    @TempDir
    private Path directory;

    @AfterAll
    static void close() {
        VERTX.close();
    }

    @Test
    void readsAllJobs() throws Exception {
        Path script = SqueueScript.in(directory, SqueueScript.JOBS.formatted(3));
        SqueueScript.scontrol(script, """
                for job in 1 2 3; do
                  echo "JobId=$job JobName=a NumNodes=2-2 NumCPUs=1 MinMemoryCPU=1G"
                done
                """);
        Fetched<List<Job>> fetched = answer(squeue(script), LONG);

        assertThat(fetched.value().orElseThrow()).extracting(Job::id).containsExactly(1L, 2L, 3L);
        assertThat(fetched.apiVersion()).isEqualTo("squeue");
        assertThat(fetched.release()).isEqualTo("24.11.5");
        assertThat(fetched.bytes()).isPositive();
        assertThat(fetched.problem()).isEmpty();
        assertThat(fetched.value().orElseThrow())
                .extracting(job -> job.shape().maximumNodes())
                .containsOnly(2L);
    }

    @Test
    void reportsThatRequestsAreIncompleteWithoutScontrol() throws Exception {
        Fetched<List<Job>> fetched = answer(squeue(SqueueScript.in(directory, SqueueScript.JOBS.formatted(3))), LONG);

        assertThat(fetched.value().orElseThrow()).hasSize(3);
        assertThat(fetched.problem().orElseThrow())
                .isEqualTo("the requests of pending jobs are incomplete: cannot run " + directory.resolve("scontrol")
                        + ": No such file or directory");
    }

    @Test
    void scontrolDoesNotEndASqueueThatStillWrites() throws Exception {
        Path script = SqueueScript.in(directory, SqueueScript.JOBS.formatted(1_000));
        SqueueScript.scontrol(script, "exit 0");

        assertThat(answer(squeue(script), LONG).value().orElseThrow()).hasSize(1_000);
    }

    @Test
    void getsAnEnvironmentOfItsOwn() throws Exception {
        Path seen = directory.resolve("environment");
        SlurmProgram local = SlurmProgram.of(
                SqueueScript.in(directory, "/usr/bin/env >" + seen),
                Map.of("SLURM_CONF", "/etc/other.conf", "SQUEUE_STATES", "R", "SLURM_JWT", "secret"));

        answer(squeue(local, TokenReader.none()), LONG);

        assertThat(Files.readAllLines(seen))
                .contains("SLURM_CONF=/etc/other.conf", "SLURM_TIME_FORMAT=%s", "SLURM_BITSTR_LEN=0", "TZ=UTC")
                .noneMatch(line -> line.startsWith("SQUEUE_") || line.contains("secret"));
    }

    @Test
    void getsTheServerAndTheNewestToken() throws Exception {
        Path seen = directory.resolve("environment");
        Path token = Files.writeString(directory.resolve("token"), "SLURM_JWT=first\n");
        Path script = SqueueScript.in(directory, "/usr/bin/env >>" + seen + "\n" + SqueueScript.JOBS.formatted(1));
        // scontrol shows no job, so that the exporter asks again for the job of the second list.
        SqueueScript.scontrol(script, "/usr/bin/env >>" + seen);
        SlurmProgram program = SlurmProgram.of(script, Map.of("SLURM_CONF", "/etc/other.conf"))
                .configuredBy("slurm-controller.slurm:6817");
        Squeue squeue = squeue(program, TokenReader.ofFile(VERTX, token));

        answer(squeue, LONG);
        Files.writeString(token, "second");
        answer(squeue, LONG);

        assertThat(Files.readAllLines(seen))
                .filteredOn(line -> line.startsWith("SLURM_CONF") || line.startsWith("SLURM_JWT"))
                .containsOnly("SLURM_CONF_SERVER=slurm-controller.slurm:6817", "SLURM_JWT=first", "SLURM_JWT=second")
                .filteredOn("SLURM_JWT=second"::equals)
                .as("scontrol and squeue")
                .hasSize(2);
    }

    @Test
    void namesUsersThatTheHostDoesNotKnow() throws Exception {
        String line = SqueueScript.JOBS.replace("\"cpu\" :", "\"cpu\" : title == \"UserName\" ? 7001 :");
        Squeue squeue = new Squeue(
                VERTX,
                SlurmProgram.of(SqueueScript.in(directory, line.formatted(1)), Map.of()),
                TokenReader.none(),
                (user, job) -> Future.succeededFuture(Optional.of("user " + user + " of job " + job)),
                SqueueText.USE,
                System::nanoTime);

        assertThat(users(squeue)).containsExactly("uid:7001");
        assertThat(users(squeue)).containsExactly("user 7001 of job 1");
    }

    private static List<String> users(Squeue squeue) throws Exception {
        return answer(squeue, LONG).value().orElseThrow().stream()
                .map(job -> job.owner().user())
                .toList();
    }

    @Test
    void isNotCalledWithoutTheToken() throws Exception {
        SlurmProgram program = SlurmProgram.of(directory.resolve("none"), Map.of());
        TokenReader token = TokenReader.ofFile(VERTX, directory.resolve("missing"));

        FetchFailure failure = failure(squeue(program, token), LONG);

        assertThat(failure.kind()).isEqualTo(FailureKind.UNAUTHORIZED);
        assertThat(failure.message()).contains("the token file", "missing");
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "slurm_load_jobs error: Unable to contact slurm controller (connect failure)|unreachable",
                "squeue: error: resolve_ctls_from_dns_srv: fatal: Could not establish a configuration source|unreachable",
                "slurm_load_jobs error: Socket timed out on send/recv operation|timeout",
                "slurm_load_jobs error: Protocol authentication error|unauthorized",
                "squeue: error: Munge encode failed: Failed to access /run/munge/munge.socket.2|unauthorized",
                "something new|unexpected_status",
            })
    void classifiesWhatSlurmSays(String error, String kind) throws Exception {
        FetchFailure failure = failure(squeue(SqueueScript.in(directory, "echo '" + error + "' >&2; exit 1")), LONG);

        assertThat(failure.kind().label()).isEqualTo(kind);
        assertThat(failure.message()).contains("exit code 1", error);
    }

    @Test
    void anotherProgramIsUndecodable() throws Exception {
        FetchFailure failure = failure(squeue(SqueueScript.raw(directory, "echo 'GNU coreutils 9.1'")), LONG);

        assertThat(failure.kind()).isEqualTo(FailureKind.UNDECODABLE);
        assertThat(failure.message()).contains("does not print a release");
    }

    @Test
    void aHangingCommandIsKilledWithWhatItHasStarted() throws Exception {
        Path pid = directory.resolve("pid");
        FetchFailure failure = failure(
                squeue(SqueueScript.in(
                        directory,
                        "echo 'error: cannot stat file /etc/slurm/slurm.conf' >&2; /bin/sleep 600 & echo $! >" + pid
                                + "; wait")),
                Duration.ofMillis(700));

        assertThat(failure.kind()).isEqualTo(FailureKind.TIMEOUT);
        assertThat(failure.message()).contains("was killed", "cannot stat file");
        awaitEnd(pid);
    }

    @Test
    void runningCommandsEndWhenTheExporterStops() throws Exception {
        Path pid = directory.resolve("pid");
        Squeue squeue = squeue(SqueueScript.in(directory, "/bin/sleep 600 & echo $! >" + pid + "; wait"));
        Future<Fetched<List<Job>>> running = squeue.jobs(LONG);
        await().until(() -> Files.exists(pid) && !Files.readString(pid).isEmpty());

        squeue.close();

        awaitEnd(pid);
        await().until(running::failed);
    }

    private static void awaitEnd(Path pid) throws IOException {
        long process = Long.parseLong(Files.readString(pid).strip());
        await().until(() ->
                ProcessHandle.of(process).filter(ProcessHandle::isAlive).isEmpty());
    }

    @Test
    void endlessOutputIsRefusedAndTheCommandKilled() throws Exception {
        Path pid = directory.resolve("pid");
        FetchFailure failure = failure(
                squeue(SqueueScript.in(
                        directory, "echo $$ >" + pid + "; while :; do echo yyyyyyyyyyyyyyyyyyyyyyyy; done")),
                LONG);

        assertThat(failure.kind()).isEqualTo(FailureKind.UNDECODABLE);
        assertThat(failure.message()).contains("longer than");
        awaitEnd(pid);
    }

    @Test
    void runsOneAtATime() throws Exception {
        Path go = directory.resolve("go");
        Squeue squeue = squeue(SqueueScript.in(directory, "while [ ! -e " + go + " ]; do /bin/sleep 0.05; done"));
        Future<Fetched<List<Job>>> first = squeue.jobs(LONG);

        FetchFailure second = failure(squeue, LONG);
        Files.createFile(go);

        assertThat(second.message()).contains("an earlier call");
        first.toCompletionStage().toCompletableFuture().get(30, TimeUnit.SECONDS);
        assertThat(answer(squeue, LONG).value()).isPresent();
    }

    private static Squeue squeue(Path program) {
        return squeue(SlurmProgram.of(program, Map.of()), TokenReader.none());
    }

    private static Squeue squeue(SlurmProgram program, TokenReader token) {
        return new Squeue(VERTX, program, token, SqueueText.NO_NAMES, SqueueText.USE, System::nanoTime);
    }

    private static Fetched<List<Job>> answer(Squeue squeue, Duration deadline) throws Exception {
        return squeue.jobs(deadline).toCompletionStage().toCompletableFuture().get(60, TimeUnit.SECONDS);
    }

    private static FetchFailure failure(Squeue squeue, Duration deadline) {
        ExecutionException failed = catchThrowableOfType(ExecutionException.class, () -> answer(squeue, deadline));
        return (FetchFailure) Objects.requireNonNull(failed.getCause());
    }
}
