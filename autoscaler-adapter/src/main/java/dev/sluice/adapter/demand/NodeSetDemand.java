package dev.sluice.adapter.demand;

import java.util.Locale;
import java.util.Optional;
import java.util.OptionalLong;

/**
 * What one NodeSet, or what stands in for one, needs.
 *
 * @param namespace where its object lives
 * @param name its object's name
 * @param kind its object's kind, such as {@code NodeSet} or {@code StatefulSet}
 * @param apiVersion its object's API group and version, such as {@code slinky.slurm.net/v1beta1}
 * @param size how many nodes it should have, or why nobody may say so
 * @param replicas the number that its spec asks for now, not negative; empty where the exporter does not say
 * @param pendingNodes nodes that waiting jobs need beyond the busy ones, not negative
 */
public record NodeSetDemand(
        String namespace,
        String name,
        String kind,
        String apiVersion,
        Size size,
        OptionalLong replicas,
        long pendingNodes) {

    /** How many nodes a NodeSet should have. */
    public sealed interface Size {

        /**
         * That many.
         *
         * @param nodes not negative
         */
        record Desired(long nodes) implements Size {}

        /**
         * Nobody may set its number.
         *
         * @param why a sentence for people
         */
        record NotScalable(String why) implements Size {}
    }

    /** Why nobody may set its number; empty where it can be set. */
    public Optional<String> notScalable() {
        return size instanceof Size.NotScalable fixed ? Optional.of(fixed.why()) : Optional.empty();
    }

    /** Its resource as the custom metrics API names it, such as {@code nodesets.slinky.slurm.net}. */
    public String resource() {
        String plural = kind.toLowerCase(Locale.ROOT) + "s";
        int slash = apiVersion.indexOf('/');
        return slash < 0 ? plural : plural + "." + apiVersion.substring(0, slash);
    }
}
