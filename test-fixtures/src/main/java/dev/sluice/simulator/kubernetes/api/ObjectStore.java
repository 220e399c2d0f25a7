package dev.sluice.simulator.kubernetes.api;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.function.Consumer;

/**
 * Stores the objects, with one version counter for all kinds, like etcd. Also stores the latest changes, for watches. A
 * stored object never changes; a change stores another object. Thread-safe.
 */
public final class ObjectStore {
    private static final int REMEMBERED = 1000;

    /**
     * One change.
     *
     * @param before previous object; empty for a new object
     * @param after new object; empty for a deleted object
     */
    record Event(ResourceType type, long version, Optional<ObjectNode> before, Optional<ObjectNode> after) {}

    /** The objects of each kind by {@link #position}. */
    private final Map<ResourceType, SortedMap<String, ObjectNode>> objects = new EnumMap<>(ResourceType.class);

    private final Deque<Event> events = new ArrayDeque<>();
    private long version = 1;
    private long compacted = 1;
    private long wakes;
    private boolean closed;

    /** Creates a store without objects. */
    public ObjectStore() {
        for (ResourceType type : ResourceType.values()) {
            objects.put(type, new TreeMap<>());
        }
    }

    /** Returns namespace and name as in the key of etcd. Lists are in the order of these keys. */
    static String position(JsonNode object) {
        JsonNode metadata = object.path("metadata");
        return metadata.path("namespace").asText() + "/" + metadata.path("name").asText();
    }

    synchronized long version() {
        return version;
    }

    private SortedMap<String, ObjectNode> all(ResourceType type) {
        return objects.getOrDefault(type, new TreeMap<>());
    }

    public synchronized Optional<ObjectNode> get(ResourceType type, String namespace, String name) {
        return Optional.ofNullable(all(type).get(namespace + "/" + name));
    }

    /** Stores an object, which the caller must not change any more. An identical stored object stays unchanged. */
    public synchronized void apply(ResourceType type, ObjectNode object) {
        String position = position(object);
        Optional<ObjectNode> before = Optional.ofNullable(all(type).get(position));
        ObjectNode stored = Trees.object("kind", type.kind(), "apiVersion", type.groupVersion());
        stored.setAll(object);
        Trees.set(stored, "/metadata", "resourceVersion", before.map(old -> old.at("/metadata/resourceVersion")));
        if (before.filter(stored::equals).isPresent()) {
            return;
        }
        Trees.set(stored, "/metadata", "resourceVersion", Long.toString(++version));
        all(type).put(position, stored);
        remember(new Event(type, version, before, Optional.of(stored)));
    }

    /** Changes a copy of an existing object, and stores the copy; does nothing if the object is missing. */
    public synchronized void update(ResourceType type, String namespace, String name, Consumer<ObjectNode> change) {
        get(type, namespace, name).map(ObjectNode::deepCopy).ifPresent(copy -> {
            change.accept(copy);
            apply(type, copy);
        });
    }

    /** Returns the replicas of a NodeSet's spec. */
    public static int replicas(JsonNode nodeSet) {
        return nodeSet.at("/spec/replicas").asInt(1);
    }

    /** Sets the replicas of a NodeSet. Increments the generation if the number of replicas changes. */
    public void setReplicas(String namespace, String name, int replicas) {
        update(ResourceType.NODE_SETS, namespace, name, nodeSet -> {
            if (replicas(nodeSet) != replicas) {
                int generation = nodeSet.at("/metadata/generation").asInt();
                Trees.set(nodeSet, "/metadata", "generation", generation + 1);
                Trees.set(nodeSet, "/spec", "replicas", replicas);
            }
        });
    }

    public synchronized void delete(ResourceType type, String namespace, String name) {
        Optional.ofNullable(all(type).remove(namespace + "/" + name))
                .ifPresent(last -> remember(new Event(type, ++version, Optional.of(last), Optional.empty())));
    }

    private void remember(Event event) {
        events.addLast(event);
        if (events.size() > REMEMBERED) {
            compacted = events.removeFirst().version();
        }
        notifyAll();
    }

    /** Discards all changes so far, so that a watch from an earlier version gets a 410, as from a new server. */
    synchronized void forget() {
        events.clear();
        compacted = version;
    }

    /** Returns the objects of a kind in the order of their positions. */
    synchronized List<ObjectNode> list(ResourceType type) {
        return List.copyOf(all(type).values());
    }

    /** Returns the changes of a kind after a version; empty if the version is too old. */
    synchronized Optional<List<Event>> since(ResourceType type, long after) {
        return after < compacted
                ? Optional.empty()
                : Optional.of(events.stream()
                        .filter(event -> event.version() > after && event.type() == type)
                        .toList());
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
