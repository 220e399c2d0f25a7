package dev.sluice.simulator.kubernetes.api;

import java.util.Comparator;

/**
 * The identity of an object.
 *
 * @param namespace empty for kinds without namespaces
 */
public record ObjectKey(ResourceType type, String namespace, String name) implements Comparable<ObjectKey> {
    private static final Comparator<ObjectKey> ORDER =
            Comparator.comparing(ObjectKey::type).thenComparing(ObjectKey::position);

    /** Returns namespace and name as in etcd's key, which is the order of lists. */
    String position() {
        return namespace + "/" + name;
    }

    @Override
    public int compareTo(ObjectKey other) {
        return ORDER.compare(this, other);
    }
}
