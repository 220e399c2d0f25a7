package dev.sluice.common.blocking;

import java.util.List;
import java.util.concurrent.atomic.LongAdder;
import java.util.function.Consumer;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Logs and counts the errors that no other part of Sluice has handled. Ends the process after the death of a required
 * thread.
 */
public final class UncaughtErrors implements Thread.UncaughtExceptionHandler {

    private static final Logger LOG = LoggerFactory.getLogger(UncaughtErrors.class);

    /** Name prefixes of required threads. No other thread replaces a required thread that has ended. */
    private static final List<String> REQUIRED =
            List.of("main", "HTTP-Dispatcher", "vert.x-eventloop-thread", "otlp", "cloudwatch", "watchdog");

    private final LongAdder count = new LongAdder();
    private final Consumer<String> end;

    /**
     * @param end ends the process, given the reason
     */
    public UncaughtErrors(Consumer<String> end) {
        this.end = end;
    }

    public long count() {
        return count.sum();
    }

    @Override
    public void uncaughtException(Thread thread, Throwable error) {
        note(error, thread.getName());
        if (fatal(error) || REQUIRED.stream().anyMatch(thread.getName()::startsWith)) {
            end.accept("thread " + thread.getName() + " ended with " + error);
        }
    }

    /** Handles an error of a task on the event loop. The event loop continues. */
    public void onEventLoop(Throwable error) {
        note(error, Thread.currentThread().getName());
        if (fatal(error)) {
            end.accept("a task on the event loop failed with " + error);
        }
    }

    private void note(Throwable error, String thread) {
        count.increment();
        LOG.atError().setCause(error).addKeyValue("thread", thread).log("uncaught error");
    }

    /**
     * An out-of-memory error is fatal. -XX:+ExitOnOutOfMemoryError ignores such errors for direct buffers. A stack
     * overflow is not fatal.
     */
    private static boolean fatal(Throwable error) {
        return error instanceof VirtualMachineError && !(error instanceof StackOverflowError);
    }
}
