package dev.sluice.simulator.kubernetes;

import dev.sluice.simulator.kubernetes.api.Json;
import dev.sluice.simulator.kubernetes.api.Trees;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import java.util.function.Predicate;
import java.util.function.UnaryOperator;

/** NodeSets in the form of slinky.slurm.net/v1beta1. */
final class NodeSetJson {
    static final String IMAGE = "ghcr.io/slinkyproject/slurmd:26.05-ubuntu26.04";
    private static final String HASH = "5d4f8c9b6c";

    private NodeSetJson() {}

    /** Returns the same UID for the same words, so that a simulation is reproducible. */
    static String uid(String... words) {
        return UUID.nameUUIDFromBytes(String.join("/", words).getBytes(StandardCharsets.UTF_8))
                .toString();
    }

    static String uid(NodeSetSpec spec) {
        return uid("nodeset", spec.name());
    }

    /** Returns the operator's comment on the Slurm node. */
    static String comment(Worker worker) {
        Map<String, Object> origin = Trees.object(
                "namespace",
                NodeSetSpec.NAMESPACE,
                "podName",
                worker.podName(),
                "node",
                worker.machine().map(Machine::name).orElse(""),
                "nodeSetName",
                worker.nodeSet().name(),
                "nodeSetUID",
                uid(worker.nodeSet()));
        return new String(Json.bytes(origin, UnaryOperator.<Instant>identity()), StandardCharsets.UTF_8);
    }

    static Map<String, Object> object(NodeSetSpec spec, long now) {
        return Trees.object(
                "metadata",
                Trees.object(
                        "annotations",
                        Trees.object(
                                "meta.helm.sh/release-name",
                                "slurm",
                                "meta.helm.sh/release-namespace",
                                NodeSetSpec.NAMESPACE),
                        "creationTimestamp",
                        Instant.ofEpochSecond(now),
                        "generation",
                        1L,
                        "labels",
                        Trees.object(
                                "app.kubernetes.io/instance",
                                spec.name(),
                                "app.kubernetes.io/managed-by",
                                "Helm",
                                "app.kubernetes.io/name",
                                "slurmd",
                                "app.kubernetes.io/part-of",
                                "slurm",
                                "helm.sh/chart",
                                "slurm-1.2.2"),
                        "name",
                        spec.name(),
                        "namespace",
                        NodeSetSpec.NAMESPACE,
                        "uid",
                        uid(spec)),
                "spec",
                spec(spec));
    }

    private static Map<String, Object> spec(NodeSetSpec spec) {
        return Trees.object(
                "controllerRef",
                Trees.object("name", "slurm"),
                "extraConf",
                spec.extraConf(),
                "ordinalPadding",
                0L,
                "oversubscribeNode",
                false,
                "partition",
                Trees.object("enabled", false),
                "pinToNode",
                false,
                "pruneSlurmNodeRecords",
                "Never",
                "replicas",
                (long) spec.replicas(),
                "revisionHistoryLimit",
                0L,
                "scalingMode",
                "StatefulSet",
                "slurmd",
                Trees.object("image", IMAGE, "resources", Trees.object("limits", PodJson.resources(spec))),
                "template",
                Trees.object(
                        "spec",
                        Trees.object(
                                "hostname",
                                spec.slurmName() + "-",
                                "nodeSelector",
                                Trees.object("kubernetes.io/os", "linux"))),
                "updateStrategy",
                Trees.object("rollingUpdate", Trees.object("maxUnavailable", "25%"), "type", "RollingUpdate"),
                "workloadDisruptionProtection",
                true);
    }

    /** Returns the status of a NodeSet with this body. */
    static Map<String, Object> status(NodeSetState set, Map<String, Object> body) {
        List<Worker> live = set.live();
        long ready = live.stream().filter(worker -> worker.pod().ready()).count();
        return Trees.object(
                "availableReplicas",
                ready,
                "collisionCount",
                0L,
                "conditions",
                List.of(),
                "desired",
                Trees.number(Trees.at(body, "spec"), "replicas").orElse(0L),
                "nodeSetHash",
                HASH,
                "observedGeneration",
                Trees.number(Trees.at(body, "metadata"), "generation").orElse(0L),
                "readyReplicas",
                ready,
                "replicas",
                (long) live.size(),
                "selector",
                "app.kubernetes.io/instance=" + set.spec().name() + ",app.kubernetes.io/name=slurmd",
                "slurmAllocated",
                count(live, SlurmNode::busy),
                "slurmDown",
                count(live, SlurmNode::down),
                "slurmDrain",
                count(live, SlurmNode::draining),
                "slurmIdle",
                count(live, node -> node.states().contains("IDLE")),
                "unavailableReplicas",
                live.size() - ready,
                "updatedReplicas",
                (long) live.size());
    }

    private static long count(List<Worker> workers, Predicate<SlurmNode> which) {
        return workers.stream()
                .flatMap(worker -> worker.slurm().stream())
                .filter(which)
                .count();
    }
}
