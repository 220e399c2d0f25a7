package dev.sluice.exporter.kubernetes;

import dev.sluice.common.net.Backoff;
import dev.sluice.exporter.kubernetes.ApiExchange.Limits;
import dev.sluice.exporter.model.FailureKind;
import dev.sluice.exporter.model.ObjectName;
import dev.sluice.exporter.model.Observed;
import dev.sluice.exporter.model.ResourceStatus;
import dev.sluice.exporter.poll.Time;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.function.Consumer;
import java.util.function.DoubleSupplier;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Keeps the records of one kind of object current: lists them, watches them from there on, and starts again as far back
 * as it must. Runs on one event loop; {@link #published()} and {@link #status()} may be read from any thread.
 */
final class ResourceWatch<T> {

    private static final Logger LOG = LoggerFactory.getLogger(ResourceWatch.class);

    /** After so many refusals in a row of a watch, its version may be to blame. */
    private static final int WATCH_ATTEMPTS = 3;

    /** A watch that ends within so many first pauses is none that works. */
    private static final int BRIEF_BACKOFFS = 10;

    private static final int MAX_PAGES = 2_000;

    private final Timers timers;
    private final ApiClient client;
    private final ApiGroups groups;
    private final Time time;
    private final WatchTuning tuning;
    private final KubernetesSettings settings;
    private final DoubleSupplier random;
    private final WatchedResource<T> what;
    private final Runnable changed;
    private final WatchHealth health;
    private final Backoff backoff;

    private ApiRequest.Resource resource;
    private ObjectReader<T> reader;
    private Map<ObjectName, T> records = new TreeMap<>();
    private String version = "";
    private int watchRefusals;
    private boolean relisting;
    private boolean stopped;
    private long timer = -1;
    private @Nullable ApiExchange exchange;

    private boolean dirty;
    private volatile Optional<List<T>> published = Optional.empty();

    /** What all watches of a cluster share. */
    record Surroundings(
            Timers timers,
            ApiClient client,
            ApiGroups groups,
            Time time,
            WatchTuning tuning,
            KubernetesSettings settings,
            DoubleSupplier random) {}

    /**
     * A watch, not yet begun.
     *
     * @param changed is run when there is something new to publish, or the state is another
     */
    ResourceWatch(Surroundings surroundings, WatchedResource<T> what, Runnable changed) {
        this.timers = surroundings.timers();
        this.client = surroundings.client();
        this.groups = surroundings.groups();
        this.time = surroundings.time();
        this.tuning = surroundings.tuning();
        this.settings = surroundings.settings();
        this.random = surroundings.random();
        this.what = what;
        this.changed = changed;
        this.health = new WatchHealth(settings, tuning, time.clock(), what);
        this.backoff = new Backoff(tuning.firstBackoff(), tuning.longestBackoff(), random);
        this.resource = what.at("", settings.namespace());
        this.reader = new ObjectReader<>(what.assembler().apply(resource.apiVersion()));
    }

    /** Begins; what it sends is sent on the context that this is called on. */
    void start() {
        what.gate()
                .ifPresentOrElse(
                        gate -> groups.ask((offered, failure) -> find(gate, offered, failure)), () -> list(""));
    }

    void stop() {
        stopped = true;
        timers.cancel(timer);
        if (exchange != null) {
            exchange.cancel();
        }
    }

    ResourceStatus status() {
        return health.status();
    }

    /** The records, in order of their names; empty until they have been read whole for the first time. */
    Optional<Observed<List<T>>> published() {
        Optional<Instant> at = health.observedAt();
        return published.flatMap(list -> at.map(instant -> new Observed<>(list, instant)));
    }

    /** Publishes what has changed, all at once. */
    void publish() {
        if (dirty) {
            dirty = false;
            published = Optional.of(List.copyOf(records.values()));
        }
    }

    private void find(WatchedResource.Gate gate, ApiGroups.Offered offered, Optional<ApiFailure> failure) {
        if (stopped) {
            return;
        }
        try {
            if (failure.isPresent()) {
                throw failure.get();
            }
            offered.best(gate).ifPresentOrElse(this::list, this::absent);
        } catch (ApiFailure e) {
            failed(e, this::start);
        }
    }

    private void list(String offered) {
        resource = what.at(offered, settings.namespace());
        reader = new ObjectReader<>(what.assembler().apply(resource.apiVersion()));
        page(new Listing(time.clock().instant(), time.nanoTime().getAsLong()), "");
    }

    /** A list under way. */
    private final class Listing {
        private final Instant askedAt;
        private final long startedAt;
        private final Map<ObjectName, T> records = new TreeMap<>();
        private String version = "";
        private long bytes;
        private int unreadable;
        private int pages;

        private Listing(Instant askedAt, long startedAt) {
            this.askedAt = askedAt;
            this.startedAt = startedAt;
        }
    }

    private void page(Listing listing, String token) {
        ListPage<T> page = new ListPage<>(reader, listing.records, settings.maxObjects());
        ApiRequest request = ApiRequest.list(resource, what.selector(), tuning.pageSize(), token);
        ApiAnswer answer = new ApiAnswer(request, page.tree(), page);
        ask(answer, failure -> {
            listing.bytes += answer.bytesReceived();
            listing.unreadable += page.unreadable();
            // Of the first page: all pages are of one version, and an older one loses nothing.
            listing.version = listing.version.isEmpty() ? page.version() : listing.version;
            if (failure.isPresent()) {
                listFailed(failure.get());
            } else if (page.version().isEmpty()) {
                listFailed(new ApiFailure(FailureKind.UNDECODABLE, "the answer to a list was empty"));
            } else if (!page.next().isEmpty() && ++listing.pages >= MAX_PAGES) {
                listFailed(new ApiFailure(
                        FailureKind.TOO_LARGE, "the list has more than the " + MAX_PAGES + " pages that are read"));
            } else if (!page.next().isEmpty()) {
                page(listing, page.next());
            } else {
                listed(listing);
            }
        });
    }

    private void listFailed(ApiFailure failure) {
        switch (failure.remedy()) {
            case REDISCOVER -> absent();
            case RELIST -> relist(failure);
            case RETRY, REREAD, RENEW_CREDENTIALS, GRANT -> failed(failure, this::start);
        }
    }

    private void listed(Listing listing) {
        records = listing.records;
        version = listing.version;
        watchRefusals = 0;
        Duration took = Duration.ofNanos(time.nanoTime().getAsLong() - listing.startedAt);
        published = Optional.of(List.copyOf(records.values()));
        dirty = false;
        recovered();
        // After the data: who sees that the source is up must find its numbers.
        health.listed(
                listing.askedAt,
                resource.apiVersion(),
                listing.unreadable,
                new WatchHealth.LastList(took, listing.bytes));
        changed.run();
        if (listing.unreadable > 0) {
            // A watch tells of changes alone: what could not be read would stay so until the object changes.
            after(tuning.recheck(), this::start);
        } else {
            watch();
        }
    }

    private void watch() {
        long seconds = (long) (tuning.watchTimeout().toSeconds() * (1 + random.getAsDouble()));
        WatchStream<T> stream = new WatchStream<>(reader, version, records, settings.maxObjects(), this::recordChanged);
        ApiRequest request = ApiRequest.watch(resource, what.selector(), version, seconds);
        ApiAnswer answer = new ApiAnswer(request, stream.tree(), stream);
        long begun = time.nanoTime().getAsLong();
        Limits limits = new Limits(tuning.deadline(), tuning.silence());
        exchange = client.send(limits, answer, this::alive);
        exchange.end().onComplete(done -> {
            boolean lasted = lasted(begun);
            if (lasted || !stream.version().equals(version)) {
                relisting = false;
                watchRefusals = 0;
                backoff.reset();
            }
            version = stream.version();
            health.closed();
            if (stopped) {
                return;
            }
            if (done.failed()) {
                watchFailed(ApiFailure.of(done.cause()));
            } else if (lasted) {
                watch();
            } else {
                // A server that ends watches as they begin must not be asked in a loop.
                after(backoff.next(), this::watch);
            }
        });
    }

    private boolean lasted(long begun) {
        Duration least = tuning.firstBackoff().multipliedBy(BRIEF_BACKOFFS);
        return time.nanoTime().getAsLong() - begun >= least.toNanos();
    }

    private void alive() {
        recovered();
        health.alive();
    }

    private void recordChanged() {
        dirty = true;
        changed.run();
    }

    private void watchFailed(ApiFailure failure) {
        switch (failure.remedy()) {
            case RELIST -> relist(failure);
            // Removed, or served in another version from now on.
            case REDISCOVER -> after(backoff.next(), this::start);
            case RETRY, REREAD, RENEW_CREDENTIALS, GRANT -> {
                boolean refused = failure.kind() != FailureKind.UNREACHABLE && failure.kind() != FailureKind.TIMEOUT;
                watchRefusals += refused ? 1 : 0;
                failed(failure, watchRefusals >= WATCH_ATTEMPTS ? this::start : this::watch);
            }
        }
    }

    /** The first time at once, for that is how it should be; again and again only after pauses. */
    private void relist(ApiFailure failure) {
        if (relisting) {
            failed(failure, this::start);
        } else {
            relisting = true;
            start();
        }
    }

    private void absent() {
        boolean before = health.state() == ResourceStatus.State.ABSENT;
        backoff.reset();
        relisting = false;
        records = new TreeMap<>();
        version = "";
        dirty = false;
        published = Optional.of(List.of());
        recovered();
        health.absent("the API server has no "
                + what.gate()
                        .map(gate -> "API group " + gate.group())
                        .orElse(resource.plural() + " of " + resource.apiVersion()));
        if (!before) {
            changed.run();
        }
        what.gate()
                .ifPresentOrElse(
                        gate -> groups.askLater((offered, failure) -> find(gate, offered, failure)),
                        () -> after(tuning.recheck(), this::start));
    }

    private void failed(ApiFailure failure, Runnable next) {
        log(failure);
        health.failed(failure);
        changed.run();
        if (failure.remedy() == ApiFailure.Remedy.RENEW_CREDENTIALS) {
            client.credentialsRefused();
        }
        Duration pause = backoff.next();
        after(failure.retryAfter().filter(asked -> asked.compareTo(pause) > 0).orElse(pause), next);
    }

    private void log(ApiFailure failure) {
        (health.failing() ? LOG.atDebug() : LOG.atWarn())
                .addKeyValue("cluster", settings.cluster())
                .addKeyValue("source", what.source())
                .addKeyValue("kind", failure.kind().label())
                .addKeyValue("failure", failure.message())
                .log("source failed");
    }

    private void recovered() {
        if (health.failing()) {
            LOG.atInfo()
                    .addKeyValue("cluster", settings.cluster())
                    .addKeyValue("source", what.source())
                    .log("source recovered");
            changed.run();
        }
    }

    private void after(Duration pause, Runnable next) {
        if (!stopped) {
            timer = timers.set(pause, next);
        }
    }

    private void ask(ApiAnswer answer, Consumer<Optional<ApiFailure>> done) {
        exchange = client.send(new Limits(tuning.deadline(), Duration.ZERO), answer, () -> {});
        exchange.end().onComplete(result -> {
            if (!stopped) {
                done.accept(Optional.ofNullable(result.cause()).map(ApiFailure::of));
            }
        });
    }
}
