package dev.sluice.adapter.metrics;

import dev.sluice.adapter.demand.Demand;
import dev.sluice.adapter.demand.Demand.ClusterDemand;
import dev.sluice.adapter.metrics.Lookup.Refused;
import dev.sluice.adapter.metrics.Lookup.Refused.Reason;
import dev.sluice.common.demand.DemandReport.NodeSetReport;
import java.math.BigDecimal;
import java.math.RoundingMode;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.Predicate;
import java.util.function.Supplier;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * Finds values in memory. Returns values only if all possibly matching demand is known and trusted, because a
 * HorizontalPodAutoscaler adds up all values in a response.
 */
public final class MetricLookup {

    private final Supplier<Demand> demand;
    private final Map<String, String> clusterOfNamespace;
    private final BigDecimal tolerance;

    /**
     * Creates a lookup.
     *
     * @param clusterOfNamespace for each listed namespace, the cluster whose values the namespace reads; other
     *     namespaces read all clusters
     * @param tolerance tolerance of the HPAs as a share, such as 0.1; zero for HPAs without a tolerance
     */
    public MetricLookup(Supplier<Demand> demand, Map<String, String> clusterOfNamespace, BigDecimal tolerance) {
        this.demand = demand;
        this.clusterOfNamespace = Map.copyOf(clusterOfNamespace);
        this.tolerance = tolerance;
    }

    /** Returns the selected values of a metric, for HPA metrics of type External. */
    public Lookup external(Metric metric, String namespace, LabelSelector selector) {
        Scope scope = new Scope(demand.get(), namespace, selector);
        if (!metric.ofNodeSets()) {
            Optional<ClusterDemand> silent = scope.clusters.stream()
                    .filter(cluster -> cluster.trusted() && cluster.partitions().isEmpty())
                    .findFirst();
            if (silent.isPresent()) {
                return new Refused(
                        Reason.UNAVAILABLE,
                        "cluster " + silent.get().cluster() + ": its exporter does not report what partitions need");
            }
        }
        return scope.answer(
                metric,
                new Wanted(
                        selector.valuesOf(Series.NODESET).stream().findFirst().filter(LabelValues::areNames),
                        nodeSet -> nodeSet.namespace().equals(namespace)),
                Set.of(),
                "no series of " + metric.metricName() + " matches in namespace " + namespace);
    }

    /** Returns the value of an object, for HPA metrics of type Object. */
    public Lookup object(ObjectName object, Metric metric, LabelSelector selector) {
        Scope scope = new Scope(demand.get(), object.namespace(), selector);
        return scope.answer(
                metric,
                new Wanted(
                        object.name().equals(ObjectName.ALL) ? Optional.empty() : Optional.of(Set.of(object.name())),
                        object::isNameOf),
                // A request for all objects returns each object separately, with the name of the object.
                Set.of(Series.NODESET),
                "no demand of " + object.resource() + " " + object.namespace() + "/" + object.name());
    }

    /**
     * Returns the resources of all known NodeSets, and StatefulSets: a client distrusts an API group without resources.
     */
    public Set<String> resources() {
        Set<String> resources = new TreeSet<>(Set.of("statefulsets.apps"));
        demand.get().clusters().stream()
                .flatMap(cluster -> cluster.nodeSets().stream())
                .map(NodeSetReport::resource)
                .forEach(resources::add);
        return resources;
    }

    /** Returns all series that can be served now, in a fixed order. */
    public List<Series> all() {
        return demand.get().clusters().stream()
                .filter(ClusterDemand::trusted)
                .flatMap(cluster -> Stream.of(Metric.values())
                        .flatMap(metric -> series(metric, cluster, cluster.nodeSets().stream())))
                .toList();
    }

    /** Returns one series per NodeSet or partition, without NodeSets that have no value. */
    private Stream<Series> series(Metric metric, ClusterDemand cluster, Stream<NodeSetReport> nodeSets) {
        return metric.ofNodeSets()
                ? nodeSets.flatMap(nodeSet ->
                        value(metric, nodeSet).map(value -> Series.of(metric, cluster, nodeSet, value)).stream())
                : cluster.partitions().orElse(List.of()).stream()
                        .map(partition -> Series.of(metric, cluster, partition));
    }

    private Optional<Long> value(Metric metric, NodeSetReport nodeSet) {
        if (metric == Metric.NODESET_PENDING_NODES) {
            return Optional.of(nodeSet.pendingNodes());
        }
        return nodeSet.desired().stream()
                .mapToObj(desired -> nodeSet.replicas().isPresent()
                        ? aboveTolerance(desired, nodeSet.replicas().getAsLong())
                        : desired)
                .findFirst();
    }

    /**
     * Returns the number to publish. An HPA would ignore a desired number of nodes that exceeds the replicas by at most
     * the tolerance. The method therefore returns the smallest number above the tolerance.
     */
    private long aboveTolerance(long desired, long replicas) {
        // Computes exact decimals. For 10 replicas and a tolerance of 10 %, an HPA counts 11 as within the tolerance.
        // With a double, 11 would sometimes be outside the tolerance.
        long largestIgnored = BigDecimal.ONE
                .add(tolerance)
                .multiply(BigDecimal.valueOf(replicas))
                .setScale(0, RoundingMode.FLOOR)
                .longValueExact();
        return replicas < desired && desired <= largestIgnored ? largestIgnored + 1 : desired;
    }

