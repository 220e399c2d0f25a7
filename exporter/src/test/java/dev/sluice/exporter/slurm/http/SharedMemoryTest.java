package dev.sluice.exporter.slurm.http;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.sluice.exporter.json.UndecodableJson;
import dev.sluice.exporter.model.FailureKind;
import dev.sluice.exporter.poll.FetchFailure;
import dev.sluice.exporter.slurm.memory.AnswerMemory;
import dev.sluice.exporter.slurm.memory.AnswerSize;
import io.vertx.core.Context;
import io.vertx.core.Future;
import io.vertx.core.Vertx;
import java.time.Duration;
import java.util.concurrent.atomic.AtomicReference;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** Tests that all clusters of one process share the memory for responses. */
class SharedMemoryTest {

    private static final int LARGE = 700_000;
    private static final int SMALL = 400_000;

    private final Vertx vertx = Vertx.vertx();
    private final Context context = vertx.getOrCreateContext();
    private final AnswerMemory memory = new AnswerMemory(1_000_000);

    @AfterEach
    void close() {
        Waiting.forResult(vertx.close());
    }

    /** Stores all received bytes. */
    private static final class Keeping implements BodySink {

        private final AnswerSize size;

        Keeping(AnswerSize size) {
            this.size = size;
        }

        @Override
        public void head(int status, String contentType, String location) {}

        @Override
        public void bytes(byte[] bytes, int length) throws FetchFailure {
            try {
                size.addText(length);
            } catch (UndecodableJson refused) {
                throw SlurmHttp.undecodable(refused);
            }
        }
    }

    @Test
    void dropsAnAnswerThatStallsAsSoonAsASmallerOneNeedsItsRoom() throws Exception {
        try (StubSlurmrestd hostile = StubSlurmrestd.start(vertx);
                StubSlurmrestd healthy = StubSlurmrestd.start(vertx)) {
            hostile.answer(
                    "/stalls", request -> request.response().setChunked(true).write("x".repeat(LARGE)));
            healthy.answer("/ends", request -> request.response().end("x".repeat(SMALL)));
            SlurmHttp toHostile = client(hostile);
            SlurmHttp toHealthy = client(healthy);
            AtomicReference<Future<Void>> stalled = new AtomicReference<>();
            context.runOnContext(unused -> stalled.set(get(toHostile, "/stalls", Duration.ofDays(1))));
            // Each text counts as 56 bytes plus the length of the text.
            await().until(this::taken, taken -> taken >= LARGE);

            Waiting.forAnswer(context, () -> get(toHealthy, "/ends", Duration.ofSeconds(30)));

            FetchFailure failure = Waiting.forFailure(context, stalled::get);
            assertThat(failure.kind()).isEqualTo(FailureKind.TOO_LARGE);
            await().until(this::taken, taken -> taken == 0);
            Waiting.forResult(toHostile.close());
            Waiting.forResult(toHealthy.close());
        }
    }

    private long taken() throws FetchFailure {
        return Waiting.forAnswer(context, () -> Future.succeededFuture(memory.bytes()));
    }

    private SlurmHttp client(StubSlurmrestd server) {
        return new SlurmHttp(vertx, SlurmConnections.to(server.port()).make(), memory);
    }

    private static Future<Void> get(SlurmHttp http, String path, Duration deadline) {
        AnswerSize size = http.answer(Integer.MAX_VALUE);
        return http.get(path, deadline, new Keeping(size), size);
    }
}
