package dev.sluice.adapter.server;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import ch.qos.logback.classic.Level;
import ch.qos.logback.classic.Logger;
import ch.qos.logback.classic.spi.ILoggingEvent;
import ch.qos.logback.core.read.ListAppender;
import dev.sluice.adapter.server.TrustWatch.Trust;
import dev.sluice.common.blocking.BlockingCall;
import dev.sluice.fixtures.Capture;
import io.fabric8.kubernetes.api.model.ConfigMap;
import io.fabric8.kubernetes.api.model.ConfigMapBuilder;
import io.fabric8.kubernetes.client.utils.Serialization;
import io.vertx.core.Vertx;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.slf4j.LoggerFactory;

/**
 * Tests the trusted authorities while the ConfigMap is created, changes, and cannot be read. The test sends no
 * requests.
 */
class TrustWatchTest {

    private static final ConfigMap CONFIG_MAP = Serialization.unmarshal(
            Capture.ofKubernetes("1.36").text("auth/configmap-extension-apiserver-authentication.json"),
            ConfigMap.class);
    private static final ConfigMap NONSENSE =
            new ConfigMapBuilder().addToData("requestheader-allowed-names", "7").build();

    private final Vertx vertx = Vertx.vertx();
    private final List<Boolean> known = new ArrayList<>();
    private final TrustWatch watch = new TrustWatch(
            vertx, new BlockingCall<>("unused", Duration.ZERO, ConfigMap::new), Duration.ofSeconds(1), known::add);

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
        watch.seen(CONFIG_MAP);

        assertThat(watch.now()).isEqualTo(Trust.of(CONFIG_MAP.getData()));
        assertThat(watch.unready()).isEmpty();
        assertThat(known).containsExactly(true);
    }

    @Test
    void believesWhatItReadLastWhileTheConfigMapMakesNoSense() {
        watch.seen(CONFIG_MAP);
        watch.seen(NONSENSE);
        watch.seen(new ConfigMap());

        assertThat(watch.now()).isEqualTo(Trust.of(CONFIG_MAP.getData()));
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
            watch.seen(CONFIG_MAP);
            watch.seen(CONFIG_MAP);
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
    void saysWhichMemberMakesNoSenseOrIsMissing() {
        watch.seen(NONSENSE);
        assertThat(watch.unready().orElseThrow())
                .endsWith(": requestheader-allowed-names is not a JSON array of names");

        watch.seen(new ConfigMapBuilder()
                .withData(Map.of("requestheader-client-ca-file", " ", "requestheader-allowed-names", ""))
                .build());
        assertThat(watch.unready().orElseThrow()).endsWith(": requestheader-client-ca-file is missing or empty");
        assertThat(watch.now()).isEqualTo(Trust.NOBODY);
        assertThat(known).containsExactly(false, false);
    }

    @Test
    void readsTheCapturedConfigMap() {
        Trust trust = Trust.of(CONFIG_MAP.getData());
        assertThat(trust.authorities())
                .singleElement()
                .satisfies(
                        ca -> assertThat(ca.getSubjectX500Principal().getName()).isEqualTo("CN=r4-front-proxy-ca"));
        assertThat(trust.names()).containsExactly("front-proxy-client");
    }

    /** An empty list of allowed names allows every name. The parser must therefore not ignore an invalid name. */
    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            quoteCharacter = '`',
            value = {
                "requestheader-allowed-names | [1] | is not a JSON array of names",
                "requestheader-allowed-names | [[\"a\"]] | is not a JSON array of names",
                "requestheader-allowed-names | {nonsense | is not a JSON array of names",
                "requestheader-client-ca-file | {nonsense | has no usable certificates",
            })
    void refusesWhatMakesNoSense(String member, String value, String complaint) {
        assertThatThrownBy(() -> Trust.of(Map.of(member, value)))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessage(member + " " + complaint);
    }
}
