package dev.sluice.adapter.demand;

import java.util.Locale;
import java.util.Optional;
import java.util.OptionalLong;

/**
 * The demand of one NodeSet, or of another object that takes the place of a NodeSet.
 *
 * @param namespace namespace of the object
 * @param name name of the object
 * @param kind kind of the object, such as {@code NodeSet} or {@code StatefulSet}
 * @param apiVersion API group and version of the object, such as {@code slinky.slurm.net/v1beta1}
 * @param size desired nodes, or the reason why the object is not scalable
 * @param replicas current replicas in the spec, not negative; empty if the exporter does not report the replicas
 * @param pendingNodes number of nodes that pending jobs need in addition to busy nodes; not negative
 */
public record NodeSetDemand(
        String namespace,
        String name,
        String kind,
        String apiVersion,
        Size size,
        OptionalLong replicas,
        long pendingNodes) {

    /** The desired number of nodes of a NodeSet, or the reason why the number is missing. */
    public sealed interface Size {

        /**
         * A desired number of nodes.
         *
         * @param nodes number of nodes, not negative
         */
        record Desired(long nodes) implements Size {}

        /**
         * A NodeSet that must not be scaled.
         *
         * @param why readable reason
         */
        record NotScalable(String why) implements Size {}
    }

    /** Returns the reason why the NodeSet is not scalable; empty if the NodeSet is scalable. */
    public Optional<String> notScalable() {
        return size instanceof Size.NotScalable fixed ? Optional.of(fixed.why()) : Optional.empty();
    }

    /** Returns the resource name in the custom metrics API, such as {@code nodesets.slinky.slurm.net}. */
    public String resource() {
        String plural = kind.toLowerCase(Locale.ROOT) + "s";
        int slash = apiVersion.indexOf('/');
        return slash < 0 ? plural : plural + "." + apiVersion.substring(0, slash);
    }
}
