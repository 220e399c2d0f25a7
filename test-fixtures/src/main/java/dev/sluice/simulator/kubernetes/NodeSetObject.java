package dev.sluice.simulator.kubernetes;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.sluice.lab.kubernetes.SlurmNode;
import dev.sluice.simulator.kubernetes.Worker.Machine;
import dev.sluice.simulator.kubernetes.api.ObjectStore;
import dev.sluice.simulator.kubernetes.api.Trees;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.UUID;
import java.util.function.Predicate;

/** NodeSets of slinky.slurm.net/v1beta1 and their machines: captured objects with the members that Sluice reads. */
final class NodeSetObject {
    private static final long MEBIBYTES_OF_SYSTEM = 4096;

    private NodeSetObject() {}

    /** Returns the same UID for the same words, so that a simulation is reproducible. */
    static String uid(String... words) {
        return UUID.nameUUIDFromBytes(String.join("/", words).getBytes(StandardCharsets.UTF_8))
                .toString();
    }

    /** Returns the operator's comment on the Slurm node. */
    static String comment(Worker worker) {
        String machine = worker.machine().map(Machine::name).orElse("");
        return Trees.object(
                        "namespace",
                        NodeSetSpec.NAMESPACE,
                        "podName",
                        worker.pod().name(),
                        "node",
                        machine)
                .put("nodeSetName", worker.nodeSet().name())
                .put("nodeSetUID", uid("nodeset", worker.nodeSet().name()))
                .toString();
    }

    static ObjectNode resources(NodeSetSpec spec) {
        return Trees.object("cpu", Integer.toString(spec.cpus()), "memory", spec.memory() + "Mi")
                .<ObjectNode>setAll(Trees.object("nvidia.com/gpu", gpus(spec)));
    }

    private static Optional<String> gpus(NodeSetSpec spec) {
        return Optional.of(Integer.toString(spec.gpus())).filter(count -> spec.gpus() > 0);
    }

    static ObjectNode of(NodeSetSpec spec, long now) {
        ObjectNode object = Trees.captured("lists/nodesets-slinky-ns-slurm.json", "slurm-worker-a100");
        Trees.set(object, "/metadata", "name", spec.name(), "uid", uid("nodeset", spec.name()));
        Trees.set(object, "/metadata", "creationTimestamp", Instant.ofEpochSecond(now));
        Trees.set(object, "/metadata/labels", "app.kubernetes.io/instance", spec.name());
        Trees.set(object, "/spec", "extraConf", spec.extraConf(), "replicas", spec.replicas());
        // The partitions of the simulated cluster consist of several groups of nodes.
        Trees.set(object, "/spec", "partition", Trees.object("enabled", false));
        Trees.set(object, "/spec/slurmd/resources", "limits", resources(spec));
        Trees.set(object, "/spec/template/spec", "hostname", spec.slurmName() + "-");
        // The operator's first sync writes the status.
        Trees.set(object, "", "status", Trees.object());
        return object;
    }

    /** Writes the status of a NodeSet. The operator omits counts of zero. */
    static void setStatus(ObjectNode object, NodeSetState set) {
        List<Worker> pods = set.workers();
        ObjectNode status = Trees.object();
        put(status, "desired", ObjectStore.replicas(object));
        put(status, "replicas", pods.size());
        put(
                status,
                "readyReplicas",
                pods.stream().filter(worker -> worker.pod().ready()).count());
        put(status, "slurmAllocated", count(pods, SlurmNode::busy));
        put(status, "slurmDown", count(pods, SlurmNode::down));
        put(status, "slurmDrain", count(pods, SlurmNode::draining));
        put(status, "slurmIdle", count(pods, SlurmNode::idle));
        put(status, "observedGeneration", object.at("/metadata/generation").asLong());
        object.set("status", status);
    }

    private static long count(List<Worker> workers, Predicate<SlurmNode> which) {
        return workers.stream()
                .flatMap(worker -> worker.slurm().stream())
                .filter(which)
                .count();
    }

    private static void put(ObjectNode status, String name, long count) {
        Trees.set(status, "", name, Optional.of(count).filter(some -> some != 0));
    }

    /** Returns a Kubernetes node, which never changes. */
    static ObjectNode machine(Machine machine, long now) {
        ObjectNode object = Trees.captured("lists/nodes.json", "ip-10-0-1-11.eu-west-1.compute.internal");
        NodeSetSpec set = machine.nodeSet();
        Trees.set(object, "/metadata", "name", machine.name(), "uid", uid("node", machine.name()));
        Trees.set(object, "/metadata", "creationTimestamp", Instant.ofEpochSecond(now));
        ObjectNode labels = (ObjectNode) object.at("/metadata/labels");
        // The captured machine also belongs to a NodeSet of SUNK.
        labels.retain("kubernetes.io/arch", "kubernetes.io/os", "topology.kubernetes.io/region");
        labels.put("karpenter.sh/nodepool", set.slurmName())
                .put("kubernetes.io/hostname", machine.name())
                .put("node.kubernetes.io/instance-type", set.instanceType())
                .put("topology.kubernetes.io/zone", machine.zone());
        Trees.set(
                labels,
                "",
                "nvidia.com/gpu.count",
                gpus(set),
                "nvidia.com/gpu.present",
                gpus(set).map(n -> "true"));
        Trees.set(object, "/spec", "taints", Optional.empty());
        ObjectNode allocatable = resources(set).put("pods", "110");
        ObjectNode capacity = allocatable.deepCopy().put("memory", set.memory() + MEBIBYTES_OF_SYSTEM + "Mi");
        Trees.set(object, "/status", "capacity", capacity, "allocatable", allocatable);
        return object;
    }
}
