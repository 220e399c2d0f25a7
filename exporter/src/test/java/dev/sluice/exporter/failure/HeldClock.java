package dev.sluice.exporter.failure;

import dev.sluice.fixtures.SettableClock;
import java.time.Instant;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;

/** A clock that blocks the first publication until the test releases it, on any thread. */
final class HeldClock extends SettableClock implements AutoCloseable {

    private static final String PUBLICATIONS = "dev.sluice.exporter.metrics.Publications";

    private final AtomicBoolean first = new AtomicBoolean(true);
    private final CountDownLatch held = new CountDownLatch(1);
    private final CountDownLatch released = new CountDownLatch(1);

    HeldClock(Instant now) {
        super(now);
    }

    @Override
    public Instant instant() {
        if (isPublishing() && first.getAndSet(false)) {
            held.countDown();
            await(released);
        }
        return super.instant();
    }

    private static boolean isPublishing() {
        return StackWalker.getInstance()
                .walk(frames -> frames.anyMatch(frame -> frame.getClassName().equals(PUBLICATIONS)
                        && frame.getMethodName().equals("add")));
    }

    void awaitHeld() {
        await(held);
    }

    void release() {
        released.countDown();
    }

    @Override
    public void close() {
        release();
    }

    private static void await(CountDownLatch latch) {
        try {
            if (!latch.await(2, TimeUnit.MINUTES)) {
                throw new AssertionError("nothing came in two minutes");
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new IllegalStateException(e);
        }
    }
}
