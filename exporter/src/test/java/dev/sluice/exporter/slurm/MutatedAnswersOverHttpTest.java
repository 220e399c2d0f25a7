package dev.sluice.exporter.slurm;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sluice.exporter.model.controller.Controller;
import dev.sluice.exporter.model.node.Node;
import dev.sluice.exporter.poll.FetchFailure;
import dev.sluice.exporter.poll.Fetched;
import dev.sluice.exporter.slurm.decode.Trees;
import dev.sluice.exporter.slurm.http.SlurmConnections;
import dev.sluice.exporter.slurm.http.StubSlurmrestd;
import dev.sluice.exporter.slurm.http.Waiting;
import dev.sluice.exporter.slurm.memory.AnswerMemory;
import dev.sluice.exporter.slurm.schema.RecordUse;
import dev.sluice.exporter.slurm.schema.SlurmApiVersion;
import io.vertx.core.Context;
import io.vertx.core.Future;
import io.vertx.core.Vertx;
import io.vertx.core.buffer.Buffer;
import io.vertx.core.http.HttpServerRequest;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.function.Supplier;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Sends some of the mutated responses over a real connection, between valid responses. */
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class MutatedAnswersOverHttpTest {

    private static final String NODES = "/slurm/v0.0.45/nodes/";
    private static final String PING = "/slurm/v0.0.45/ping/";

    private final Vertx vertx = Vertx.vertx();
    private final Context context = vertx.getOrCreateContext();
    private StubSlurmrestd server;

    @BeforeEach
    void start() {
        server = StubSlurmrestd.start(vertx).answerCaptured("26.05", "v0.0.45");
    }

    @AfterEach
    void stop() {
        server.close();
    }

    @AfterAll
    void close() {
        Waiting.forResult(vertx.close());
    }

    @ParameterizedTest
    @EnumSource(Mutation.class)
    void readsOrRefusesSpoiltNodesAndControllers(Mutation mutation) throws Exception {
        Slurmrestd slurmrestd = new Slurmrestd(
                vertx,
                SlurmConnections.to(server.port())
                        .deadline(Duration.ofSeconds(20))
                        .make(),
                System::nanoTime,
                RecordUse.METRICS,
                new AnswerMemory());
        List<Node> wholeNodes = ask(slurmrestd::nodes).value().orElseThrow();
        List<Controller> wholeControllers = ask(slurmrestd::controllers).value().orElseThrow();

        for (int seed = 0; seed < 2; seed++) {
            byte[] nodes = mutation.apply(Trees.body("26.05", "v0.0.45", "nodes"), new Random(seed));
            byte[] pings = mutation.apply(Trees.body("26.05", "v0.0.45", "ping"), new Random(seed));
            Random chunks = new Random(seed);
            server.answer(NODES, request -> sendInChunks(request, nodes, chunks));
            server.answer(PING, request -> sendInChunks(request, pings, chunks));

            check(mutation + " of nodes with seed " + seed, "nodes", nodes, slurmrestd::nodes);
            check(mutation + " of pings with seed " + seed, "pings", pings, slurmrestd::controllers);
        }

        server.answerCaptured("26.05", "v0.0.45");
        assertThat(ask(slurmrestd::nodes).value()).contains(wholeNodes);
        assertThat(ask(slurmrestd::controllers).value()).contains(wholeControllers);
    }

    private <T> void check(String name, String list, byte[] body, Supplier<Future<Fetched<List<T>>>> source) {
        IndependentReader.Finding finding =
                IndependentReader.read(list, SlurmApiVersion.V0_0_45, RecordUse.METRICS, body);
        try {
            List<T> read = ask(source).value().orElse(List.of());

            assertThat(finding.verdict()).as(name).isNotEqualTo(IndependentReader.Verdict.REFUSED);
            MutatedAnswersTest.assertSame(
                    name, read.stream().map(MutatedAnswersTest::essence).toList(), finding.records(), finding);
        } catch (FetchFailure refused) {
            assertThat(finding.verdict())
                    .as(name + ": " + refused.message())
                    .isNotEqualTo(IndependentReader.Verdict.READ);
        }
    }

    private static void sendInChunks(HttpServerRequest request, byte[] body, Random random) {
        request.response().putHeader("Content-Type", "application/json").setChunked(true);
        List<Future<Void>> written = new ArrayList<>();
        for (int from = 0; from < body.length; ) {
            int to = Math.min(body.length, from + 1 + random.nextInt(20_000));
            written.add(request.response().write(Buffer.buffer().appendBytes(body, from, to - from)));
            from = to;
        }
        Future.join(written).onComplete(unused -> request.response().end());
    }

    private <T> Fetched<T> ask(Supplier<Future<Fetched<T>>> source) throws FetchFailure {
        return Waiting.forAnswer(context, source);
    }
}
