package dev.sluice.exporter.sink.otlp;

import dev.sluice.exporter.metrics.OtlpMetrics;
import dev.sluice.exporter.metrics.OtlpMetrics.Kind;
import dev.sluice.exporter.model.Poll;
import io.opentelemetry.api.common.AttributeKey;
import io.opentelemetry.api.trace.Span;
import io.opentelemetry.api.trace.SpanBuilder;
import io.opentelemetry.api.trace.SpanKind;
import io.opentelemetry.api.trace.StatusCode;
import io.opentelemetry.api.trace.Tracer;
import io.opentelemetry.context.Context;
import io.opentelemetry.sdk.trace.ReadWriteSpan;
import io.opentelemetry.sdk.trace.ReadableSpan;
import io.opentelemetry.sdk.trace.SdkTracerProvider;
import io.opentelemetry.sdk.trace.SpanProcessor;
import io.opentelemetry.sdk.trace.data.SpanData;
import io.opentelemetry.sdk.trace.export.SpanExporter;
import io.vertx.core.Vertx;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ArrayBlockingQueue;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Pushes a span for each poll, on a thread of its own. Between two pushes spans wait in a queue of limited length; what
 * does not fit is counted as lost, and no poll ever waits for it.
 */
public final class PollTraces implements AutoCloseable {

    private static final Logger LOG = LoggerFactory.getLogger(PollTraces.class);

    /** At a push per minute room for a hundred clusters' polls. */
    static final int LONGEST_QUEUE = 4096;

    private static final int LARGEST_REQUEST = 512;
    private static final Duration FIRST_WAIT = Duration.ofMillis(500);

    private static final AttributeKey<String> CLUSTER = AttributeKey.stringKey("cluster");
    private static final AttributeKey<String> SOURCE = AttributeKey.stringKey("source");
    private static final AttributeKey<String> API_VERSION = AttributeKey.stringKey("api_version");
    private static final AttributeKey<Long> BYTES = AttributeKey.longKey("response_bytes");
    private static final AttributeKey<Long> RECORDS = AttributeKey.longKey("records");
    private static final AttributeKey<String> ABSENT = AttributeKey.stringKey("absent");
    private static final AttributeKey<String> ERROR = AttributeKey.stringKey("error.type");

    private final Ledger ledger;
    private final Wire wire;
    private final Courier courier;
    private final SpanExporter exporter;
    private final SdkTracerProvider provider;
    private final Tracer tracer;
    private final Duration interval;
    private final BlockingQueue<SpanData> queue = new ArrayBlockingQueue<>(LONGEST_QUEUE);
    private final CountDownLatch stopped = new CountDownLatch(1);

    private PollTraces(Vertx vertx, OtlpSettings settings, String version, Clock clock) {
        this.ledger = new Ledger(Kind.TRACES, clock);
        this.wire = new Wire(vertx, settings);
        this.interval = settings.interval();
        this.courier = new Courier(ledger, this::pause, FIRST_WAIT, interval);
        this.exporter = Exporters.traces(settings, wire, courier);
        this.provider = SdkTracerProvider.builder()
                .setResource(OtlpPush.resource(settings.resource()))
                .addSpanProcessor(new Waiting())
                .build();
        this.tracer = provider.tracerBuilder("sluice")
                .setInstrumentationVersion(version)
                .build();
    }

    /** Starts; the first push comes one interval later. */
    public static PollTraces start(Vertx vertx, OtlpSettings settings, String version, Clock clock) {
        var traces = new PollTraces(vertx, settings, version, clock);
        var thread = new Thread(traces::run, "otlp-traces");
        thread.setDaemon(true);
        thread.start();
        return traces;
    }

    /** Takes a poll that has ended. Never waits. */
    public void polled(Poll poll) {
        SpanBuilder builder = tracer.spanBuilder("poll " + poll.source())
                .setNoParent()
                .setSpanKind(SpanKind.CLIENT)
                .setStartTimestamp(poll.startedAt())
                .setAttribute(CLUSTER, poll.cluster())
                .setAttribute(SOURCE, poll.source());
        Span span = builder.startSpan();
        if (poll.result() instanceof Poll.Answered answered) {
            span.setAttribute(API_VERSION, answered.apiVersion());
            span.setAttribute(BYTES, answered.bytes());
            answered.records().ifPresent(records -> span.setAttribute(RECORDS, (long) records));
        } else if (poll.result() instanceof Poll.Failed failed) {
            span.setAttribute(ERROR, failed.kind().label());
            span.setStatus(StatusCode.ERROR, failed.message());
        } else if (poll.result() instanceof Poll.Absent absent) {
            span.setAttribute(ABSENT, absent.reason());
        }
        Instant end = poll.startedAt().plus(poll.took());
        span.end(end);
    }

    /** What became of all spans until now. */
    public OtlpMetrics.Signal metrics() {
        return ledger.read();
    }

    /** Stops without another push; does not wait for one that is under way. */
    @Override
    public void close() {
        ledger.close();
        stopped.countDown();
        provider.close();
        exporter.close();
        wire.close();
    }

    private void run() {
        try {
            while (pause(interval)) {
                push();
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    private void push() {
        try {
            boolean on = true;
            while (on && !queue.isEmpty()) {
                List<SpanData> spans = new ArrayList<>();
                queue.drainTo(spans, LARGEST_REQUEST);
                // Our senders are done when this returns; what became of it, they told the courier.
                exporter.export(spans);
                ledger.end(courier.newest(), spans.size());
                on = courier.newest().judged();
            }
        } catch (RuntimeException e) {
            // The thread must live: the next push may be good.
            LOG.atError().setCause(e).log("otlp push failed in a way that was not foreseen");
        }
    }

    private boolean pause(Duration time) throws InterruptedException {
        return !stopped.await(time.toNanos(), TimeUnit.NANOSECONDS);
    }

    /** Puts what has ended where the pushing thread finds it. */
    private final class Waiting implements SpanProcessor {

        @Override
        public void onStart(Context parent, ReadWriteSpan span) {}

        @Override
        public boolean isStartRequired() {
            return false;
        }

        @Override
        public void onEnd(ReadableSpan span) {
            if (!queue.offer(span.toSpanData())) {
                ledger.lost(1);
            }
        }

        @Override
        public boolean isEndRequired() {
            return true;
        }
    }
}
