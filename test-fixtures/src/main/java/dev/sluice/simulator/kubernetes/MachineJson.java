package dev.sluice.simulator.kubernetes;

import dev.sluice.simulator.kubernetes.api.Trees;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** Kubernetes nodes, which never change. */
final class MachineJson {
    private static final long MEBIBYTES_OF_SYSTEM = 4096;

    private MachineJson() {}

    static Map<String, Object> of(Machine machine, long now) {
        Instant since = Instant.ofEpochSecond(now);
        return Trees.object(
                "metadata",
                Trees.object(
                        "name",
                        machine.name(),
                        "uid",
                        NodeSetJson.uid("node", machine.name()),
                        "creationTimestamp",
                        since,
                        "labels",
                        labels(machine),
                        "annotations",
                        Trees.object("node.alpha.kubernetes.io/ttl", "0")),
                "spec",
                Trees.object(
                        "providerID",
                        "aws:///" + machine.zone() + "/i-" + machine.ip().replace('.', 'x')),
                "status",
                status(machine, since));
    }

    private static Map<String, Object> labels(Machine machine) {
        NodeSetSpec set = machine.nodeSet();
        Optional<String> gpus = set.gpus() > 0 ? Optional.of(Integer.toString(set.gpus())) : Optional.empty();
        return Trees.object(
                "karpenter.sh/nodepool",
                set.slurmName(),
                "kubernetes.io/arch",
                "amd64",
                "kubernetes.io/hostname",
                machine.name(),
                "kubernetes.io/os",
                "linux",
                "node.kubernetes.io/instance-type",
                set.instanceType(),
                "nvidia.com/gpu.count",
                gpus,
                "nvidia.com/gpu.present",
                gpus.map(count -> "true"),
                "topology.kubernetes.io/region",
                "eu-west-1",
                "topology.kubernetes.io/zone",
                machine.zone());
    }

    private static Map<String, Object> status(Machine machine, Instant since) {
        return Trees.object(
                "capacity",
                resources(machine.nodeSet(), MEBIBYTES_OF_SYSTEM),
                "allocatable",
                resources(machine.nodeSet(), 0),
                "conditions",
                conditions(since),
                "addresses",
                List.of(
                        Trees.object("type", "InternalIP", "address", machine.ip()),
                        Trees.object("type", "Hostname", "address", machine.name())),
                "nodeInfo",
                Trees.object(
                        "kernelVersion",
                        "6.12.40",
                        "osImage",
                        "Linux",
                        "containerRuntimeVersion",
                        "containerd://2.1.4",
                        "kubeletVersion",
                        "v1.36.2",
                        "operatingSystem",
                        "linux",
                        "architecture",
                        "amd64"));
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
                "type",
                type,
                "status",
                status,
                "lastHeartbeatTime",
                since,
                "lastTransitionTime",
                since,
                "reason",
                reason,
                "message",
                reason.equals("KubeletReady") ? "kubelet is posting ready status" : reason);
    }
}
