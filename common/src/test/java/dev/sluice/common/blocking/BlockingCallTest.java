package dev.sluice.common.blocking;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.vertx.core.Future;
import io.vertx.core.Vertx;
import java.io.IOException;
import java.net.InetAddress;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeoutException;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicReference;
import org.awaitility.Awaitility;
import org.awaitility.core.ConditionFactory;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class BlockingCallTest {

    private final Vertx vertx = Vertx.vertx();
    private final CountDownLatch released = new CountDownLatch(1);

    @AfterEach
    void close() throws Exception {
        released.countDown();
        vertx.close().toCompletionStage().toCompletableFuture().get();
    }

    @Test
    void namesWhatHangsAfterItsDeadlineAndHoldsOneThreadHoweverOftenItIsAsked() {
        AtomicInteger calls = new AtomicInteger();
        BlockingCall<String> call = hanging(calls, Duration.ofMillis(20));

        for (int i = 0; i < 20; i++) {
            Future<String> result = call.result(vertx);
            await().until(result::isComplete);
            assertThat(result.cause())
                    .isInstanceOf(TimeoutException.class)
                    .hasMessageStartingWith("reading the moon takes longer");
        }

        // On a busy machine, the thread can start after all deadlines have passed.
        await().until(() -> calls.get() > 0);
        assertThat(calls).hasValue(1);
    }

    @Test
    void worksAgainOnceTheCallReturns() {
        BlockingCall<String> call = hanging(new AtomicInteger(), Duration.ofMillis(20));
        Future<String> late = call.result(vertx);
        await().until(late::isComplete);

        released.countDown();

        await().until(() -> {
            Future<String> next = call.result(vertx);
            await().until(next::isComplete);
            return next.succeeded() && next.result().equals("moon");
        });
    }

    @Test
    void leavesTheEventLoopAndOtherCallsAlone() {
        hanging(new AtomicInteger(), Duration.ofMinutes(5)).result(vertx);

        AtomicReference<Thread> completedOn = new AtomicReference<>();
        AtomicReference<Thread> loop = new AtomicReference<>();
        vertx.runOnContext(unused -> {
            loop.set(Thread.currentThread());
            new BlockingCall<>("other", Duration.ofMinutes(5), () -> "other")
                    .result(vertx)
                    .onComplete(any -> completedOn.set(Thread.currentThread()));
        });

        await().until(() -> completedOn.get() != null);
        assertThat(completedOn.get()).isSameAs(loop.get());
    }

    @Test
    void passesOnErrorsAsWellAsExceptions() {
        Future<String> result = new BlockingCall<String>("failing", Duration.ofMinutes(5), () -> {
                    throw new StackOverflowError();
                })
                .result(vertx);

        await().until(result::isComplete);
        assertThat(result.cause()).isInstanceOf(StackOverflowError.class);
    }

    @Test
    void refusesWhatIsNoRegularFile(@TempDir Path directory) throws Exception {
        Path pipe = directory.resolve("pipe");
        assertThat(new ProcessBuilder("mkfifo", pipe.toString()).start().waitFor())
                .isZero();

        assertThatThrownBy(() -> BlockingCall.reading(pipe).await())
                .isInstanceOf(IOException.class)
                .satisfies(e -> assertThat(BlockingCall.reason(e)).isEqualTo(": it is not a regular file"));
        assertThatThrownBy(() -> BlockingCall.reading(directory).await()).isInstanceOf(IOException.class);
    }

    @Test
    void readsAFileUnlessItIsTooLarge(@TempDir Path directory) throws Exception {
        Path small = Files.writeString(directory.resolve("token"), "abc");
        Path file = Files.write(directory.resolve("large"), new byte[(1 << 20) + 1]);

        assertThat(BlockingCall.reading(small).await().toString()).isEqualTo("abc");
        assertThatThrownBy(() -> BlockingCall.reading(file).await())
                .satisfies(e -> assertThat(BlockingCall.reason(e)).isEqualTo(": it is larger than 1 MiB"));
    }

    @Test
    void resolvesAddressesAndNames() throws Exception {
        assertThat(BlockingCall.resolving("192.0.2.7", BlockingCall.DEADLINE).await())
                .isEqualTo(InetAddress.getByName("192.0.2.7"));
        assertThat(BlockingCall.resolving("localhost", BlockingCall.DEADLINE)
                        .await()
                        .isLoopbackAddress())
                .isTrue();
    }

    private static ConditionFactory await() {
        return Awaitility.await().atMost(Duration.ofSeconds(60));
    }

    private BlockingCall<String> hanging(AtomicInteger calls, Duration deadline) {
        return new BlockingCall<>("reading the moon", deadline, () -> {
            calls.incrementAndGet();
            released.await();
            return "moon";
        });
    }
}
