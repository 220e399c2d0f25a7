package dev.sluice.adapter;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.sluice.adapter.keda.KedaClient;
import java.io.IOException;
import java.net.ConnectException;
import java.net.InetAddress;
import java.net.Socket;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

class StopTest {

    @Test
    void goesOnForTheTimeThatOthersMayStillHaveItsAddress() throws Exception {
        AdapterFixture adapter = adapter();
        List<Duration> pauses = new ArrayList<>();

        adapter.stop(time -> {
            pauses.add(time);
            assertThat(adapter.get("/apis").statusCode()).isEqualTo(200);
            assertThat(adapter.operations("/readyz").statusCode()).isEqualTo(200);
            try (KedaClient keda = KedaClient.of(adapter.kedaPort());
                    Socket fresh = new Socket(InetAddress.getLoopbackAddress(), adapter.port())) {
                assertThatThrownBy(() -> keda.isActive("slurm", Map.of("nodeset", "gpu")))
                        .hasMessageContaining("no demand from http://127.0.0.1:1");
                assertThat(fresh.isConnected()).isTrue();
            } catch (IOException e) {
                throw new AssertionError(e);
            }
        });

        assertThat(pauses).containsExactly(Duration.ofSeconds(7));
        assertRefused(adapter.port());
        assertRefused(adapter.kedaPort());
    }

    @Test
    void stopsAtOnceWhereItIsToldTwice() {
        AdapterFixture adapter = adapter();

        assertThatThrownBy(() -> adapter.stop(time -> {
                    throw new InterruptedException("at once");
                }))
                .isInstanceOf(InterruptedException.class);

        assertRefused(adapter.port());
    }

    private static AdapterFixture adapter() {
        try {
            return AdapterFixture.with("--exporter=http://127.0.0.1:1", "--keda-port=0", "--drain=7s");
        } catch (IOException e) {
            throw new AssertionError(e);
        }
    }

    private static void assertRefused(int port) {
        assertThatThrownBy(() -> new Socket(InetAddress.getLoopbackAddress(), port).close())
                .isInstanceOf(ConnectException.class);
    }
}
