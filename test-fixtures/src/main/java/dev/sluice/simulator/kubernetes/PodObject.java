package dev.sluice.simulator.kubernetes;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.sluice.lab.kubernetes.Pod;
import dev.sluice.lab.kubernetes.SlurmNode;
import dev.sluice.simulator.kubernetes.Worker.Machine;
import dev.sluice.simulator.kubernetes.api.Trees;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** Slurmd pods: a captured pod of Slinky's operator with the members that Sluice reads. */
final class PodObject {
    private static final String PREFIX = "nodeset.slinky.slurm.net/";

    private PodObject() {}

    static ObjectNode of(Worker worker) {
        Pod pod = worker.pod();
        ObjectNode object = Trees.captured("lists/pods-ns-slurm.json", "slurm-worker-gpu-h100-2");
        Instant created = Instant.ofEpochSecond(pod.createdAt());
        String uid = NodeSetObject.uid("pod", pod.name(), Long.toString(pod.createdAt()));
        Trees.set(object, "/metadata", "name", pod.name(), "uid", uid, "creationTimestamp", created);
        Optional<Instant> deleted =
                pod.deletedAt().stream().mapToObj(Instant::ofEpochSecond).findFirst();
        Trees.set(object, "/metadata", "deletionTimestamp", deleted);
        String labels = "/metadata/labels";
        Trees.set(object, labels, "app.kubernetes.io/instance", worker.nodeSet().name());
        Trees.set(object, labels, PREFIX + "pod-name", pod.name(), PREFIX + "pod-hostname", pod.node());
        Trees.set(object, labels, PREFIX + "pod-index", Integer.toString(pod.ordinal()));
        Trees.set(object, labels, PREFIX + "pod-protect", Optional.empty());
        Optional<String> cordon = Optional.of("true").filter(unused -> pod.cordoned());
        Trees.set(object, "/metadata", "annotations", Trees.object(PREFIX + "pod-cordon", cordon));
        String owner = "/metadata/ownerReferences/0";
        Trees.set(
                object,
                owner,
                "name",
                worker.nodeSet().name(),
                "uid",
                NodeSetObject.uid("nodeset", worker.nodeSet().name()));
        ObjectNode resources = NodeSetObject.resources(worker.nodeSet());
        Trees.set(object, "/spec/containers/0/resources", "limits", resources, "requests", resources);
        Optional<String> machine = worker.machine().map(Machine::name);
        // The simulated pods have only slurmd.
        Trees.set(object, "/spec", "nodeName", machine, "hostname", pod.node(), "initContainers", Optional.empty());
        String phase = pod.started() ? "Running" : "Pending";
        Trees.set(object, "", "status", Trees.object("phase", phase, "conditions", conditions(worker)));
        return object;
    }

    private static List<ObjectNode> conditions(Worker worker) {
        if (worker.machine().isEmpty()) {
            return List.of(condition("PodScheduled", false).put("reason", "Unschedulable"));
        }
        List<ObjectNode> conditions = new ArrayList<>();
        conditions.add(condition("Ready", worker.pod().ready()));
        conditions.add(condition("PodScheduled", true));
        worker.slurm()
                .filter(SlurmNode::draining)
                .map(node -> condition("SlurmNodeStateDrain", true).put("message", node.reason()))
                .ifPresent(conditions::add);
        return conditions;
    }

    private static ObjectNode condition(String type, boolean holds) {
        return Trees.object("type", type, "status", holds ? "True" : "False");
    }
}
