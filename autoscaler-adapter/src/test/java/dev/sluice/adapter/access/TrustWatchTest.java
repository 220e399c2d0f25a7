package dev.sluice.adapter.access;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sluice.common.kubernetes.ApiAddress;
import dev.sluice.common.kubernetes.ApiClient;
import dev.sluice.common.kubernetes.KubernetesAccess;
import dev.sluice.common.kubernetes.Timers;
import dev.sluice.fixtures.Capture;
import io.vertx.core.Vertx;
import io.vertx.core.json.JsonObject;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/**
 * Tests the trusted authorities while the ConfigMap is created, changes, and cannot be read. The test sends no
 * requests.
 */
class TrustWatchTest {

    private static final JsonObject CONFIG_MAP =
            new JsonObject(Capture.ofKubernetes("1.36").text("auth/configmap-extension-apiserver-authentication.json"));
    private static final JsonObject NONSENSE = new JsonObject().put("data", 7);

    private final Vertx vertx = Vertx.vertx();
    private final List<Boolean> known = new ArrayList<>();
    private final TrustWatch watch = new TrustWatch(
            Timers.of(vertx, () -> 0),
            new ApiClient(
                    vertx,
                    KubernetesAccess.anonymous(ApiAddress.of("http://127.0.0.1:1")),
                    "test",
                    Timers.of(vertx, () -> 0)),
            Duration.ofSeconds(1),
            new AccessEvents() {
                @Override
                public void trustKnown(boolean now) {
                    known.add(now);
                }

                @Override
                public void reviewFailed(String why) {}
            });

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

        assertThat(watch.now()).isEqualTo(Trust.of(CONFIG_MAP));
        assertThat(watch.unready()).isEmpty();
        assertThat(known).containsExactly(true);
    }

    @Test
    void believesWhatItReadLastWhileTheConfigMapMakesNoSense() {
        watch.seen(CONFIG_MAP);
        watch.seen(NONSENSE);

        assertThat(watch.now()).isEqualTo(Trust.of(CONFIG_MAP));
        assertThat(watch.unready()).isEmpty();
        assertThat(known).containsExactly(true, false);
    }

    @Test
    void saysWhichMemberMakesNoSense() {
        watch.seen(NONSENSE);

        assertThat(watch.now()).isEqualTo(Trust.NOBODY);
        assertThat(watch.unready()).hasValueSatisfying(why -> assertThat(why).endsWith(": data is not an object"));
    }
}
