package dev.sluice.exporter.sink.otlp;

import dev.sluice.exporter.metrics.family.MetricFamily;
import dev.sluice.exporter.metrics.process.OtlpMetrics;
import io.opentelemetry.common.ComponentLoader;
import io.opentelemetry.exporter.otlp.http.metrics.OtlpHttpMetricExporter;
import io.opentelemetry.sdk.common.InstrumentationScopeInfo;
import io.opentelemetry.sdk.common.export.HttpSenderProvider;
import io.opentelemetry.sdk.metrics.data.MetricData;
import io.opentelemetry.sdk.metrics.export.MetricExporter;
import io.opentelemetry.sdk.resources.Resource;
import io.opentelemetry.sdk.resources.ResourceBuilder;
import io.vertx.core.Vertx;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.function.LongSupplier;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Pushes a sink's metrics to a receiver once per interval, in requests of limited size. Uses a separate thread, so that
 * polls and scrapes never wait for a push. While the receiver is unavailable, drops each push when the next push is
 * due. Counters lose no increases, because the next push contains the current values. This class replaces the SDK's
 * periodic reader. The periodic reader would send a hundred requests to an unavailable receiver, and would then run all
 * late pushes without a pause.
 */
public final class OtlpPush implements AutoCloseable {

    private static final Logger LOG = LoggerFactory.getLogger(OtlpPush.class);
    private static final String SCOPE = "dev.sluice.exporter";

    private final DeliveryCounts counts;
    private final HttpPost post;
    private final RequestSigner signer;
    private final MetricExporter exporter;
    private final Content content;
    private final Resource resource;
    private final InstrumentationScopeInfo scope;
    private final Clock clock;
    private final int maxPoints;
    private final Duration interval;
    private final LongSupplier nanoTime;
    private final CountDownLatch stopped = new CountDownLatch(1);
    private long due;

    /**
     * The metrics to push and their description.
     *
     * @param sink source of the metrics
     * @param catalogue families of the sink, in sending order
     * @param startedAt start time of counters and histograms
     * @param version version of Sluice
     */
    public record Content(OtlpSink sink, List<MetricFamily> catalogue, Instant startedAt, String version) {

        public Content {
            catalogue = List.copyOf(catalogue);
        }
    }

    private OtlpPush(Vertx vertx, OtlpSettings settings, Content content, Clock clock, LongSupplier nanoTime) {
        this.counts = new DeliveryCounts(clock);
        this.post = new HttpPost(vertx, settings.server(), settings.timeout());
        this.signer = settings.signing()
                .map(signing -> (RequestSigner) AwsSigner.of(signing, clock))
                .orElse((uri, headers, body) -> headers);
        this.maxPoints = settings.maxPoints();
        this.interval = settings.interval();
        this.exporter =
                exporter(settings, config -> new RetryingSender(post, signer, counts, this::pause, interval, config));
        this.content = content;
        this.resource = resource(settings.resource());
        this.scope = InstrumentationScopeInfo.builder(SCOPE)
                .setVersion(content.version())
                .build();
        this.clock = clock;
        this.nanoTime = nanoTime;
        this.due = nanoTime.getAsLong() + interval.toNanos();
    }

    /** Starts the thread. The first push follows after one interval. */
    public static OtlpPush start(
            Vertx vertx, OtlpSettings settings, Content content, Clock clock, LongSupplier nanoTime) {
        var push = new OtlpPush(vertx, settings, content, clock, nanoTime);
        var thread = new Thread(push::run, "otlp");
        thread.setDaemon(true);
        thread.start();
        return push;
    }

    /** Returns the results of all pushes. */
    public OtlpMetrics metrics() {
        return counts.read();
    }

    /** Stops without another push. Does not wait for a running push. */
    @Override
    public void close() {
        counts.close();
        stopped.countDown();
        exporter.close();
        post.close();
        signer.close();
    }

    private void run() {
        try {
            while (pause(Duration.ofNanos(Math.max(0, due - nanoTime.getAsLong())))) {
                // Calculates the next due time from the last due time, so that the times of pushes do not drift. A
                // missed push is not repeated.
                due = Math.max(due, nanoTime.getAsLong() - interval.toNanos()) + interval.toNanos();
                push();
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    private void push() {
        try {
            boolean goesOn = true;
            for (List<MetricData> batch : Batches.of(families(), maxPoints)) {
                int points = Batches.points(batch);
                goesOn = goesOn && due - nanoTime.getAsLong() > 0;
                if (goesOn) {
                    // When export returns, the sender has finished the request and has counted the request.
                    exporter.export(batch);
                    goesOn = counts.end(points).judged();
                } else {
                    counts.lost(points);
                }
            }
        } catch (RuntimeException e) {
            // Catches the exception, so that the thread continues. The next push may succeed.
            LOG.atError().setCause(e).log("otlp push failed unexpectedly");
        }
    }

    /**
     * Converts the current metrics to the SDK's data, with the families, labels and values that /metrics has at this
     * moment. The time of all points is the time of the push, as the time of samples is the time of the scrape. Separate
     * metrics report the age of the data.
     *
     * @return the families with points, in the order of the catalogue
     */
    private List<FamilyData> families() {
        var points = new Points(clock.instant(), content.startedAt());
        content.sink().current().forEach(batch -> batch.forEach(points));
        return content.catalogue().stream()
                .map(family ->
                        new FamilyData(resource, scope, family, points.numbers(family), points.histograms(family)))
                .filter(data -> data.size() > 0)
                .toList();
    }

    private boolean pause(Duration time) throws InterruptedException {
        return !stopped.await(time.toNanos(), TimeUnit.NANOSECONDS);
    }

    /** Creates the SDK's exporter with Sluice's sender. The SDK's exporter encodes points as protobuf. */
    private static MetricExporter exporter(OtlpSettings settings, HttpSenderProvider sender) {
        return OtlpHttpMetricExporter.builder()
                .setEndpoint(settings.server().url("/v1/metrics"))
                .setCompression(settings.gzip() ? "gzip" : "none")
                .setHeaders(() -> {
                    Map<String, String> values = new LinkedHashMap<>();
                    settings.headers()
                            .forEach(header ->
                                    values.put(header.name(), header.value().get()));
                    return values;
                })
                .setComponentLoader(new ComponentLoader() {
                    @Override
                    public <T> Iterable<T> load(Class<T> wanted) {
                        return wanted.isInstance(sender) ? List.of(wanted.cast(sender)) : List.of();
                    }
                })
                .build();
    }

    /** Omits the attributes that describe the SDK, because each attribute adds cost to every point. */
    private static Resource resource(Map<String, String> attributes) {
        ResourceBuilder resource = Resource.builder();
        attributes.forEach(resource::put);
        return resource.build();
    }
}
