package dev.sluice.exporter.model.kubernetes;

import java.util.Comparator;

/**
 * What identifies an object of one kind in Kubernetes. Ordered by namespace, then name.
 *
 * @param namespace its namespace; empty for kinds that have none
 * @param name its name
 */
public record ObjectName(String namespace, String name) implements Comparable<ObjectName> {

    private static final Comparator<ObjectName> ORDER =
            Comparator.comparing(ObjectName::namespace).thenComparing(ObjectName::name);

    @Override
    public int compareTo(ObjectName other) {
        return ORDER.compare(this, other);
    }
}
