package dev.sluice.adapter.keda;

import static dev.sluice.adapter.keda.KedaRig.GPU;
import static dev.sluice.adapter.keda.KedaRig.PATIENCE;
import static dev.sluice.adapter.keda.KedaRig.demand;
import static dev.sluice.adapter.keda.KedaRig.done;
import static dev.sluice.adapter.keda.KedaRig.refusal;
import static dev.sluice.adapter.keda.KedaRig.research;
import static dev.sluice.adapter.keda.KedaRig.trusted;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.sluice.adapter.demand.Demand;
import io.grpc.CallOptions;
import io.grpc.Status;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** Tests the method StreamIsActive: the notifications on streams, and the end of streams. */
@Tag("slow")
class KedaStreamsTest {

    private final KedaRig rig = new KedaRig();
    private final KedaClient client = rig.client();

    @AfterEach
    void stop() {
        rig.close();
    }

    @Test
    void streamsAreLimitedAndTheOthersGoOn() {
        List<KedaClient.Stream> streams = new ArrayList<>();
        while (streams.size() < 5_000) {
            // Opens only a few streams at a time, because calls without a first message have their own limit.
            for (int i = 0; i < 500; i++) {
                streams.add(client.stream("slurm", GPU, CallOptions.DEFAULT));
            }
            rig.awaitStreams(streams.size());
        }
        KedaClient.Stream tooMany = client.stream("slurm", GPU, CallOptions.DEFAULT);

        await().atMost(PATIENCE).until(tooMany.ended::isDone);
        Status refused = tooMany.ended.join();
        assertThat(refused.getCode()).isEqualTo(Status.Code.RESOURCE_EXHAUSTED);
        assertThat(refused.getDescription()).isEqualTo("5000 streams are open, which is the limit");
        assertThat(streams).noneMatch(stream -> stream.ended.isDone());
        assertThat(client.isActive("slurm", GPU)).isTrue();
        assertThat(rig.exposed()).contains("sluice_adapter_keda_streams 5000.0");

        streams.forEach(KedaClient.Stream::cancel);
        await().atMost(PATIENCE).until(() -> rig.exposed().contains("sluice_adapter_keda_streams 0.0"));
    }

    @Test
    void aStreamIsToldAtOnceAndThenWhatChanges() {
        KedaClient.Stream stream = client.stream("slurm", GPU, CallOptions.DEFAULT);
        await().atMost(PATIENCE).untilAsserted(() -> assertThat(stream.received).containsExactly(true));

        rig.hear(research(7));
        rig.hear(new Demand(List.of(), List.of("no demand")));
        rig.hear(research(3));
        rig.hear(research(0));

        await().atMost(PATIENCE).untilAsserted(() -> assertThat(stream.received).containsExactly(true, false));
        assertThat(stream.ended).isNotDone();
    }

    @Test
    void aStreamWaitsForWhatIsNotKnown() {
        rig.know(new Demand(List.of(), List.of("no demand")));
        KedaClient.Stream stream = client.stream("slurm", GPU, CallOptions.DEFAULT);
        rig.awaitStreams(1);

        rig.hear(demand(trusted("research")));
        rig.hear(research(0));

        await().atMost(PATIENCE).untilAsserted(() -> assertThat(stream.received).containsExactly(false));
    }

    @Test
    void aStreamThatCanNeverBeAnsweredIsRefused() {
        KedaClient.Stream stream = client.stream("slurm", Map.of(), CallOptions.DEFAULT);

        assertThat(stream.ended)
                .succeedsWithin(PATIENCE)
                .satisfies(status -> assertThat(status.getCode()).isEqualTo(Status.Code.INVALID_ARGUMENT));
        assertThat(stream.received).isEmpty();
    }

    @Test
    void forgetsStreamsThatAreCancelledOrWhosePeerIsGone() {
        KedaClient.Stream cancelled = client.stream("slurm", GPU, CallOptions.DEFAULT);
        KedaClient other = KedaClient.of(rig.port());
        KedaClient.Stream orphan = other.stream("slurm", GPU, CallOptions.DEFAULT);
        await().atMost(PATIENCE)
                .untilAsserted(() -> assertThat(List.of(cancelled, orphan))
                        .allSatisfy(stream -> assertThat(stream.received).containsExactly(true)));

        cancelled.cancel();
        rig.awaitStreams(1);
        other.close();
        rig.awaitStreams(0);

        assertThat(client.isActive("slurm", GPU)).isTrue();
    }

    @Test
    void forgetsStreamsWhoseTimeIsOver() {
        rig.know(new Demand(List.of(), List.of("no demand")));
        KedaClient.Stream timed =
                client.stream("slurm", GPU, CallOptions.DEFAULT.withDeadlineAfter(500, TimeUnit.MILLISECONDS));

        assertThat(timed.ended)
                .succeedsWithin(PATIENCE)
                .satisfies(status -> assertThat(status.getCode()).isEqualTo(Status.Code.DEADLINE_EXCEEDED));
        rig.awaitStreams(0);
    }

    @Test
    void hasRoomForAStreamOfEachScaledObjectOnOneConnection() {
        List<KedaClient.Stream> streams = new ArrayList<>();
        for (int i = 0; i < 1000; i++) {
            streams.add(client.stream("slurm", GPU, CallOptions.DEFAULT));
        }
        rig.awaitStreams(1000);
        assertThat(client.isActive("slurm", GPU)).isTrue();

        rig.hear(research(0));

        await().atMost(PATIENCE)
                .untilAsserted(() -> assertThat(streams)
                        .allSatisfy(stream -> assertThat(stream.received).containsExactly(true, false)));
    }

    @Test
    void endsStreamsWellSoThatKedaOpensThemElsewhereAtOnce() {
        KedaClient.Stream stream = client.stream("slurm", GPU, CallOptions.DEFAULT);
        await().atMost(PATIENCE).untilAsserted(() -> assertThat(stream.received).containsExactly(true));

        var unused = done(rig.server().close());

        assertThat(stream.ended)
                .succeedsWithin(PATIENCE)
                .satisfies(status -> assertThat(status.getCode()).isEqualTo(Status.Code.OK));
        assertThat(refusal(() -> client.isActive("slurm", GPU)).getCode()).isEqualTo(Status.Code.UNAVAILABLE);
    }
}
