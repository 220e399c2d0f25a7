package dev.sluice.common.blocking;

import java.util.List;
import java.util.concurrent.atomic.LongAdder;
import java.util.function.Consumer;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * What no part of Sluice has handled: logged, counted, and the end of the process where a part cannot go on without the
 * thread that died.
 */
public final class UncaughtErrors implements Thread.UncaughtExceptionHandler {

    private static final Logger LOG = LoggerFactory.getLogger(UncaughtErrors.class);

    /** Beginnings of the names of threads that nothing replaces. */
    private static final List<String> REQUIRED =
            List.of("main", "HTTP-Dispatcher", "vert.x-eventloop-thread", "otlp", "cloudwatch", "watchdog");

    private final LongAdder count = new LongAdder();
    private final Consumer<String> end;

    /**
     * @param end ends the process; is told why
     */
    public UncaughtErrors(Consumer<String> end) {
        this.end = end;
    }

    /** Errors since the start. */
    public long count() {
        return count.sum();
    }

    /** A thread has died of it. */
    @Override
    public void uncaughtException(Thread thread, Throwable error) {
        note(error, thread.getName());
        if (fatal(error) || REQUIRED.stream().anyMatch(thread.getName()::startsWith)) {
            end.accept("the thread " + thread.getName() + " died of " + error);
        }
    }

    /** A task on the event loop has thrown it; the event loop goes on. */
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

    /** Out of memory (of direct buffers too, which -XX:+ExitOnOutOfMemoryError does not see), but not a deep recursion. */
    private static boolean fatal(Throwable error) {
        return error instanceof VirtualMachineError && !(error instanceof StackOverflowError);
    }
}
