package dev.sluice.exporter.kubernetes;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.MappingIterator;
import dev.sluice.common.net.Backoff;
import dev.sluice.exporter.json.JsonTree;
import dev.sluice.exporter.model.FailureKind;
import dev.sluice.exporter.model.Observed;
import dev.sluice.exporter.model.SourceStatus;
import dev.sluice.exporter.model.kubernetes.ObjectName;
import dev.sluice.exporter.poll.SourceLog;
import io.fabric8.kubernetes.client.KubernetesClientException;
import java.io.IOException;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.concurrent.ThreadLocalRandom;
import java.util.function.Consumer;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Keeps the records of one kind of object current with a list and watches, on its own thread. Recovers from failures as
 * Kubernetes' own clients do. {@link #published()} and {@link #health()} are callable from any thread.
 */
final class ResourceWatch<T> implements Runnable {

    private static final Logger LOG = LoggerFactory.getLogger(ResourceWatch.class);

    /** Number of consecutive refused watches after which the resource version counts as the cause. */
    private static final int WATCH_ATTEMPTS = 3;

    /** A watch that lasts less than this multiple of the first pause counts as failed. */
    private static final int BRIEF_BACKOFFS = 10;

    private final Surroundings around;
    private final WatchedResource<T> what;
    private final WatchHealth health;
    private final Backoff backoff;

    private Resource resource;
    /** Version from which the next watch continues; empty to list. */
    private String version = "";

    private int refusals;
    private boolean relisting;

    private Map<ObjectName, T> records = new TreeMap<>();
    private boolean dirty;
    private Optional<List<T>> published = Optional.empty();

    /**
     * The dependencies that all watches of a cluster share.
     *
     * @param maxObjects maximum number of objects of one kind; more objects are a failure
     * @param log runs a task with the log on the event loop of the log
     */
    record Surroundings(
            String cluster,
            KubernetesApi api,
            Waits waits,
            Clock clock,
            WatchTuning tuning,
            int maxObjects,
            Consumer<Consumer<SourceLog>> log) {}

    ResourceWatch(Surroundings around, WatchedResource<T> what) {
        this.around = around;
        this.what = what;
        this.health = new WatchHealth(around.cluster(), what.source(), around.tuning(), around.clock());
        this.backoff =
                new Backoff(around.tuning().firstBackoff(), around.tuning().maxBackoff());
        this.resource = what.any();
    }

    WatchHealth health() {
        return health;
    }

    /** Returns the records in the order of their names; empty until the first complete list. */
    synchronized Optional<Observed<List<T>>> published() {
        if (dirty) {
            dirty = false;
            published = Optional.of(List.copyOf(records.values()));
        }
        Optional<Instant> at = health.observedAt();
        return published.flatMap(list -> at.map(instant -> new Observed<>(list, instant)));
    }

    private synchronized void replace(Map<ObjectName, T> all) {
        records = all;
        dirty = true;
    }

    private synchronized int put(ObjectName name, T record) {
        dirty |= !record.equals(records.put(name, record));
        return records.size();
    }

    private synchronized int remove(ObjectName name) {
        dirty |= records.remove(name) != null;
        return records.size();
    }

    @Override
    public void run() {
        try {
            while (true) {
                step();
            }
        } catch (InterruptedException e) {
            // The source stops.
            Thread.currentThread().interrupt();
        }
    }

    private void step() throws InterruptedException {
        try {
            if (version.isEmpty()) {
                list();
            } else {
                watch();
            }
        } catch (IOException | KubernetesClientException | JsonTree.UnreadableValue e) {
            if (Thread.interrupted()) {
                throw new InterruptedException();
            }
            failed(ApiFailure.of(e));
        } catch (RuntimeException e) {
            // A thread that ended would leave a source that never recovers.
            version = "";
            LOG.atError().addKeyValue("source", what.source()).setCause(e).log("unexpected failure of a watch");
            pauseAfter(new ApiFailure(
                    FailureKind.UNDECODABLE, "unforeseen " + e.getClass().getSimpleName() + "; see the log"));
        }
    }

    private void list() throws IOException, InterruptedException {
        Instant askedAt = around.clock().instant();
        long begun = around.waits().nanoTime();
        Optional<String> offered = what.canBeMissing()
                ? around.api().bestVersion(what.apiGroup(), what.versions())
                : what.versions().stream().findFirst();
        if (offered.isEmpty()) {
            absent("API group " + what.apiGroup());
            return;
        }
        // Pods have no version of the API group of their NodeSets.
        resource = what.any().version().isEmpty() ? what.in(offered.get()) : what.any();
        Listing<T> listing = new Listing<>(what.reader(), around.maxObjects());
        listing.read(around.api(), resource, what.selector(), around.tuning());
        replace(listing.records());
        Duration took = Duration.ofNanos(around.waits().nanoTime() - begun);
        recovered();
        // Updates the health after the data, because a source that is up must already have data.
        health.listed(
                askedAt,
                new SourceStatus.Answer(
                        "", resource.apiVersion(), listing.bytes(), listing.unreadable(), Optional.empty()),
                took);
        refusals = 0;
        if (listing.unreadable() == 0) {
            version = listing.version();
        } else {
            // A watch reports only changes, so only a new list can read an unreadable object.
            around.waits().pause(around.tuning().recheck());
        }
    }

