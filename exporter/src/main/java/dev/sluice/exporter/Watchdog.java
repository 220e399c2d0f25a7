package dev.sluice.exporter;

import io.vertx.core.Context;
import io.vertx.core.Vertx;
import java.time.Duration;
import java.util.Arrays;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import java.util.stream.Collectors;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Notices an event loop that has stopped: polls, API and health would stand still for ever while the process looks alive. It
 * counts its own checks and reads no clock, so that a process that was suspended goes on.
 */
final class Watchdog implements AutoCloseable {

    private static final Logger LOG = LoggerFactory.getLogger(Watchdog.class);

    /** With {@link #CHECKS} a minute: longer than the longest work that was ever measured on the event loop. */
    static final Duration PERIOD = Duration.ofSeconds(5);

    static final int CHECKS = 12;

    private final Context context;
    private final int checks;
    private final Consumer<String> end;
    private final CountDownLatch closed = new CountDownLatch(1);
    private volatile boolean answered = true;
    private volatile Thread loop = Thread.currentThread();

    /**
     * @param checks after how many checks without an answer the event loop counts as stopped
     * @param end ends the process; is told why
     */
    private Watchdog(Vertx vertx, int checks, Consumer<String> end) {
        this.context = vertx.getOrCreateContext();
        this.checks = checks;
        this.end = end;
    }

    /** Begins to watch, on a thread of its own. */
    static Watchdog watch(Vertx vertx, Duration period, int checks, Consumer<String> end) {
        Watchdog watchdog = new Watchdog(vertx, checks, end);
        Thread thread = new Thread(() -> watchdog.run(period), "watchdog");
        thread.setDaemon(true);
        thread.start();
        return watchdog;
    }

    @Override
    public void close() {
        closed.countDown();
    }

    private void run(Duration period) {
        int missed = 0;
        ask();
        try {
            while (!closed.await(period.toMillis(), TimeUnit.MILLISECONDS)) {
                if (answered) {
                    missed = 0;
                    ask();
                } else if (++missed >= checks) {
                    stopped(period.multipliedBy(missed));
                    return;
                }
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    private void ask() {
        answered = false;
        context.runOnContext(unused -> {
            loop = Thread.currentThread();
            answered = true;
        });
    }

    private void stopped(Duration silent) {
        String where = Arrays.stream(loop.getStackTrace())
                .map(StackTraceElement::toString)
                .collect(Collectors.joining(" < "));
        LOG.atError()
                .addKeyValue("seconds", silent.toSeconds())
                .addKeyValue("thread", loop.getName())
                .addKeyValue("stack", where)
                .log("event loop stopped, ending the process");
        end.accept("the event loop has not answered for " + silent.toSeconds() + " s");
    }
}
