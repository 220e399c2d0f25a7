package dev.sluice.exporter.slurm;

import dev.sluice.exporter.poll.FetchFailure;
import dev.sluice.exporter.slurm.decode.Answers;
import dev.sluice.exporter.slurm.decode.ReadMemory;
import io.vertx.core.Context;
import io.vertx.core.Future;
import io.vertx.core.Vertx;
import java.util.function.Supplier;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.TestInstance;

/** A test that sends requests on an event loop, like the poller. */
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
public abstract class EventLoopTest {

    protected final Vertx vertx = Vertx.vertx();
    protected final Context context = vertx.getOrCreateContext();

    /** A server without responses. */
    @SuppressWarnings("NullAway.Init")
    protected StubSlurmrestd server;

    @BeforeEach
    protected void startServer() {
        server = StubSlurmrestd.start(vertx);
    }

    @AfterEach
    protected void closeServer() {
        server.close();
    }

    @AfterAll
    protected void closeEventLoop() {
        Waiting.forResult(vertx.close());
    }

    protected final <T> T answer(Supplier<Future<T>> request) throws FetchFailure {
        return Waiting.forAnswer(context, request);
    }

    /** Returns the failure of the request; throws {@link AssertionError} if the request succeeds. */
    protected final <T> FetchFailure failure(Supplier<Future<T>> request) {
        return Waiting.forFailure(context, request);
    }

    protected final SlurmConnections connection() {
        return SlurmConnections.to(server.port());
    }

    protected final Slurmrestd slurmrestd(SlurmConnections connection) {
        return new Slurmrestd(vertx, connection.make(), System::nanoTime, Answers.METRICS, new ReadMemory());
    }
}