    private void absent(String missing) throws InterruptedException {
        backoff.reset();
        relisting = false;
        replace(new TreeMap<>());
        recovered();
        health.absent("the API server has no " + missing);
        around.waits().pause(around.tuning().recheck());
    }

    private void watch() throws IOException, InterruptedException {
        String from = version;
        long begun = around.waits().nanoTime();
        boolean headless = false;
        boolean lasted = false;
        boolean sound = false;
        try {
            sound = follow();
        } catch (ApiFailure e) {
            headless = e.kind() == FailureKind.TIMEOUT;
            throw e;
        } finally {
            health.closed(sound);
            Duration least = around.tuning().firstBackoff().multipliedBy(BRIEF_BACKOFFS);
            lasted = !headless && around.waits().nanoTime() - begun >= least.toNanos();
            if (lasted || !version.equals(from)) {
                relisting = false;
                refusals = 0;
                backoff.reset();
            }
        }
        if (!lasted) {
            // Waits, because a server that ends every watch immediately would otherwise be called in a loop.
            around.waits().pause(backoff.next());
        }
    }

    private void failed(ApiFailure failure) throws InterruptedException {
        boolean listing = version.isEmpty();
        refusals += !listing && failure.kind() != FailureKind.UNREACHABLE ? 1 : 0;
        // A watch is not found if the resource was removed, or if the API version of the resource has changed.
        boolean outdated = failure.is(ApiFailure.GONE) || failure.is(ApiFailure.NOT_FOUND);
        if (failure.is(ApiFailure.NOT_FOUND) && listing) {
            absent(resource.plural() + " of " + resource.apiVersion());
        } else if (outdated && !relisting) {
            // Lists again immediately after a first outdated version, as the API intends.
            version = "";
            relisting = true;
        } else {
            version = outdated || refusals >= WATCH_ATTEMPTS ? "" : version;
            pauseAfter(failure);
        }
    }

    private void pauseAfter(ApiFailure failure) throws InterruptedException {
        boolean repeated = health.failing();
        around.log().accept(log -> log.failed(what.source(), failure.kind(), failure.message(), repeated));
        health.failed(failure);
        Duration pause = backoff.next();
        Duration asked = failure.retryAfter();
        around.waits().pause(asked.compareTo(pause) > 0 ? asked : pause);
    }

    private void recovered() {
        if (health.failing()) {
            around.log().accept(log -> log.recovered(what.source()));
        }
    }

    /** Applies the events of one watch, until its end or too long a silence. Returns false after a silence. */
    private boolean follow() throws IOException {
        long seconds = around.tuning().watchTimeout().toSeconds();
        seconds += ThreadLocalRandom.current().nextLong(seconds);
        Map<String, String> query = new LinkedHashMap<>(what.selector());
        query.put("watch", "1");
        query.put("allowWatchBookmarks", "true");
        query.put("resourceVersion", version);
        query.put("timeoutSeconds", Long.toString(seconds));
        try (BodyStream body = around.api()
                .get(
                        "watch",
                        resource,
                        query,
                        around.tuning().head(),
                        around.tuning().silence())) {
            alive();
            try {
                MappingIterator<JsonNode> events =
                        KubernetesApi.JSON.readerFor(JsonNode.class).readValues(body);
                while (events.hasNextValue()) {
                    body.beginObject();
                    apply(KubeObject.of(events.nextValue()));
                    alive();
                }
                return true;
            } catch (JsonTree.UnreadableValue e) {
                // The new list counts the unreadable object.
                throw new ApiFailure(
                        FailureKind.UNDECODABLE,
                        ApiFailure.GONE,
                        "the watch sent an object without a name, or with a value of a wrong type");
            } catch (ApiFailure e) {
                if (e.kind() != FailureKind.TIMEOUT) {
                    throw e;
                }
                return false;
            }
        }
    }

    private void alive() {
        recovered();
        health.alive();
    }

    private void apply(KubeObject event) throws ApiFailure {
        KubeObject object = event.object("object");
        String type = event.exact("type");
        switch (type) {
            case "ADDED", "MODIFIED" -> {
                ObjectName name = object.name();
                int objects = what.reader()
                        .read(name, object)
                        .map(record -> put(name, record))
                        .orElseGet(() -> remove(name));
                Listing.checkCount(objects, around.maxObjects());
            }
            // The event contains the deleted object in its last form; only the object's name matters.
            case "DELETED" -> remove(object.name());
            case "BOOKMARK" -> {}
            case "ERROR" -> throw ended(object.number("code").orElse(0));
            default -> throw new ApiFailure(FailureKind.UNDECODABLE, "the watch sent an event of an unknown type");
        }
        // A bookmark changes no records. It only advances the version from which the next watch continues.
        String next = object.exact("metadata", "resourceVersion");
        version = next.isEmpty() ? version : next;
    }

    private static ApiFailure ended(int code) {
        return code == ApiFailure.GONE
                ? new ApiFailure(
                        FailureKind.UNEXPECTED_STATUS, code, "the resource version of the watch is too old (410)")
                : new ApiFailure(FailureKind.UNEXPECTED_STATUS, "the watch ended with an error of code " + code);
    }
}
