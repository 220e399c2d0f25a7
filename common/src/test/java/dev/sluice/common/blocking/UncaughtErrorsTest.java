package dev.sluice.common.blocking;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class UncaughtErrorsTest {

    private final List<String> ends = new ArrayList<>();
    private final UncaughtErrors errors = new UncaughtErrors(ends::add);

    @ParameterizedTest
    @ValueSource(strings = {"HTTP-Dispatcher", "vert.x-eventloop-thread-0", "otlp", "cloudwatch", "watchdog"})
    void endsTheProcessWithAThreadThatNothingReplaces(String name) {
        errors.uncaughtException(new Thread(() -> {}, name), new StackOverflowError());

        assertThat(ends).containsExactly("thread " + name + " ended with java.lang.StackOverflowError");
        assertThat(errors.count()).isEqualTo(1);
    }

    @Test
    void countsAReplacedWorkerAndAFailedTaskAndGoesOn() {
        errors.uncaughtException(new Thread(() -> {}, "metrics-http-3"), new StackOverflowError());
        errors.onEventLoop(new IllegalStateException("wrong"));

        assertThat(ends).isEmpty();
        assertThat(errors.count()).isEqualTo(2);
    }

    @Test
    void endsTheProcessWhereDirectMemoryIsUsedUp() {
        errors.onEventLoop(new OutOfMemoryError("Cannot reserve 65536 bytes of direct buffer memory"));

        assertThat(ends).hasSize(1);
    }
}
