package dev.sluice.simulator.kubernetes;

import static dev.sluice.simulator.kubernetes.api.Trees.member;

import dev.sluice.simulator.kubernetes.api.Trees;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** Writes Kubernetes nodes as JSON objects. These objects never change. */
final class MachineJson {
    private static final long MEBIBYTES_OF_SYSTEM = 4096;

    private MachineJson() {}

    static Map<String, Object> of(Machine machine, long now) {
        Instant since = Instant.ofEpochSecond(now);
        return Trees.object(
                member(
                        "metadata",
                        Trees.object(
                                member("name", machine.name()),
                                member("uid", NodeSetJson.uid("node", machine.name())),
                                member("creationTimestamp", since),
                                member("labels", labels(machine)),
                                member("annotations", Trees.object("node.alpha.kubernetes.io/ttl", "0")))),
                member(
                        "spec",
                        Trees.object(
                                "providerID",
                                "aws:///" + machine.zone() + "/i-"
                                        + machine.ip().replace('.', 'x'))),
                member("status", status(machine, since)));
    }

    private static Map<String, Object> labels(Machine machine) {
        NodeSetSpec set = machine.nodeSet();
        Optional<String> gpus = set.gpus() > 0 ? Optional.of(Integer.toString(set.gpus())) : Optional.empty();
        return Trees.object(
                member("karpenter.sh/nodepool", set.slurmName()),
                member("kubernetes.io/arch", "amd64"),
                member("kubernetes.io/hostname", machine.name()),
                member("kubernetes.io/os", "linux"),
                member("node.kubernetes.io/instance-type", set.instanceType()),
                member("nvidia.com/gpu.count", gpus),
                member("nvidia.com/gpu.present", gpus.map(count -> "true")),
                member("topology.kubernetes.io/region", "eu-west-1"),
                member("topology.kubernetes.io/zone", machine.zone()));
    }

    private static Map<String, Object> status(Machine machine, Instant since) {
        return Trees.object(
                member("capacity", resources(machine.nodeSet(), MEBIBYTES_OF_SYSTEM)),
                member("allocatable", resources(machine.nodeSet(), 0)),
                member("conditions", conditions(since)),
                member(
                        "addresses",
                        List.of(
                                Trees.object(member("type", "InternalIP"), member("address", machine.ip())),
                                Trees.object(member("type", "Hostname"), member("address", machine.name())))),
                member(
                        "nodeInfo",
                        Trees.object(
                                member("kernelVersion", "6.12.40"),
                                member("osImage", "Linux"),
                                member("containerRuntimeVersion", "containerd://2.1.4"),
                                member("kubeletVersion", "v1.36.2"),
                                member("operatingSystem", "linux"),
                                member("architecture", "amd64"))));
    }

    private static Map<String, Object> resources(NodeSetSpec set, long system) {
        Map<String, Object> resources = Trees.with(PodJson.resources(set), "memory", set.memory() + system + "Mi");
        return Trees.with(resources, "pods", "110");
    }

    private static List<Object> conditions(Instant since) {
        List<Object> conditions = new ArrayList<>();
        conditions.add(condition("MemoryPressure", "False", "KubeletHasSufficientMemory", since));
        conditions.add(condition("DiskPressure", "False", "KubeletHasNoDiskPressure", since));
        conditions.add(condition("PIDPressure", "False", "KubeletHasSufficientPID", since));
        conditions.add(condition("Ready", "True", "KubeletReady", since));
        return conditions;
    }

    private static Map<String, Object> condition(String type, String status, String reason, Instant since) {
        return Trees.object(
                member("type", type),
                member("status", status),
                member("lastHeartbeatTime", since),
                member("lastTransitionTime", since),
                member("reason", reason),
                member("message", reason.equals("KubeletReady") ? "kubelet is posting ready status" : reason));
    }
}