    /**
     * The NodeSets that a request can match before the label selector is applied.
     *
     * @param names possible names; empty for all names
     */
    private record Wanted(Optional<Set<String>> names, Predicate<NodeSetReport> exactly) {

        Stream<NodeSetReport> of(ClusterDemand cluster) {
            return cluster.nodeSets().stream()
                    .filter(nodeSet -> names.isEmpty() || names.get().contains(nodeSet.name()))
                    .filter(exactly);
        }
    }

    private final class Scope {

        private final LabelSelector selector;
        private final List<ClusterDemand> clusters;
        private final List<String> blind;

        Scope(Demand known, String namespace, LabelSelector selector) {
            this.selector = selector;
            Optional<String> mapped = Optional.ofNullable(clusterOfNamespace.get(namespace));
            clusters = known.clusters().stream()
                    .filter(cluster -> mapped.isEmpty() || mapped.get().equals(cluster.cluster()))
                    .filter(cluster -> selector.admits(Series.CLUSTER, LabelValues.of(cluster.cluster())))
                    .toList();
            blind = new ArrayList<>();
            clusters.stream()
                    .filter(cluster -> !cluster.known())
                    .map(Scope::trouble)
                    .forEach(blind::add);
            if (mapped.isPresent() ? clusters.isEmpty() : !keepsToKnown(known)) {
                blind.addAll(known.silent());
            }
        }

        private boolean keepsToKnown(Demand known) {
            return selector.keepsTo(
                    Series.CLUSTER,
                    value -> known.clusters().stream()
                            .anyMatch(
                                    cluster -> LabelValues.of(cluster.cluster()).equals(value)));
        }

        private static String trouble(ClusterDemand cluster) {
            return "cluster " + cluster.cluster() + ": " + cluster.distrust().orElse("no data");
        }

        Lookup answer(Metric metric, Wanted wanted, Set<String> told, String nothing) {
            List<String> missing = new ArrayList<>();
            List<Series> found = new ArrayList<>();
            for (ClusterDemand cluster : clusters) {
                List<Series> ofCluster = series(metric, cluster, wanted.of(cluster))
                        .filter(series -> selector.matches(series.labels()))
                        .toList();
                found.addAll(ofCluster);
                List<String> fixed = fixed(metric, cluster, wanted);
                if (cluster.trusted()) {
                    missing.addAll(fixed);
                } else if (!ofCluster.isEmpty() || !fixed.isEmpty()) {
                    missing.add(trouble(cluster));
                }
            }
            if (!missing.isEmpty()) {
                return new Refused(Reason.UNAVAILABLE, String.join("; ", missing));
            }
            if (!blind.isEmpty()) {
                return new Refused(
                        Reason.UNAVAILABLE, String.join("; ", blind) + (found.isEmpty() ? "" : otherwise(found)));
            }
            if (found.isEmpty()) {
                return new Refused(Reason.NOT_FOUND, nothing + known(metric, wanted.exactly));
            }
            Set<String> named = new HashSet<>(selector.labels());
            named.addAll(told);
            return Ambiguity.among(found, named)
                    .<Lookup>map(advice -> new Refused(Reason.INVALID, advice))
                    .orElseGet(() -> new Lookup.Found(found.stream()
                            .sorted(Comparator.comparing(
                                    series -> series.labels().toString()))
                            .toList()));
        }

        /** Returns one message for each matching NodeSet without a value. These NodeSets are not scalable. */
        private List<String> fixed(Metric metric, ClusterDemand cluster, Wanted wanted) {
            if (metric != Metric.NODESET_DESIRED_REPLICAS) {
                return List.of();
            }
            return wanted.of(cluster)
                    .filter(nodeSet -> nodeSet.notScalable().isPresent())
                    .filter(nodeSet -> selector.matches(Series.labels(cluster, nodeSet)))
                    .map(nodeSet -> "cluster " + cluster.cluster() + ": " + nodeSet.fullName() + ": "
                            + nodeSet.notScalable().orElse(""))
                    .toList();
        }

        private String otherwise(List<Series> found) {
            return "; it may have a matching series too, so select "
                    + found.stream()
                            .map(series ->
                                    Series.CLUSTER + "=" + series.labels().get(Series.CLUSTER))
                            .distinct()
                            .sorted()
                            .collect(Collectors.joining(" or "));
        }

        private String known(Metric metric, Predicate<NodeSetReport> wanted) {
            String label = metric.ofNodeSets() ? Series.NODESET : Series.PARTITION;
            String values = clusters.stream()
                    .flatMap(cluster ->
                            series(metric, cluster, cluster.nodeSets().stream().filter(wanted)))
                    .map(series -> String.valueOf(series.labels().get(label)))
                    .distinct()
                    .sorted()
                    .limit(Ambiguity.MAX_SHOWN)
                    .collect(Collectors.joining(", "));
            String of = clusters.isEmpty()
                    ? "no matching cluster is reported"
                    : clusters.stream().map(ClusterDemand::cluster).collect(Collectors.joining(", ", "clusters: ", ""));
            return "; " + (values.isEmpty() ? of : label + " can be " + values);
        }
    }
}
