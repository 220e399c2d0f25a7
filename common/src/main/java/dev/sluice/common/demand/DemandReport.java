package dev.sluice.common.demand;

import com.fasterxml.jackson.annotation.JsonProperty;
import com.fasterxml.jackson.annotation.JsonSetter;
import com.fasterxml.jackson.annotation.Nulls;
import java.time.Duration;
import java.time.Instant;
import java.util.Collection;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.Set;
import java.util.function.Function;

/**
 * The document of {@code /api/v1/demand}. Later releases can add members, but never change the meaning of a member
 * within a version. The message of a failed check begins with the name of the member.
 */
public record DemandReport(@Required int version, @Required List<ClusterReport> clusters) {

    public static final int VERSION = 1;

    /** Maximum number of replicas in Kubernetes, and of seconds. */
    static final long MAX = Integer.MAX_VALUE;

    public DemandReport {
        clusters = List.copyOf(clusters);
        distinct("clusters", clusters, ClusterReport::cluster);
    }

    /**
     * The demand of one cluster.
     *
     * @param cluster name in the exporter's configuration
     * @param observedAt time of Slurm's data, by the exporter's clock; present while publishing
     * @param age age of Slurm's data at the time of the response; present while publishing
     * @param maxAge maximum age of usable data
     * @param publishing false if the exporter withholds the demand
     * @param reason reason why the demand is withheld
     * @param nodeSets present while publishing; otherwise only, and empty, in a cluster without Kubernetes
     * @param partitions demand by partition; empty if the demand is withheld, or not reported by partition
     */
    public record ClusterReport(
            @Required String cluster,
            Optional<Instant> observedAt,
            @JsonProperty("ageSeconds") Optional<Duration> age,
            @JsonProperty("maxAgeSeconds") Optional<Duration> maxAge,
            @Required boolean publishing,
            Optional<String> reason,
            Optional<List<NodeSetReport>> nodeSets,
            Optional<List<PartitionReport>> partitions) {

        public ClusterReport {
            named("cluster", cluster);
            age.ifPresent(value -> check("ageSeconds", value));
            maxAge.ifPresent(value -> check("maxAgeSeconds", value));
            nodeSets = nodeSets.map(List::copyOf);
            partitions = partitions.map(List::copyOf);
            nodeSets.ifPresent(all -> distinct("nodeSets", all, NodeSetReport::fullName));
            partitions.ifPresent(all -> distinct("partitions", all, PartitionReport::name));
            if (publishing) {
                require("observedAt", observedAt.isPresent());
                require("ageSeconds", age.isPresent());
                require("nodeSets", nodeSets.isPresent());
            }
        }

        /** Returns true for a cluster without Kubernetes, which has no NodeSets at all. */
        public boolean hasNoNodeSets() {
            return !publishing && nodeSets.isPresent();
        }
    }

    /**
     * The demand of one partition's pending jobs.
     *
     * @param name name of the partition, as in Slurm
     * @param pendingNodes number of nodes that pending jobs need in addition to busy nodes
     * @param pendingJobs pending jobs by class
     */
    public record PartitionReport(
            @Required String name,
            @Required long pendingNodes,
            @JsonSetter(nulls = Nulls.AS_EMPTY) Map<String, Long> pendingJobs) {

        public PartitionReport {
            named("name", name);
            check("pendingNodes", pendingNodes);
        }
    }

    /**
     * The demand of one NodeSet, or of another object that takes the place of a NodeSet.
     *
     * @param kind kind of the object, such as {@code NodeSet} or {@code StatefulSet}
     * @param apiVersion API group and version of the object, such as {@code slinky.slurm.net/v1beta1}
     * @param desired desired number of nodes; empty if and only if {@code notScalable} is present
     * @param notScalable reason why the number of nodes must not be set
     * @param min minimum number of nodes
     * @param max maximum number of nodes
     * @param replicas current replicas in the spec
     * @param busy nodes with jobs
     * @param idle empty nodes that accept jobs
     * @param starting pods whose node has not registered yet
     * @param draining nodes that accept no further jobs
     * @param unusable pods whose node is empty and unavailable
     * @param ghosts node records without a pod
     * @param pendingNodes number of nodes that pending jobs need in addition to busy nodes
     * @param pendingJobs pending jobs by class
     * @param reasons sentences that explain the desired number
     */
    public record NodeSetReport(
            @Required String namespace,
            @Required String name,
            @Required String kind,
            @Required String apiVersion,
            OptionalLong desired,
            Optional<String> notScalable,
            long min,
            long max,
            OptionalLong replicas,
            long busy,
            long idle,
            long starting,
            long draining,
            long unusable,
            long ghosts,
            @Required long pendingNodes,
            @JsonSetter(nulls = Nulls.AS_EMPTY) Map<String, Long> pendingJobs,
            @JsonSetter(nulls = Nulls.AS_EMPTY) List<String> reasons) {

        public NodeSetReport {
            named("namespace", namespace);
            named("name", name);
            named("kind", kind);
            named("apiVersion", apiVersion);
            desired.ifPresent(number -> check("desired", number));
            replicas.ifPresent(number -> check("replicas", number));
            check("pendingNodes", pendingNodes);
            notScalable.ifPresent(why -> named("notScalable", why));
            require("desired", desired.isPresent() || notScalable.isPresent());
            if (desired.isPresent() && notScalable.isPresent()) {
                throw new IllegalArgumentException("desired contradicts notScalable");
            }
        }

        /** Returns the resource name in the custom metrics API, such as {@code nodesets.slinky.slurm.net}. */
        public String resource() {
            String plural = kind.toLowerCase(Locale.ROOT) + "s";
            int slash = apiVersion.indexOf('/');
            return slash < 0 ? plural : plural + "." + apiVersion.substring(0, slash);
        }

        /** Returns resource, namespace and name, such as {@code nodesets.slinky.slurm.net slurm/gpu}. */
        public String fullName() {
            return resource() + " " + namespace + "/" + name;
        }
    }

    private static void require(String member, boolean present) {
        if (!present) {
            throw new IllegalArgumentException(member + " is missing");
        }
    }

    private static void check(String member, long number) {
        if (number < 0) {
            throw new IllegalArgumentException(member + " is negative");
        }
        if (number > MAX) {
            throw new IllegalArgumentException(member + " is more than " + MAX);
        }
    }

    private static void check(String member, Duration duration) {
        check(member, duration.isNegative() ? -1 : duration.toSeconds());
    }

    private static void named(String member, String text) {
        if (text.isEmpty()) {
            throw new IllegalArgumentException(member + " is empty");
        }
    }

    private static <T> void distinct(String member, Collection<T> elements, Function<T, String> name) {
        Set<String> known = new HashSet<>();
        for (T element : elements) {
            if (!known.add(name.apply(element))) {
                throw new IllegalArgumentException(member + " has " + name.apply(element) + " twice");
            }
        }
    }
}
