package dev.sluice.common.blocking;

import static org.assertj.core.api.Assertions.assertThat;

import io.vertx.core.Context;
import io.vertx.core.Vertx;
import io.vertx.core.VertxOptions;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.Executor;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

class WatchdogTest {

    private static final Duration PERIOD = Duration.ofMillis(5);

    private final Vertx vertx = Vertx.vertx(new VertxOptions().setEventLoopPoolSize(1));
    private final BlockingQueue<String> ends = new LinkedBlockingQueue<>();
    private final CountDownLatch answered = new CountDownLatch(1);
    private final CountDownLatch blocked = new CountDownLatch(1);
    private final CountDownLatch released = new CountDownLatch(1);

    private final Deque<Runnable> tasks = new ArrayDeque<>();
    /** Its loop runs step by step. */
    private final Watchdog stepped = new Watchdog(tasks::add, Duration.ofSeconds(1), 3, ends::add);

    @AfterEach
    void close() throws Exception {
        released.countDown();
        vertx.close().toCompletionStage().toCompletableFuture().get();
    }

    /**
     * The watchdog checks only when the test calls it. With a clock, the loop could seem blocked on a busy machine
     * before the test blocks the loop.
     */
    @Test
    void saysWhereTheEventLoopStops() throws Exception {
        Watchdog watchdog = new Watchdog(loop(), Duration.ofSeconds(5), 3, ends::add);
        watchdog.look();
        answered.await();
        block();
        blocked.await();

        for (int i = 0; i < 4; i++) {
            watchdog.look();
        }

        assertThat(ends.poll())
                .startsWith("the event loop has not answered for 15 s; the thread vert.x-eventloop-thread")
                .containsPattern(" is at .*WatchdogTest\\.lambda\\$block");
    }

    @Test
    void looksByItselfAndEndsTheProcessOnce() throws Exception {
        try (Watchdog watchdog = new Watchdog(loop(), PERIOD, 3, ends::add).start()) {
            block();
            assertThat(ends.poll(60, TimeUnit.SECONDS)).isNotNull();
            released.countDown();
            assertThat(watchdog).isNotNull();
        }
        assertThat(ends).isEmpty();
    }

    @Test
    void endsTheProcessWhenTheLoopHasEnded() throws Exception {
        Executor ended = task -> {
            throw new RejectedExecutionException("event executor terminated");
        };
        try (Watchdog watchdog = new Watchdog(ended, PERIOD, 3, ends::add).start()) {
            assertThat(ends.poll(60, TimeUnit.SECONDS)).isEqualTo("the event loop has ended");
            assertThat(watchdog).isNotNull();
        }
    }

    private Executor loop() {
        Context context = vertx.getOrCreateContext();
        return task -> context.runOnContext(unused -> {
            task.run();
            answered.countDown();
        });
    }

    private void block() {
        vertx.runOnContext(unused -> {
            blocked.countDown();
            try {
                released.await();
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
            }
        });
    }

    private void look(int times) {
        for (int i = 0; i < times; i++) {
            stepped.look();
        }
    }

    @Test
    void endsTheProcessWhereTheLoopStandsStill() {
        look(3);
        assertThat(ends).isEmpty();
        look(1);
        assertThat(ends).hasSize(1);
        look(5);
        assertThat(ends).as("once").hasSize(1);
    }

    @Test
    void letsALoopBeThatIsOnlySlow() {
        for (int round = 0; round < 10; round++) {
            look(3);
            tasks.forEach(Runnable::run);
            assertThat(tasks).as("asked once while it has not answered").hasSize(1);
            tasks.clear();
        }
        assertThat(ends).isEmpty();
    }
}
