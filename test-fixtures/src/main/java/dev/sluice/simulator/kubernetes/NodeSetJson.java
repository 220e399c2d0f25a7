package dev.sluice.simulator.kubernetes;

import static dev.sluice.simulator.kubernetes.api.Trees.member;

import dev.sluice.lab.nodeset.SlurmNode;
import dev.sluice.lab.scheduling.NodeState;
import dev.sluice.simulator.kubernetes.api.Json;
import dev.sluice.simulator.kubernetes.api.Trees;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.UUID;
import java.util.function.Predicate;

/** Writes NodeSets in the form of slinky.slurm.net/v1beta1. */
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
                member("namespace", NodeSetSpec.NAMESPACE),
                member("podName", worker.pod().name()),
                member("node", worker.machine().map(Machine::name).orElse("")),
                member("nodeSetName", worker.nodeSet().name()),
                member("nodeSetUID", uid(worker.nodeSet())));
        return Json.text(origin);
    }

    static Map<String, Object> object(NodeSetSpec spec, long now) {
        return Trees.object(
                member(
                        "metadata",
                        Trees.object(
                                member(
                                        "annotations",
                                        Trees.object(
                                                member("meta.helm.sh/release-name", "slurm"),
                                                member("meta.helm.sh/release-namespace", NodeSetSpec.NAMESPACE))),
                                member("creationTimestamp", Instant.ofEpochSecond(now)),
                                member("generation", 1L),
                                member(
                                        "labels",
                                        Trees.object(
                                                member("app.kubernetes.io/instance", spec.name()),
                                                member("app.kubernetes.io/managed-by", "Helm"),
                                                member("app.kubernetes.io/name", "slurmd"),
                                                member("app.kubernetes.io/part-of", "slurm"),
                                                member("helm.sh/chart", "slurm-1.2.2"))),
                                member("name", spec.name()),
                                member("namespace", NodeSetSpec.NAMESPACE),
                                member("uid", uid(spec)))),
                member("spec", spec(spec)),
                // The operator's first sync writes the status.
                member("status", Trees.object()));
    }

    private static Map<String, Object> spec(NodeSetSpec spec) {
        Map<String, Object> limits = Trees.object("limits", PodJson.resources(spec));
        return Json.of("""
                {"controllerRef": {"name": "slurm"}, "extraConf": "%s", "ordinalPadding": 0, "oversubscribeNode": false,
                 "partition": {"enabled": false}, "pinToNode": false, "pruneSlurmNodeRecords": "Never", "replicas": %s,
                 "revisionHistoryLimit": 0, "scalingMode": "StatefulSet",
                 "slurmd": {"image": "%s", "resources": %s},
                 "template": {"spec": {"hostname": "%s-", "nodeSelector": {"kubernetes.io/os": "linux"}}},
                 "updateStrategy": {"rollingUpdate": {"maxUnavailable": "25%%"}, "type": "RollingUpdate"},
                 "workloadDisruptionProtection": true}
                """.formatted(spec.extraConf(), spec.replicas(), IMAGE, Json.text(limits), spec.slurmName()));
    }

    /** Returns the status of a NodeSet with this body. */
    static Map<String, Object> status(NodeSetState set, Map<String, Object> body) {
        List<Worker> pods = set.workers();
        long ready = pods.stream().filter(worker -> worker.pod().ready()).count();
        return Trees.object(
                member("availableReplicas", present(ready)),
                member("collisionCount", 0L),
                member(
                        "desired",
                        present(Trees.number(Trees.at(body, "spec"), "replicas").orElse(0L))),
                member("nodeSetHash", HASH),
                member(
                        "observedGeneration",
                        Trees.number(Trees.at(body, "metadata"), "generation").orElse(0L)),
                member("readyReplicas", present(ready)),
                member("replicas", present(pods.size())),
                member(
                        "selector",
                        "app.kubernetes.io/instance=" + set.spec().name() + ",app.kubernetes.io/name=slurmd"),
                member("slurmAllocated", count(pods, SlurmNode::busy)),
                member("slurmDown", count(pods, SlurmNode::down)),
                member("slurmDrain", count(pods, SlurmNode::draining)),
                member("slurmIdle", count(pods, node -> node.state() == NodeState.IDLE)),
                member("unavailableReplicas", present(pods.size() - ready)),
                member("updatedReplicas", present(pods.size())));
    }

    private static Optional<Long> count(List<Worker> workers, Predicate<SlurmNode> which) {
        return present(workers.stream()
                .flatMap(worker -> worker.slurm().stream())
                .filter(which)
                .count());
    }

    /** The operator omits counts of zero. */
    private static Optional<Long> present(long count) {
        return Optional.of(count).filter(some -> some != 0);
    }
}
