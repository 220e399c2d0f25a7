package dev.sluice.exporter.model.kubernetes;

import java.util.Comparator;

/**
 * The identity of a Kubernetes object of one kind. Ordered by namespace, then name.
 *
 * @param namespace namespace of the object; empty for cluster-scoped kinds
 */
public record ObjectName(String namespace, String name) implements Comparable<ObjectName> {

    private static final Comparator<ObjectName> ORDER =
            Comparator.comparing(ObjectName::namespace).thenComparing(ObjectName::name);

    @Override
    public int compareTo(ObjectName other) {
        return ORDER.compare(this, other);
    }
}
