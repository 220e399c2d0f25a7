package dev.sluice.common.blocking;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.vertx.core.Future;
import io.vertx.core.Vertx;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

class FollowedFilesTest {

    private final Vertx vertx = Vertx.vertx();
    private final List<String> used = new CopyOnWriteArrayList<>();
    private final AtomicInteger failures = new AtomicInteger();
    private volatile String content = "first";

    @AfterEach
    void close() throws Exception {
        vertx.close().toCompletionStage().toCompletableFuture().get(60, TimeUnit.SECONDS);
    }

    private void follow(int refusals) {
        new FollowedFiles<>("a certificate", () -> content, content, failures::incrementAndGet)
                .follow(vertx, Duration.ofMillis(2), now -> {
                    used.add(now);
                    return used.size() <= refusals ? Future.failedFuture("refused") : Future.succeededFuture();
                });
    }

    @Test
    void usesEachChangeOnce() {
        follow(0);
        content = "second";
        await().until(() -> used.equals(List.of("second")));
        content = "third";
        await().until(() -> used.equals(List.of("second", "third")));
    }

    @Test
    void offersARefusedChangeAgainAndReportsItOnce() {
        follow(2);
        content = "second";
        await().until(() -> used.equals(List.of("second", "second", "second")));
        assertThat(failures).hasValue(1);
    }
}
