package dev.sluice.simulator.kubernetes.api;

import java.util.Comparator;

/**
 * The identity of an object.
 *
 * @param namespace namespace of the object; empty for kinds without namespaces
 */
public record ObjectKey(ResourceType type, String namespace, String name) implements Comparable<ObjectKey> {
    private static final Comparator<ObjectKey> ORDER =
            Comparator.comparing(ObjectKey::type).thenComparing(ObjectKey::position);

    /** Returns namespace and name as in the key of etcd. Lists are in the order of these keys. */
    String position() {
        return namespace + "/" + name;
    }

    @Override
    public int compareTo(ObjectKey other) {
        return ORDER.compare(this, other);
    }
}
