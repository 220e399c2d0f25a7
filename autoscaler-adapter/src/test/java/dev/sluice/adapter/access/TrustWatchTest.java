package dev.sluice.adapter.access;

import static org.assertj.core.api.Assertions.assertThat;

import io.fabric8.kubernetes.api.model.ConfigMap;
import io.fabric8.kubernetes.api.model.ConfigMapBuilder;
import io.fabric8.kubernetes.client.Config;
import io.fabric8.kubernetes.client.KubernetesClient;
import io.fabric8.kubernetes.client.KubernetesClientBuilder;
import io.fabric8.kubernetes.client.vertx5.Vertx5HttpClientFactory;
import io.vertx.core.Vertx;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.logging.Handler;
import java.util.logging.Level;
import java.util.logging.LogRecord;
import java.util.logging.Logger;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/**
 * Tests the trusted authorities while the ConfigMap is created, changes, and cannot be read. The test sends no
 * requests.
 */
class TrustWatchTest {

    private static final ConfigMap NONSENSE =
            new ConfigMapBuilder().addToData("requestheader-allowed-names", "7").build();

    private final Vertx vertx = Vertx.vertx();
    private final KubernetesClient client = new KubernetesClientBuilder()
            .withConfig(Config.empty())
            .withHttpClientFactory(new Vertx5HttpClientFactory(vertx))
            .build();
    private final List<Boolean> known = new ArrayList<>();
    private final TrustWatch watch =
            new TrustWatch(vertx, new ApiServerRequests(vertx, client), Duration.ofSeconds(1), known::add);

    @AfterEach
    void close() {
        client.close();
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

        assertThat(watch.now()).isEqualTo(Trust.of(TrustTest.CONFIG_MAP.getData()));
        assertThat(watch.unready()).isEmpty();
        assertThat(known).containsExactly(true, false);
    }

    @Test
    void warnsOncePerFailureAndAgainOnceTheConfigMapWasRead() {
        List<String> lines = new ArrayList<>();
        Handler handler = new Handler() {
            @Override
            public void publish(LogRecord event) {
                lines.add(event.getLevel() + " " + event.getMessage());
            }

            @Override
            public void flush() {}

            @Override
            public void close() {}
        };
        Logger logger = Logger.getLogger(TrustWatch.class.getName());
        logger.setUseParentHandlers(false);
        logger.setLevel(Level.INFO);
        logger.addHandler(handler);
        try {
            watch.unread("forbidden");
            watch.unread("forbidden");
            watch.seen(TrustTest.CONFIG_MAP);
            watch.seen(TrustTest.CONFIG_MAP);
            watch.unread("forbidden");
        } finally {
            logger.removeHandler(handler);
            logger.setUseParentHandlers(true);
            logger.setLevel(null);
        }

        String warning = "WARNING failure=ConfigMap kube-system/extension-apiserver-authentication: forbidden"
                + " cluster authentication not readable";
        assertThat(lines).containsExactly(warning, "INFO cluster authentication configured", warning);
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
