package dev.sluice.exporter.sink.otlp;

import dev.sluice.exporter.metrics.OtlpMetrics.Outcome;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.time.Duration;
import java.util.Objects;
import java.util.concurrent.TimeoutException;

/**
 * Takes the requests of one signal to the receiver: repeats what may be repeated, gives up in time, counts. For the one
 * thread that pushes the signal.
 */
final class Courier {

    private static final int ATTEMPTS = 3;

    private final Ledger ledger;
    private final Pause pause;
    private final Duration firstWait;
    private final Duration longestWait;
    private Verdict newest = Verdict.of(Outcome.OK, "");

    /**
     * A courier.
     *
     * @param firstWait before the second attempt where the receiver names no time; twice as long before the third
     * @param longestWait what a receiver that names a longer one is not waited for
     */
    Courier(Ledger ledger, Pause pause, Duration firstWait, Duration longestWait) {
        this.ledger = ledger;
        this.pause = pause;
        this.firstWait = firstWait;
        this.longestWait = longestWait;
    }

    /** One attempt. */
    interface Attempt {

        Verdict send() throws IOException, TimeoutException, InterruptedException;
    }

    /** How the courier waits; returns false where it should go home. */
    interface Pause {

        boolean wait(Duration time) throws InterruptedException;
    }

    Verdict deliver(Attempt attempt) {
        Verdict verdict = once(attempt);
        Duration wait = firstWait;
        for (int i = 1;
                i < ATTEMPTS && verdict.repeat() && waited(verdict.restFor().orElse(wait));
                i++) {
            verdict = once(attempt);
            wait = wait.multipliedBy(2);
        }
        newest = verdict;
        return verdict;
    }

    /** What became of the newest request. */
    Verdict newest() {
        return newest;
    }

    private boolean waited(Duration time) {
        if (time.compareTo(longestWait) > 0) {
            return false;
        }
        try {
            return pause.wait(time);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            return false;
        }
    }

    private Verdict once(Attempt attempt) {
        Verdict verdict = attempted(attempt);
        ledger.request(verdict);
        return verdict;
    }

    private static Verdict attempted(Attempt attempt) {
        try {
            return attempt.send();
        } catch (MissingCredentials e) {
            return Verdict.of(Outcome.UNAUTHORIZED, text(e));
        } catch (UncheckedIOException e) {
            // A header whose value could not be read.
            return Verdict.of(Outcome.UNAUTHORIZED, Objects.requireNonNullElse(e.getMessage(), "a header is missing"));
        } catch (IOException e) {
            return Verdict.of(Outcome.UNREACHABLE, text(e));
        } catch (TimeoutException e) {
            return Verdict.of(Outcome.TIMEOUT, "no answer in time");
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            return Verdict.of(Outcome.UNREACHABLE, "stopped");
        }
    }

    private static String text(IOException e) {
        return Objects.requireNonNullElse(e.getMessage(), e.getClass().getSimpleName());
    }
}
