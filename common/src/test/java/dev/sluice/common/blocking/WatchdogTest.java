package dev.sluice.common.blocking;

import static org.assertj.core.api.Assertions.assertThat;

import io.vertx.core.Context;
import io.vertx.core.Vertx;
import io.vertx.core.VertxOptions;
import java.time.Duration;
import java.util.Objects;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

class WatchdogTest {

    private static final Duration PERIOD = Duration.ofMillis(5);

    private final Vertx vertx = Vertx.vertx(new VertxOptions().setEventLoopPoolSize(1));
    private final BlockingQueue<Watchdog.Stopped> ends = new LinkedBlockingQueue<>();
    private final CountDownLatch answered = new CountDownLatch(1);
    private final CountDownLatch released = new CountDownLatch(1);

    @AfterEach
    void close() throws Exception {
        released.countDown();
        vertx.close().toCompletionStage().toCompletableFuture().get();
    }

    @Test
    void endsTheProcessWhenTheEventLoopStops() throws Exception {
        try (Watchdog watchdog = watch(3)) {
            answered.await();
            block();

            Watchdog.Stopped stopped = Objects.requireNonNull(ends.poll(60, TimeUnit.SECONDS));
            assertThat(stopped.silent()).isEqualTo(PERIOD.multipliedBy(3));
            assertThat(stopped.thread()).startsWith("vert.x-eventloop-thread");
            assertThat(stopped.stack()).contains("WatchdogTest.lambda$block");
            assertThat(stopped.reason()).contains("vert.x-eventloop-thread", "WatchdogTest.lambda$block");
            assertThat(watchdog).isNotNull();
        }
    }

    @Test
    void endsItOnce() throws Exception {
        try (Watchdog watchdog = watch(1)) {
            block();
            assertThat(ends.poll(60, TimeUnit.SECONDS)).isNotNull();
            released.countDown();
            assertThat(watchdog).isNotNull();
        }
        assertThat(ends).isEmpty();
    }

    private Watchdog watch(int checks) {
        Context context = vertx.getOrCreateContext();
        return Watchdog.watch(
                task -> context.runOnContext(unused -> {
                    task.run();
                    answered.countDown();
                }),
                PERIOD,
                checks,
                ends::add);
    }

    private void block() {
        vertx.runOnContext(unused -> {
            try {
                released.await();
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
            }
        });
    }
}
