package dev.sluice.simulator.kubernetes.api;

import java.util.Comparator;

/**
 * What tells one object from all others.
 *
 * @param namespace empty where the kind has none
 */
public record ObjectKey(ResourceType type, String namespace, String name) implements Comparable<ObjectKey> {
    private static final Comparator<ObjectKey> ORDER =
            Comparator.comparing(ObjectKey::type).thenComparing(ObjectKey::position);

    /** Namespace and name as etcd's key has them, which is the order of lists. */
    String position() {
        return namespace + "/" + name;
    }

    @Override
    public int compareTo(ObjectKey other) {
        return ORDER.compare(this, other);
    }
}
