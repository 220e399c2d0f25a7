package dev.sluice.simulator.kubernetes;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.sluice.lab.nodeset.Pod;
import dev.sluice.simulator.kubernetes.Worker.Machine;
import dev.sluice.simulator.kubernetes.api.Trees;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;

/** Slurmd pods: a captured pod of Slinky's operator with the status that kubelet and operator write. */
final class PodObject {
    private static final String PREFIX = "nodeset.slinky.slurm.net/";

    /** The Slurm states for which the operator sets a condition, with the name of the condition. */
    private static final Map<String, String> STATES = Map.of(
            "ALLOCATED", "Allocated",
            "MIXED", "Mixed",
            "IDLE", "Idle",
            "DOWN", "Down",
            "DRAIN", "Drain",
            "COMPLETING", "Completing",
            "MAINTENANCE", "Maintenance",
            "NOT_RESPONDING", "NotResponding");

    private PodObject() {}

    static ObjectNode of(Worker worker) {
        ObjectNode object = Trees.captured("lists/pods-ns-slurm.json", "slurm-worker-gpu-h100-2");
        setMetadata(object, worker);
        setSpec(object, worker);
        setStatus(object, worker);
        return object;
    }

    private static void setMetadata(ObjectNode object, Worker worker) {
        Pod pod = worker.pod();
        String nodeSet = worker.nodeSet().name();
        Instant created = Instant.ofEpochSecond(pod.createdAt());
        String uid = NodeSetObject.uid("pod", pod.name(), Long.toString(pod.createdAt()));
        Trees.set(object, "/metadata", "name", pod.name(), "uid", uid, "creationTimestamp", created);
        Optional<Instant> deleted = instant(pod.deletedAt());
        Trees.set(object, "/metadata", "deletionTimestamp", deleted);
        Trees.set(object, "/metadata", "deletionGracePeriodSeconds", deleted.map(at -> 30));
        String labels = "/metadata/labels";
        Optional<Machine> machine = worker.machine();
        Trees.set(object, labels, "app.kubernetes.io/instance", nodeSet, PREFIX + "pod-name", pod.name());
        Trees.set(object, labels, PREFIX + "pod-hostname", pod.node());
        Trees.set(object, labels, PREFIX + "pod-index", Integer.toString(pod.ordinal()));
        Trees.set(object, labels, PREFIX + "pod-protect", present("true", worker.busy()));
        Trees.set(object, labels, "topology.kubernetes.io/region", machine.map(m -> "eu-west-1"));
        Trees.set(object, labels, "topology.kubernetes.io/zone", machine.map(Machine::zone));
        String annotations = "/metadata/annotations";
        Instant deadline = Instant.ofEpochSecond(worker.deadline());
        Trees.set(object, annotations, PREFIX + "pod-cordon", present("true", pod.cordoned()));
        Trees.set(object, annotations, PREFIX + "pod-deadline", present(deadline, worker.deadline() != 0));
        Trees.set(object, annotations, PREFIX + "pod-deletion-cost", Optional.empty());
        String owner = "/metadata/ownerReferences/0";
        Trees.set(object, owner, "name", nodeSet, "uid", NodeSetObject.uid(worker.nodeSet()));
    }

    private static void setSpec(ObjectNode object, Worker worker) {
        ObjectNode resources = NodeSetObject.resources(worker.nodeSet());
        Trees.set(object, "/spec/containers/0/resources", "limits", resources, "requests", resources);
        Optional<String> machine = worker.machine().map(Machine::name);
        Trees.set(object, "/spec", "nodeName", machine, "hostname", worker.pod().node());
        // The simulated pods have only slurmd.
        Trees.set(object, "/spec", "initContainers", Optional.empty());
        Trees.set(object, "/status", "initContainerStatuses", Optional.empty());
    }

    private static void setStatus(ObjectNode object, Worker worker) {
        Pod pod = worker.pod();
        Optional<Machine> machine = worker.machine();
        Optional<Machine> host = machine.filter(m -> pod.started());
        Optional<String> ip = host.map(Machine::podIp);
        String status = "/status";
        Trees.set(object, status, "phase", pod.started() ? "Running" : "Pending");
        Trees.set(
                object,
                status,
                "conditions",
                machine.isPresent() ? conditions(worker) : List.of(unschedulable(worker)));
        Trees.set(object, status, "hostIP", machine.map(Machine::ip), "hostIPs", host.map(m -> ips(m.ip())));
        Trees.set(object, status, "podIP", ip, "podIPs", ip.map(PodObject::ips));
        Trees.set(object, status, "startTime", machine.map(m -> Instant.ofEpochSecond(pod.scheduledAt())));
        ObjectNode state = instant(pod.startedAt())
                .map(at -> Trees.object("running", Trees.object("startedAt", at)))
                .orElseGet(() -> Trees.object("waiting", Trees.object("reason", "ContainerCreating")));
        String container = "/status/containerStatuses/0";
        Trees.set(object, container, "state", state, "ready", pod.ready(), "started", pod.started());
        if (machine.isEmpty()) {
            Trees.set(object, status, "containerStatuses", Optional.empty());
        }
    }

    private static List<ObjectNode> ips(String ip) {
        return List.of(Trees.object("ip", ip));
    }

    private static <T> Optional<T> present(T value, boolean present) {
        return Optional.of(value).filter(some -> present);
    }

    private static Optional<Instant> instant(OptionalLong seconds) {
        return seconds.isPresent() ? Optional.of(Instant.ofEpochSecond(seconds.getAsLong())) : Optional.empty();
    }

    private static ObjectNode unschedulable(Worker worker) {
        int machines = worker.nodeSet().machines();
        String message = "0/" + machines + " nodes are available: " + machines
                + " node(s) didn't match pod anti-affinity rules.";
        Instant since = Instant.ofEpochSecond(worker.pod().createdAt());
        return condition("PodScheduled", false, since)
                .put("reason", "Unschedulable")
                .put("message", message);
    }

    private static List<ObjectNode> conditions(Worker worker) {
        Instant bound = Instant.ofEpochSecond(worker.pod().scheduledAt());
        boolean ready = worker.pod().ready();
        Instant since = instant(worker.pod().startedAt()).filter(at -> ready).orElse(bound);
        List<ObjectNode> conditions = new ArrayList<>();
        conditions.add(condition("PodReadyToStartContainers", worker.pod().started(), since));
        conditions.add(condition("Initialized", true, bound));
        for (String type : List.of("Ready", "ContainersReady")) {
            ObjectNode condition = condition(type, ready, since);
            if (!ready) {
                condition.put("reason", "ContainersNotReady");
                condition.put("message", "containers with unready status: [slurmd]");
            }
            conditions.add(condition);
        }
        conditions.add(condition("PodScheduled", true, bound));
        worker.slurm()
                .ifPresent(node -> node.states().stream()
                        .filter(STATES::containsKey)
                        .forEach(state -> {
                            ObjectNode condition =
                                    condition("SlurmNodeState" + STATES.get(state), true, worker.since(state));
                            Trees.set(
                                    condition,
                                    "",
                                    "message",
                                    present(node.reason(), !node.reason().isEmpty()));
                            conditions.add(condition);
                        }));
        return conditions;
    }

    private static ObjectNode condition(String type, boolean holds, Instant since) {
        return Trees.object("type", type, "status", holds ? "True" : "False")
                .putNull("lastProbeTime")
                .putPOJO("lastTransitionTime", since);
    }
}
