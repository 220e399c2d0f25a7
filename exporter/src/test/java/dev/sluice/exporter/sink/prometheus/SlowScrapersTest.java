package dev.sluice.exporter.sink.prometheus;

import static dev.sluice.exporter.sink.prometheus.SampleFamilies.CATALOGUE;
import static dev.sluice.exporter.sink.prometheus.SampleFamilies.NOON;
import static dev.sluice.exporter.sink.prometheus.SampleFamilies.jobs;
import static dev.sluice.exporter.sink.prometheus.SampleFamilies.publication;
import static java.nio.charset.StandardCharsets.US_ASCII;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.sluice.exporter.access.Protection;
import dev.sluice.fixtures.SettableClock;
import java.io.IOException;
import java.net.InetAddress;
import java.net.Socket;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.ByteBuffer;
import java.nio.channels.ClosedByInterruptException;
import java.nio.channels.Pipe;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/**
 * Tests clients that do not read their response. Each such client occupies a thread, but only until another client
 * needs the thread.
 */
@Tag("slow")
class SlowScrapersTest {

    /** The number of slow clients, which is higher than the number of the server's threads. */
    private static final int SLOW = 40;

    /** With this number of lines of 20 kB, a response exceeds the socket buffers of both sides. */
    private static final int CLUSTERS = 600;

    @Test
    void aScraperThatReadsIsServedBesideThem() throws Exception {
        PrometheusSink sink = new PrometheusSink(CATALOGUE, new SettableClock(NOON));
        for (int i = 0; i < CLUSTERS; i++) {
            String cluster = "a-name-that-takes-some-room-".repeat(700) + i;
            sink.publish(publication(cluster, "jobs", jobs(cluster, i)));
        }
        List<Socket> slow = new ArrayList<>();
        try (MetricsServer server = MetricsServer.start("127.0.0.1", 0, Protection.none(), sink, () -> visitor -> {})) {
            for (int i = 0; i < SLOW; i++) {
                Socket socket = new Socket(InetAddress.getLoopbackAddress(), server.port());
                slow.add(socket);
                socket.getOutputStream().write("GET /metrics HTTP/1.1\r\nHost: x\r\n\r\n".getBytes(US_ASCII));
            }

            // In tests, the JDK's own time limit for a response is ten minutes. Without the exporter's limit, all
            // threads would be occupied for ten minutes.
            var response = HttpClient.newHttpClient()
                    .send(
                            HttpRequest.newBuilder(
                                            URI.create("http://127.0.0.1:" + server.port() + "/metrics?name[]=up"))
                                    .timeout(Duration.ofMinutes(5))
                                    .build(),
                            BodyHandlers.ofString());

            assertThat(response.statusCode()).isEqualTo(200);
        } finally {
            for (Socket socket : slow) {
                socket.close();
            }
        }
    }

    @Test
    void aSlowClientIsLeftAloneWhileNobodyWaits() throws Exception {
        ScrapeThreads threads = new ScrapeThreads();
        CountDownLatch writing = new CountDownLatch(1);
        CountDownLatch read = new CountDownLatch(1);
        CompletableFuture<Boolean> written = new CompletableFuture<>();
        threads.execute(() -> {
            writing.countDown();
            written.complete(awaited(read));
        });
        writing.await();

        for (int i = 0; i < 10; i++) {
            threads.tick();
        }
        read.countDown();

        assertThat(written.get(1, TimeUnit.MINUTES)).isTrue();
        threads.shutdownNow();
    }

    @Test
    void theSlowestIsCutOffWhereARequestWaits() throws Exception {
        ScrapeThreads threads = new ScrapeThreads();
        CompletableFuture<Throwable> cutOff = new CompletableFuture<>();
        CompletableFuture<Void> served = new CompletableFuture<>();
        for (int i = 0; i < SLOW; i++) {
            Pipe full = Pipe.open();
            threads.execute(() -> {
                try {
                    full.sink().write(ByteBuffer.allocate(10_000_000));
                } catch (IOException e) {
                    cutOff.complete(e);
                }
            });
        }
        threads.execute(() -> served.complete(null));
        await().atMost(Duration.ofMinutes(1)).until(() -> {
            threads.tick();
            return served.isDone();
        });

        assertThat(cutOff).isCompletedWithValueMatching(ClosedByInterruptException.class::isInstance);
        threads.shutdownNow();
    }

    private static boolean awaited(CountDownLatch latch) {
        try {
            return latch.await(1, TimeUnit.MINUTES);
        } catch (InterruptedException e) {
            return false;
        }
    }
}
