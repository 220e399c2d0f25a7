package dev.sluice.exporter.kubernetes;

import dev.sluice.common.kubernetes.ApiClient;
import dev.sluice.common.kubernetes.ApiFailure;
import dev.sluice.common.kubernetes.KubernetesRequest;
import dev.sluice.common.kubernetes.ListWatch;
import dev.sluice.common.kubernetes.Timers;
import dev.sluice.common.kubernetes.WatchTuning;
import dev.sluice.exporter.kubernetes.decode.FieldReader;
import dev.sluice.exporter.kubernetes.decode.ObjectAssembler;
import dev.sluice.exporter.model.Observed;
import dev.sluice.exporter.model.kubernetes.ObjectName;
import dev.sluice.exporter.model.kubernetes.ResourceStatus;
import dev.sluice.exporter.poll.SourceLog;
import java.time.Clock;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.function.DoubleSupplier;
import org.jspecify.annotations.Nullable;

/**
 * Keeps the records of one kind of object current with a list and watches. Runs on one event loop; {@link #published()}
 * and {@link #status()} are callable from any thread.
 */
final class ResourceWatch<T> implements ListWatch.Listener {

    private final ApiGroups groups;
    private final Clock clock;
    private final KubernetesSettings settings;
    private final SourceLog log;
    private final WatchedResource<T> what;
    private final Runnable changed;
    private final WatchHealth health;
    private final ListWatch watch;

    private KubernetesRequest.Resource resource;
    private ObjectAssembler<T> assembler;
    private Map<ObjectName, T> records = new TreeMap<>();
    private Listing listing;
    private boolean stopped;

    private boolean dirty;
    private volatile Optional<List<T>> published = Optional.empty();

    /** The dependencies that all watches of a cluster share. */
    record Surroundings(
            Timers timers,
            ApiClient client,
            ApiGroups groups,
            Clock clock,
            WatchTuning tuning,
            KubernetesSettings settings,
            SourceLog log,
            DoubleSupplier random) {}

    private final class Listing {
        private final Instant askedAt = clock.instant();
        private final Map<ObjectName, T> records = new TreeMap<>();
        private int unreadable;
        private @Nullable ListPage<T> page;

        private ListPage<T> next() {
            unreadable = unreadable();
            page = new ListPage<>(assembler, records, settings.maxObjects());
            return page;
        }

        private int unreadable() {
            return unreadable + (page == null ? 0 : page.unreadable());
        }
    }

    /**
     * @param changed called after each change of the data or the state
     */
    ResourceWatch(Surroundings surroundings, WatchedResource<T> what, Runnable changed) {
        this.groups = surroundings.groups();
        this.clock = surroundings.clock();
        this.settings = surroundings.settings();
        this.log = surroundings.log();
        this.what = what;
        this.changed = changed;
        this.health = new WatchHealth(settings, surroundings.tuning(), clock, what);
        this.resource = what.at("", settings);
        this.assembler = what.assembler().apply(resource.apiVersion());
        this.listing = new Listing();
        this.watch = new ListWatch(
                surroundings.client(), surroundings.timers(), surroundings.tuning(), surroundings.random(), this);
    }

    /** Starts the watch. Its requests run on the caller's context. */
    @Override
    public void begin() {
        what.apiGroup().ifPresentOrElse(apiGroup -> groups.ask(offered -> find(apiGroup, offered)), () -> list(""));
    }

    void stop() {
        stopped = true;
        watch.stop();
    }

    String source() {
        return what.source();
    }

    /** Returns the resource. If the API server determines the version, the version of the resource is empty. */
    KubernetesRequest.Resource anyVersion() {
        return what.at("", settings);
    }

    ResourceStatus status() {
        return health.status();
    }

    /** Returns the records in the order of their names; empty until the first complete list. */
    Optional<Observed<List<T>>> published() {
        Optional<Instant> at = health.observedAt();
        return published.flatMap(list -> at.map(instant -> new Observed<>(list, instant)));
    }

    void publish() {
        if (dirty) {
            dirty = false;
            published = Optional.of(List.copyOf(records.values()));
        }
    }

    private void find(WatchedResource.ApiGroup apiGroup, ApiGroups.Offered offered) {
        if (stopped) {
            return;
        }
        try {
            offered.best(apiGroup).ifPresentOrElse(this::list, this::absent);
        } catch (ApiFailure e) {
            watch.retry(e);
        }
    }

    private void list(String offered) {
        resource = what.at(offered, settings);
        assembler = what.assembler().apply(resource.apiVersion());
        watch.list(resource, what.selector());
    }

    @Override
    public ListWatch.Page page(boolean first) {
        listing = first ? new Listing() : listing;
        ListPage<T> page = listing.next();
        return new ListWatch.Page(new FieldReader(page.tree(), page), page::version, page::next);
    }

    /**
     * A watch reports only changes. Without a new list, an unreadable object would stay unreadable until its next
     * change.
     */
    @Override
    public boolean listed(ListWatch.Listed list) {
        records = listing.records;
        published = Optional.of(List.copyOf(records.values()));
        dirty = false;
        recovered();
        // Updates the health after the data, because a source that is up must already have data.
        health.listed(listing.askedAt, resource.apiVersion(), listing.unreadable(), list);
        changed.run();
        return listing.unreadable() == 0;
    }

    @Override
    public ListWatch.Events events(String version) {
        WatchStream<T> stream =
                new WatchStream<>(assembler, version, records, settings.maxObjects(), this::recordChanged);
        return new ListWatch.Events(new FieldReader(stream.tree(), stream), stream::version);
    }

    @Override
    public void alive() {
        recovered();
        health.alive();
    }

    @Override
    public void closed() {
        health.closed();
    }

    private void recordChanged() {
        dirty = true;
        changed.run();
    }

    @Override
    public void absent() {
        boolean before = health.state() == ResourceStatus.State.ABSENT;
        watch.reset();
        records = new TreeMap<>();
        dirty = false;
        published = Optional.of(List.of());
        recovered();
        health.absent("the API server has no "
                + what.apiGroup()
                        .map(apiGroup -> "API group " + apiGroup.group())
                        .orElse(resource.plural() + " of " + resource.apiVersion()));
        if (!before) {
            changed.run();
        }
        what.apiGroup()
                .ifPresentOrElse(apiGroup -> groups.askLater(offered -> find(apiGroup, offered)), watch::beginLater);
    }

    @Override
    public void failed(ApiFailure failure) {
        log.failed(what.source(), WatchHealth.kind(failure), failure.message(), health.failing());
        health.failed(failure);
        changed.run();
    }

    private void recovered() {
        if (health.failing()) {
            log.recovered(what.source());
            changed.run();
        }
    }
}
