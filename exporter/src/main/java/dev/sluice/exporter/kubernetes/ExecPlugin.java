package dev.sluice.exporter.kubernetes;

import dev.sluice.exporter.model.FailureKind;
import dev.sluice.exporter.poll.FetchFailure;
import io.vertx.core.Context;
import io.vertx.core.Future;
import io.vertx.core.Promise;
import io.vertx.core.Vertx;
import java.io.IOException;
import java.io.InputStream;
import java.lang.ProcessBuilder.Redirect;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * Gets credentials from a program, as clouds' command-line tools are used. It is run once, and again when what it gave
 * has expired or was refused. See https://kubernetes.io/docs/reference/access-authn-authz/authentication/
 * (client-go credential plugins).
 */
final class ExecPlugin implements Credentials {

    private static final Duration TIMEOUT = Duration.ofSeconds(30);
    /** What expires so soon might do so on its way. */
    private static final Duration MARGIN = Duration.ofSeconds(10);

    private static final int LONGEST_ANSWER = 1 << 20;

    private final Vertx vertx;
    private final Clock clock;
    private final Command command;
    private final Duration timeout;

    private @Nullable Future<Credential> running;
    private Optional<Credential> held = Optional.empty();
    private Instant expiresAt = Instant.MAX;

    ExecPlugin(Vertx vertx, Clock clock, Command command) {
        this(vertx, clock, command, TIMEOUT);
    }

    ExecPlugin(Vertx vertx, Clock clock, Command command, Duration timeout) {
        this.vertx = vertx;
        this.clock = clock;
        this.command = command;
        this.timeout = timeout;
    }

    /**
     * What to run.
     *
     * @param line program and arguments
     * @param variables in addition to our own
     * @param apiVersion version of ExecCredential that it is to speak
     */
    record Command(List<String> line, Map<String, String> variables, String apiVersion) {

        Command {
            line = List.copyOf(line);
            variables = Map.copyOf(variables);
        }

        String name() {
            return line.get(0);
        }
    }

    @Override
    public Future<Credential> current() {
        if (held.isPresent() && clock.instant().isBefore(expiresAt.minus(MARGIN))) {
            return Future.succeededFuture(held.get());
        }
        // All watches ask at once: one run serves them all.
        if (running == null) {
            Promise<ExecCredential> answered = Promise.promise();
            Future<Credential> run = answered.future().map(this::keep);
            running = run;
            start(answered);
            run.onComplete(unused -> running = null);
            return run;
        }
        return running;
    }

    @Override
    public void refused() {
        held = Optional.empty();
    }

    private Credential keep(ExecCredential answer) {
        Credential credential = answer.credential();
        held = Optional.of(credential);
        expiresAt = answer.expiresAt();
        return credential;
    }

    private void start(Promise<ExecCredential> answered) {
        Context context = vertx.getOrCreateContext();
        // Not on a worker of Vert.x: there may be one only, and token files are read on it.
        Thread thread = new Thread(
                () -> {
                    try {
                        ExecCredential answer = run();
                        context.runOnContext(unused -> answered.complete(answer));
                    } catch (FetchFailure e) {
                        context.runOnContext(unused -> answered.fail(e));
                    }
                },
                "kubernetes-exec-plugin");
        thread.setDaemon(true);
        thread.start();
    }

    private ExecCredential run() throws FetchFailure {
        Process process = process();
        long watchdog = vertx.setTimer(timeout.toMillis(), unused -> kill(process));
        try (InputStream out = process.getInputStream()) {
            process.getOutputStream().close();
            byte[] answer = out.readNBytes(LONGEST_ANSWER);
            int status = process.waitFor();
            if (!vertx.cancelTimer(watchdog)) {
                throw failure(FailureKind.TIMEOUT, "gave no answer within " + timeout.toSeconds() + " s");
            }
            if (status != 0) {
                throw failure(FailureKind.UNAUTHORIZED, "ended with status " + status);
            }
            return ExecCredential.parse(answer, command.name());
        } catch (IOException e) {
            throw failure(FailureKind.UNAUTHORIZED, "broke off");
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw failure(FailureKind.UNAUTHORIZED, "was interrupted");
        } finally {
            vertx.cancelTimer(watchdog);
            kill(process);
        }
    }

    private Process process() throws FetchFailure {
        ProcessBuilder builder = new ProcessBuilder(command.line()).redirectError(Redirect.DISCARD);
        builder.environment().putAll(command.variables());
        builder.environment()
                .put(
                        "KUBERNETES_EXEC_INFO",
                        "{\"apiVersion\":\"" + command.apiVersion()
                                + "\",\"kind\":\"ExecCredential\",\"spec\":{\"interactive\":false}}");
        try {
            return builder.start();
        } catch (IOException e) {
            throw failure(FailureKind.UNAUTHORIZED, "cannot be run");
        }
    }

    /** With its children, which would keep its output open. */
    private static void kill(Process process) {
        process.descendants().forEach(ProcessHandle::destroyForcibly);
        process.destroyForcibly();
    }

    private FetchFailure failure(FailureKind kind, String what) {
        return new FetchFailure(kind, "the exec plugin " + command.name() + " " + what);
    }
}
