package dev.sluice.common.demand;

import com.fasterxml.jackson.annotation.JsonSetter;
import com.fasterxml.jackson.annotation.Nulls;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;

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
        Counts.named("namespace", namespace);
        Counts.named("name", name);
        Counts.named("kind", kind);
        Counts.named("apiVersion", apiVersion);
        desired.ifPresent(number -> Counts.check("desired", number));
        replicas.ifPresent(number -> Counts.check("replicas", number));
        Counts.check("pendingNodes", pendingNodes);
        notScalable.ifPresent(why -> Counts.named("notScalable", why));
        if (desired.isEmpty() && notScalable.isEmpty()) {
            throw new IllegalArgumentException("desired is missing");
        }
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
