package dev.sluice.adapter.access;

import static org.assertj.core.api.Assertions.assertThat;

import ch.qos.logback.classic.Level;
import ch.qos.logback.classic.Logger;
import ch.qos.logback.classic.spi.ILoggingEvent;
import ch.qos.logback.core.read.ListAppender;
import io.fabric8.kubernetes.api.model.ConfigMap;
import io.fabric8.kubernetes.api.model.ConfigMapBuilder;
import io.vertx.core.Future;
import io.vertx.core.Vertx;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.slf4j.LoggerFactory;

/**
 * Tests the trusted authorities while the ConfigMap is created, changes, and cannot be read. The test sends no
 * requests.
 */
class TrustWatchTest {

    private static final ConfigMap NONSENSE =
            new ConfigMapBuilder().addToData("requestheader-allowed-names", "7").build();

    private final Vertx vertx = Vertx.vertx();
    private final List<Boolean> known = new ArrayList<>();
    private final TrustWatch watch =
            new TrustWatch(vertx, () -> Future.failedFuture("unused"), Duration.ofSeconds(1), known::add);

    @AfterEach
    void close() {
        vertx.close();
    }

    @Test
    void believesNobodyAndSaysWhyUntilTheConfigMapIsRead() {
        assertThat(watch.now()).isEqualTo(Trust.NOBODY);
        assertThat(watch.unready())
                .contains("the ConfigMap kube-system/extension-apiserver-authentication has not been read yet");

        watch.unread("forbidden");
        assertThat(watch.unready())
                .contains("the ConfigMap kube-system/extension-apiserver-authentication has not been read yet:"
                        + " forbidden");
        assertThat(known).containsExactly(false);
    }

    @Test
    void believesWhatTheConfigMapSays() {
        watch.seen(TrustTest.CONFIG_MAP);

        assertThat(watch.now()).isEqualTo(Trust.of(TrustTest.CONFIG_MAP.getData()));
        assertThat(watch.unready()).isEmpty();
        assertThat(known).containsExactly(true);
    }

    @Test
    void believesWhatItReadLastWhileTheConfigMapMakesNoSense() {
        watch.seen(TrustTest.CONFIG_MAP);
        watch.seen(NONSENSE);
        watch.seen(new ConfigMap());

        assertThat(watch.now()).isEqualTo(Trust.of(TrustTest.CONFIG_MAP.getData()));
        assertThat(watch.unready()).isEmpty();
        assertThat(known).containsExactly(true, false, false);
    }

    @Test
    void warnsOncePerFailureAndAgainOnceTheConfigMapWasRead() {
        ListAppender<ILoggingEvent> log = new ListAppender<>();
        log.start();
        Logger logger = (Logger) LoggerFactory.getLogger(TrustWatch.class);
        logger.setAdditive(false);
        logger.setLevel(Level.INFO);
        logger.addAppender(log);
        try {
            watch.unread("forbidden");
            watch.unread("forbidden");
            watch.seen(TrustTest.CONFIG_MAP);
            watch.seen(TrustTest.CONFIG_MAP);
            watch.unread("forbidden");
        } finally {
            logger.detachAppender(log);
            logger.setAdditive(true);
            logger.setLevel(null);
        }

        assertThat(log.list.get(0).getKeyValuePairs())
                .singleElement()
                .hasToString("failure=\"ConfigMap kube-system/extension-apiserver-authentication: forbidden\"");
        String warning = "[WARN] cluster authentication not readable";
        assertThat(log.list)
                .extracting(ILoggingEvent::toString)
                .containsExactly(warning, "[INFO] cluster authentication configured", warning);
    }

    @Test
    void saysWhichMemberMakesNoSense() {
        watch.seen(NONSENSE);

        assertThat(watch.now()).isEqualTo(Trust.NOBODY);
        assertThat(watch.unready())
                .hasValueSatisfying(
                        why -> assertThat(why).endsWith(": requestheader-allowed-names is not a JSON array of names"));
    }
}
