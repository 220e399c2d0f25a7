package dev.sluice.exporter.kubernetes;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.MappingIterator;
import dev.sluice.common.net.Backoff;
import dev.sluice.exporter.kubernetes.decode.KubeObject;
import dev.sluice.exporter.kubernetes.decode.ObjectReader;
import dev.sluice.exporter.model.FailureKind;
import dev.sluice.exporter.model.Observed;
import dev.sluice.exporter.model.kubernetes.ObjectName;
import dev.sluice.exporter.model.kubernetes.ResourceStatus;
import java.io.IOException;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.function.DoubleSupplier;

/**
 * Keeps the records of one kind of object current with a list and watches, on its own thread. Recovers from failures as
 * Kubernetes' own clients do. {@link #published()} and {@link #status()} are callable from any thread.
 */
final class ResourceWatch<T> implements Runnable {

    /** Number of consecutive refused watches after which the resource version counts as the cause. */
    private static final int WATCH_ATTEMPTS = 3;

    /** A watch that lasts less than this multiple of the first pause counts as failed. */
    private static final int BRIEF_BACKOFFS = 10;

    private final Surroundings around;
    private final WatchedResource<T> what;
    private final WatchHealth health;
    private final Backoff backoff;

    private Resource resource;
    private ObjectReader<T> reader;
    /** Version from which the next watch continues; empty to list. */
    private String version = "";

    private int refusals;
    private boolean relisting;

    private Map<ObjectName, T> records = new TreeMap<>();
    private boolean dirty;
    private Optional<List<T>> published = Optional.empty();

    /** The dependencies that all watches of a cluster share. */
    record Surroundings(
            KubernetesApi api,
            ApiGroups groups,
            Waits waits,
            Clock clock,
            WatchTuning tuning,
            KubernetesSettings settings,
            KubernetesLog log,
            DoubleSupplier random) {}

    ResourceWatch(Surroundings around, WatchedResource<T> what) {
        this.around = around;
        this.what = what;
        this.health = new WatchHealth(around, what.source());
        this.backoff =
                new Backoff(around.tuning().firstBackoff(), around.tuning().maxBackoff(), around.random());
        this.resource = what.any();
        this.reader = what.reader().apply("");
    }

    WatchedResource<T> what() {
        return what;
    }

