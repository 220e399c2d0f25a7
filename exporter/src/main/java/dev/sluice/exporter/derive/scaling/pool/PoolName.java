package dev.sluice.exporter.derive.scaling.pool;

import dev.sluice.exporter.model.kubernetes.ObjectName;
import java.util.Comparator;

/**
 * Identifies a scaling target.
 *
 * @param cluster cluster name, from the configuration
 * @param kind kind of the object, such as {@code NodeSet}
 * @param apiVersion group and version of the kind, such as {@code slinky.slurm.net/v1beta1}
 */
public record PoolName(String cluster, String namespace, String name, String kind, String apiVersion)
        implements Comparable<PoolName> {

    private static final Comparator<PoolName> ORDER = Comparator.comparing(PoolName::cluster)
            .thenComparing(PoolName::namespace)
            .thenComparing(PoolName::name)
            .thenComparing(PoolName::kind)
            .thenComparing(PoolName::apiVersion);

    /** Returns namespace and name, such as {@code slurm/gpu}. */
    public String path() {
        return namespace + "/" + name;
    }

    public ObjectName objectName() {
        return new ObjectName(namespace, name);
    }

    @Override
    public int compareTo(PoolName other) {
        return ORDER.compare(this, other);
    }
}
