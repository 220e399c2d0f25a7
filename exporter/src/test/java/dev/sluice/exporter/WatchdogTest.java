package dev.sluice.exporter;

import static org.assertj.core.api.Assertions.assertThat;

import io.vertx.core.Vertx;
import io.vertx.core.VertxOptions;
import java.time.Duration;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

class WatchdogTest {

    private static final Duration PERIOD = Duration.ofMillis(5);

    private final Vertx vertx = Vertx.vertx(new VertxOptions().setEventLoopPoolSize(1));
    private final BlockingQueue<String> ends = new LinkedBlockingQueue<>();
    private final CountDownLatch released = new CountDownLatch(1);

    @AfterEach
    void close() throws Exception {
        released.countDown();
        vertx.close().toCompletionStage().toCompletableFuture().get();
    }

    @Test
    void endsTheProcessWhenTheEventLoopStops() throws Exception {
        try (Watchdog watchdog = Watchdog.watch(vertx, PERIOD, 3, ends::add)) {
            block();

            assertThat(ends.poll(60, TimeUnit.SECONDS)).startsWith("the event loop has not answered for");
            assertThat(watchdog).isNotNull();
        }
    }

    @Test
    void endsItOnce() throws Exception {
        try (Watchdog watchdog = Watchdog.watch(vertx, PERIOD, 1, ends::add)) {
            block();
            assertThat(ends.poll(60, TimeUnit.SECONDS)).isNotNull();
            released.countDown();
            assertThat(watchdog).isNotNull();
        }
        assertThat(ends).isEmpty();
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