    ResourceStatus status() {
        return health.status();
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
        } catch (RuntimeException e) {
            // A thread that ended would leave a source that never recovers.
            version = "";
            pauseAfter(new ApiFailure(
                    FailureKind.UNDECODABLE, "unforeseen " + e.getClass().getSimpleName()));
        }
    }

    private void list() throws InterruptedException {
        Instant askedAt = around.clock().instant();
        long begun = around.waits().nanoTime();
        try {
            Optional<String> offered = what.apiGroup().isPresent()
                    ? around.groups().best(what.apiGroup().get())
                    : Optional.of("");
            if (offered.isEmpty()) {
                absent("API group " + what.apiGroup().get().group());
                return;
            }
            // Pods have no version of the API group of their NodeSets.
            resource = what.any().version().isEmpty() ? what.in(offered.get()) : what.any();
            reader = what.reader().apply(resource.apiVersion());
            Listing<T> listing = new Listing<>(reader, around.settings().maxObjects());
            listing.read(around.api(), resource, what.selector(), around.tuning());
            replace(listing.records());
            Duration took = Duration.ofNanos(around.waits().nanoTime() - begun);
            recovered();
            // Updates the health after the data, because a source that is up must already have data.
            health.listed(askedAt, resource.apiVersion(), listing.unreadable(), took, listing.bytes());
            refusals = 0;
            if (listing.unreadable() == 0) {
                version = listing.version();
            } else {
                // A watch reports only changes, so only a new list can read an unreadable object.
                around.waits().pause(around.tuning().recheck());
            }
        } catch (ApiFailure e) {
            if (e.isAbsent()) {
                absent(resource.plural() + " of " + resource.apiVersion());
            } else {
                relistAfter(e);
            }
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

    private void watch() throws InterruptedException {
        String from = version;
        long begun = around.waits().nanoTime();
        Optional<ApiFailure> failure = follow();
        health.closed();
        Duration least = around.tuning().firstBackoff().multipliedBy(BRIEF_BACKOFFS);
        boolean lasted = around.waits().nanoTime() - begun >= least.toNanos();
        if (lasted || !version.equals(from)) {
            relisting = false;
            refusals = 0;
            backoff.reset();
        }
        if (failure.isPresent()) {
            failed(failure.get());
        } else if (!lasted) {
            // Waits, because a server that ends every watch immediately would otherwise be called in a loop.
            around.waits().pause(backoff.next());
        }
    }

    private void failed(ApiFailure failure) throws InterruptedException {
        if (failure.isGone()) {
            relistAfter(failure);
        } else if (failure.isAbsent()) {
            // The resource was removed, or the API version of the resource has changed.
            version = "";
            around.waits().pause(backoff.next());
        } else {
            refusals += failure.isRefusal() ? 1 : 0;
            version = refusals >= WATCH_ATTEMPTS ? "" : version;
            pauseAfter(failure);
        }
    }

    /** Lists again: immediately after a first outdated version, as the API intends, else after a pause. */
    private void relistAfter(ApiFailure failure) throws InterruptedException {
        version = "";
        if (failure.isGone() && !relisting) {
            relisting = true;
        } else {
            pauseAfter(failure);
        }
    }

    private void pauseAfter(ApiFailure failure) throws InterruptedException {
        around.log().failed(what.source(), failure, health.failing());
        health.failed(failure);
        Duration pause = backoff.next();
        Duration asked = failure.retryAfter();
        around.waits().pause(asked.compareTo(pause) > 0 ? asked : pause);
    }

    private void recovered() {
        if (health.failing()) {
            around.log().recovered(what.source());
        }
    }

    /** Applies the events of one watch. Returns why it failed; empty after a regular end or too long a silence. */
    private Optional<ApiFailure> follow() throws InterruptedException {
        long seconds = (long) (around.tuning().watchTimeout().toSeconds()
                * (1 + around.random().getAsDouble()));
        Map<String, String> query = new LinkedHashMap<>(what.selector());
        query.put("watch", "1");
        query.put("allowWatchBookmarks", "true");
        query.put("resourceVersion", version);
        query.put("timeoutSeconds", Long.toString(seconds));
        try (BodyStream body =
                around.api().get("watch", resource, "", query, around.tuning().silence())) {
            alive();
            MappingIterator<JsonNode> events =
                    KubernetesApi.JSON.readerFor(JsonNode.class).readValues(body);
            while (events.hasNextValue()) {
                body.beginObject();
                apply(KubeObject.of(events.nextValue()));
                alive();
            }
            return Optional.empty();
        } catch (BodyStream.Silence e) {
            return Optional.empty();
        } catch (ApiFailure e) {
            return Optional.of(e);
        } catch (IOException e) {
            return Optional.of(KubernetesApi.failure(e));
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
                Optional<ObjectName> name = object.name();
                Optional<T> record = name.flatMap(known -> reader.read(known, object));
                if (name.isEmpty() || !object.isReadable()) {
                    // The new list counts the unreadable object.
                    throw ApiFailure.outdated(
                            FailureKind.UNDECODABLE,
                            "the watch sent an object without a name, or with a value of a wrong type");
                }
                int objects = record.map(kept -> put(name.get(), kept)).orElseGet(() -> remove(name.get()));
                Listing.checkCount(objects, around.settings().maxObjects());
            }
            // The event contains the deleted object in its last form; only the object's name matters.
            case "DELETED" -> object.name().ifPresent(this::remove);
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
                ? ApiFailure.outdated(
                        FailureKind.UNEXPECTED_STATUS, "the resource version of the watch is too old (410)")
                : new ApiFailure(FailureKind.UNEXPECTED_STATUS, "the watch ended with an error of code " + code);
    }
}
