package dev.sluice.exporter.sink.otlp;

import dev.sluice.exporter.metrics.MetricFamily;
import dev.sluice.exporter.metrics.OtlpMetrics;
import dev.sluice.exporter.metrics.OtlpMetrics.Kind;
import io.opentelemetry.sdk.metrics.SdkMeterProvider;
import io.opentelemetry.sdk.metrics.export.MetricExporter;
import io.opentelemetry.sdk.resources.Resource;
import io.opentelemetry.sdk.resources.ResourceBuilder;
import io.vertx.core.Vertx;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.function.LongSupplier;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Pushes what a sink holds to a receiver, on a thread of its own: nothing that polls or serves ever waits for it. While
 * the receiver is away, each push is dropped when the next is due; the next holds what is true then, and counters lose
 * nothing by it.
 */
public final class OtlpPush implements AutoCloseable {

    private static final Logger LOG = LoggerFactory.getLogger(OtlpPush.class);
    private static final Duration FIRST_WAIT = Duration.ofMillis(500);

    private final Ledger ledger;
    private final Wire wire;
    private final RequestSigner signer;
    private final SdkMeterProvider provider;
    private final CountDownLatch stopped = new CountDownLatch(1);
    private final Rounds rounds;

    /**
     * What is pushed, and how it is described.
     *
     * @param sink what is pushed
     * @param catalogue its families, in the order in which they are sent
     * @param startedAt since when counters and histograms count
     * @param version our own
     */
    public record Content(OtlpSink sink, List<MetricFamily> catalogue, Instant startedAt, String version) {

        public Content {
            catalogue = List.copyOf(catalogue);
        }
    }

    private OtlpPush(Vertx vertx, OtlpSettings settings, Content content, Clock clock, LongSupplier nanoTime) {
        this.ledger = new Ledger(Kind.METRICS, clock);
        this.wire = new Wire(vertx, settings);
        this.signer = settings.signing()
                .map(signing -> (RequestSigner) AwsSigner.of(signing, clock))
                .orElseGet(RequestSigner::none);
        var courier = new Courier(ledger, this::pause, FIRST_WAIT, settings.interval());
        MetricExporter exporter = Exporters.metrics(settings, wire, courier, signer);
        this.rounds = new Rounds(exporter, courier, ledger, settings.maxPoints(), settings.interval(), nanoTime);
        var producer =
                new FamilyProducer(content.sink(), content.catalogue(), clock, content.startedAt(), content.version());
        this.provider = SdkMeterProvider.builder()
                .setResource(resource(settings.resource()))
                .registerMetricProducer(producer)
                .registerMetricReader(rounds)
                .build();
    }

    /** Starts; the first push comes one interval later. */
    public static OtlpPush start(
            Vertx vertx, OtlpSettings settings, Content content, Clock clock, LongSupplier nanoTime) {
        var push = new OtlpPush(vertx, settings, content, clock, nanoTime);
        var thread = new Thread(push::run, "otlp");
        thread.setDaemon(true);
        thread.start();
        return push;
    }

    /** What became of all pushes until now. */
    public OtlpMetrics metrics() {
        return new OtlpMetrics(List.of(ledger.read()));
    }

    /** Stops without another push; does not wait for one that is under way. */
    @Override
    public void close() {
        ledger.close();
        stopped.countDown();
        provider.close();
        wire.close();
        signer.close();
    }

    private void run() {
        try {
            while (pause(rounds.untilNext())) {
                oneRound();
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    private void oneRound() {
        try {
            rounds.round();
        } catch (RuntimeException e) {
            // The thread must live: the next push may be good.
            LOG.atError().setCause(e).log("otlp push failed in a way that was not foreseen");
        }
    }

    private boolean pause(Duration time) throws InterruptedException {
        return !stopped.await(time.toNanos(), TimeUnit.NANOSECONDS);
    }

    /** Without what the SDK would add about itself: attributes are paid for with every point. */
    static Resource resource(Map<String, String> attributes) {
        ResourceBuilder resource = Resource.builder();
        attributes.forEach(resource::put);
        return resource.build();
    }
}
