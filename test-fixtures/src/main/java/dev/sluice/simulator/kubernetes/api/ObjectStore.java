package dev.sluice.simulator.kubernetes.api;

import java.time.Duration;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.Iterator;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.function.UnaryOperator;

/**
 * Stores the objects, with one version counter for all kinds, like etcd. Also stores the latest changes, for watches
 * and for older pages of lists. Thread-safe.
 */
public final class ObjectStore {
    private static final int REMEMBERED = 1000;

    /** The kind of change of an object. */
    enum Change {
        ADDED,
        MODIFIED,
        DELETED
    }

    /**
     * One change.
     *
     * @param object new object, or the deleted object with the version of its deletion
     * @param before previous object; empty for a new object
     */
    record Event(Change change, StoredObject object, Optional<StoredObject> before) {}

    /**
     * Changes after a version.
     *
     * @param upTo version of the last change
     */
    record Events(List<Event> list, long upTo) {}

    private final SortedMap<ObjectKey, StoredObject> objects = new TreeMap<>();
    private final Deque<Event> events = new ArrayDeque<>();
    private long version = 1;
    private long compacted = 1;
    private long wakes;
    private boolean closed;

    synchronized long version() {
        return version;
    }

    public synchronized Optional<StoredObject> get(ObjectKey key) {
        return Optional.ofNullable(objects.get(key));
    }

    /** Returns all objects of a kind, by namespace and name. */
    synchronized List<StoredObject> list(ResourceType type) {
        return objects.values().stream().filter(o -> o.key().type() == type).toList();
    }

    /** Stores an object. An identical stored object stays unchanged. */
    public synchronized void apply(ObjectKey key, Map<String, Object> body) {
        Optional<StoredObject> before = get(key);
        if (before.isPresent() && before.get().body().equals(body)) {
            return;
        }
        StoredObject stored = new StoredObject(key, ++version, body);
        objects.put(key, stored);
        remember(new Event(before.isPresent() ? Change.MODIFIED : Change.ADDED, stored, before));
    }

    /** Changes an existing object; does nothing if the object is missing. */
    public synchronized void update(ObjectKey key, UnaryOperator<Map<String, Object>> change) {
        get(key).ifPresent(stored -> apply(key, change.apply(stored.body())));
    }

    public synchronized void delete(ObjectKey key) {
        get(key).ifPresent(stored -> {
            objects.remove(key);
            StoredObject last = new StoredObject(key, ++version, stored.body());
            remember(new Event(Change.DELETED, last, Optional.of(stored)));
        });
    }

    private void remember(Event event) {
        events.addLast(event);
        if (events.size() > REMEMBERED) {
            compacted = events.removeFirst().object().version();
        }
        notifyAll();
    }

    /** Discards all changes and increments the version, so that every watch gets a 410 and must list again. */
    public synchronized void compact() {
        events.clear();
        compacted = ++version;
        notifyAll();
    }

    /** Returns the objects at a version; empty if the version is too old. */
    synchronized Optional<List<StoredObject>> listAt(ResourceType type, long at) {
        if (at < compacted || at > version) {
            return Optional.empty();
        }
        SortedMap<ObjectKey, StoredObject> then = new TreeMap<>(objects);
        for (Iterator<Event> back = events.descendingIterator(); back.hasNext(); ) {
            Event event = back.next();
            if (event.object().version() <= at) {
                break;
            }
            ObjectKey key = event.object().key();
            event.before().ifPresentOrElse(before -> then.put(key, before), () -> then.remove(key));
        }
        return Optional.of(
                then.values().stream().filter(o -> o.key().type() == type).toList());
    }

    /** Returns the changes of a kind after a version; empty if the version is too old. */
    synchronized Optional<Events> since(ResourceType type, long after) {
        if (after < compacted) {
            return Optional.empty();
        }
        List<Event> found = new ArrayList<>();
        for (Event event : events) {
            if (event.object().version() > after && event.object().key().type() == type) {
                found.add(event);
            }
        }
        return Optional.of(new Events(found, Math.max(after, version)));
    }

    /** Returns the oldest version with stored changes. */
    synchronized long compacted() {
        return compacted;
    }

    /** Returns the number of wake-ups without a change. */
    synchronized long wakes() {
        return wakes;
    }

    synchronized void wake() {
        wakes++;
        notifyAll();
    }

    /**
     * Waits for a version after the given version, a wake-up, or the timeout.
     *
     * @param since number of known wake-ups
     * @return false once the store is closed
     */
    synchronized boolean await(long after, long since, Duration longest) throws InterruptedException {
        long until = System.nanoTime() + longest.toNanos();
        while (!closed && version <= after && wakes == since) {
            long left = (until - System.nanoTime()) / 1_000_000;
            if (left <= 0) {
                break;
            }
            wait(left);
        }
        return !closed;
    }

    synchronized void close() {
        closed = true;
        notifyAll();
    }
}
