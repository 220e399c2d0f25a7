package dev.sluice.exporter.kubernetes;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sluice.exporter.model.FailureKind;
import dev.sluice.fixtures.SettableClock;
import java.time.Instant;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

class WatchHealthTest {

    private static final Instant BOOKMARK = Instant.parse("2026-11-20T12:00:00Z");
    private static final Instant END = BOOKMARK.plusSeconds(59);

    private final SettableClock clock = new SettableClock(BOOKMARK);
    private final WatchHealth health = new WatchHealth("research", "kube-nodes", WatchTuning.DEFAULT, clock);

    @BeforeEach
    void seeABookmark() {
        health.alive();
        clock.set(END);
    }

    @Test
    void dataOfAnOpenWatchIsCurrent() {
        assertThat(health.observedAt()).contains(END);
    }

    @Test
    void afterASoundEndTheDataIsAsOldAsTheEnd() {
        health.closed(true);
        health.failed(new ApiFailure(FailureKind.UNREACHABLE, "the connection broke"));
        clock.set(END.plusSeconds(100));
        health.closed(true);

        assertThat(health.observedAt()).contains(END);
        assertThat(health.state().status().observedAt()).contains(END);
    }

    @Test
    void afterASilenceTheDataIsAsOldAsTheLastBookmark() {
        health.closed(false);

        assertThat(health.observedAt()).contains(BOOKMARK);
    }
}
