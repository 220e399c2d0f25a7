package dev.sluice.adapter.access;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sluice.adapter.demand.MovableTime;
import io.vertx.core.Future;
import io.vertx.core.Promise;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

class ReviewCacheTest {

    private final MovableTime time = new MovableTime(Instant.EPOCH);
    private final List<String> asked = new ArrayList<>();
    private final ReviewCache<String> cache = new ReviewCache<>(Duration.ofSeconds(10), 2, time.nanoTime());

    private Future<String> get(String question) {
        return cache.get(question, () -> {
            asked.add(question);
            return Future.succeededFuture("to " + question);
        });
    }

    @Test
    void keepsNoMoreThanItMay() {
        get("a");
        get("b");
        get("c");
        assertThat(cache.size()).isEqualTo(2);
        get("c");
        get("a");
        assertThat(asked).containsExactly("a", "b", "c", "a");
    }

    @Test
    void asksOnceForThoseWhoAskTogetherAndForgetsFailures() {
        Promise<String> slow = Promise.promise();
        Future<String> first = cache.get("a", slow::future);
        Future<String> second = get("a");
        slow.fail("gone");
        assertThat(first.failed()).isTrue();
        assertThat(second.failed()).isTrue();
        assertThat(asked).isEmpty();
        assertThat(get("a").result()).isEqualTo("to a");
    }
}
