package dev.sluice.simulator.kubernetes;

import static dev.sluice.simulator.kubernetes.api.Trees.member;

import dev.sluice.simulator.kubernetes.api.Trees;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;

/** Writes slurmd pods as Slinky's operator creates them. The status is the status that kubelet and operator write. */
final class PodJson {
    private static final String PREFIX = "nodeset.slinky.slurm.net/";
    private static final String NOT_READY = "containers with unready status: [slurmd]";

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

    private PodJson() {}

    static Map<String, Object> resources(NodeSetSpec spec) {
        Optional<String> gpus = spec.gpus() > 0 ? Optional.of(Integer.toString(spec.gpus())) : Optional.empty();
        return Trees.object(
                member("cpu", Integer.toString(spec.cpus())),
                member("memory", spec.memory() + "Mi"),
                member("nvidia.com/gpu", gpus));
    }

    static Map<String, Object> of(Worker worker) {
        return Trees.object(
                member("metadata", metadata(worker)), member("spec", spec(worker)), member("status", status(worker)));
    }

    private static Map<String, Object> metadata(Worker worker) {
        NodeSetSpec set = worker.nodeSet();
        Optional<Instant> deletion = instant(worker.pod().deletedAt());
        return Trees.object(
                member("name", worker.pod().name()),
                member("namespace", NodeSetSpec.NAMESPACE),
                member(
                        "uid",
                        NodeSetJson.uid(
                                "pod",
                                worker.pod().name(),
                                Long.toString(worker.pod().createdAt()))),
                member("generation", 1L),
                member("creationTimestamp", Instant.ofEpochSecond(worker.pod().createdAt())),
                member("deletionTimestamp", deletion),
                member("deletionGracePeriodSeconds", deletion.map(at -> 30L)),
                member("labels", labels(worker)),
                member("annotations", annotations(worker)),
                member(
                        "ownerReferences",
                        List.of(Trees.object(
                                member("apiVersion", "slinky.slurm.net/v1beta1"),
                                member("kind", "NodeSet"),
                                member("name", set.name()),
                                member("uid", NodeSetJson.uid(set)),
                                member("controller", true),
                                member("blockOwnerDeletion", true)))));
    }

    private static Optional<Instant> instant(OptionalLong seconds) {
        return seconds.isPresent() ? Optional.of(Instant.ofEpochSecond(seconds.getAsLong())) : Optional.empty();
    }

    private static Map<String, Object> labels(Worker worker) {
        return Trees.object(
                member("app.kubernetes.io/component", "worker"),
                member("app.kubernetes.io/instance", worker.nodeSet().name()),
                member("app.kubernetes.io/name", "slurmd"),
                member("app.kubernetes.io/part-of", "slurm"),
                member("controller-revision-hash", "6c5bd8f7d9"),
                member(PREFIX + "pod-hostname", worker.pod().node()),
                member(PREFIX + "pod-index", Integer.toString(worker.pod().ordinal())),
                member(PREFIX + "pod-name", worker.pod().name()),
                member(PREFIX + "pod-protect", worker.busy() ? Optional.of("true") : Optional.empty()),
                member(PREFIX + "scaling-mode", "StatefulSet"),
                member("slinky.slurm.net/cluster", "slurm"),
                member("topology.kubernetes.io/region", worker.machine().map(machine -> "eu-west-1")),
                member("topology.kubernetes.io/zone", worker.machine().map(Machine::zone)));
    }

    private static Map<String, Object> annotations(Worker worker) {
        Optional<Instant> deadline =
                worker.deadline() == 0 ? Optional.empty() : Optional.of(Instant.ofEpochSecond(worker.deadline()));
        return Trees.object(
                member("kubectl.kubernetes.io/default-container", "slurmd"),
                member(PREFIX + "pod-cordon", worker.pod().cordoned() ? Optional.of("true") : Optional.empty()),
                member(PREFIX + "pod-deadline", deadline));
    }

    private static Map<String, Object> spec(Worker worker) {
        Map<String, Object> resources = resources(worker.nodeSet());
        return Trees.object(
                member(
                        "containers",
                        List.of(Trees.object(
                                member("name", "slurmd"),
                                member("image", NodeSetJson.IMAGE),
                                member(
                                        "ports",
                                        List.of(Trees.object(
                                                member("name", "slurmd"),
                                                member("containerPort", 6818L),
                                                member("protocol", "TCP")))),
                                member(
                                        "resources",
                                        Trees.object(member("limits", resources), member("requests", resources)))))),
                member("restartPolicy", "Always"),
                member("terminationGracePeriodSeconds", 30L),
                member("nodeName", worker.machine().map(Machine::name)),
                member("hostname", worker.pod().node()),
                member("schedulerName", "default-scheduler"));
    }

    private static Map<String, Object> status(Worker worker) {
        Optional<Machine> machine = worker.machine();
        Instant bound = Instant.ofEpochSecond(worker.pod().scheduledAt());
        return Trees.object(
                member("phase", worker.pod().started() ? "Running" : "Pending"),
                member("conditions", machine.isPresent() ? conditions(worker) : List.of(unschedulable(worker))),
                member("hostIP", machine.map(Machine::ip)),
                member(
                        "podIP",
                        machine.filter(m -> worker.pod().started())
                                .map(m -> "10.1." + (m.pool() + 1) + "." + (m.number() + 11))),
                member("startTime", machine.map(m -> bound)),
                member("containerStatuses", machine.map(m -> List.of(container(worker)))),
                member("qosClass", "Burstable"));
    }

    private static Map<String, Object> unschedulable(Worker worker) {
        int machines = worker.nodeSet().machines();
        return condition(
                "PodScheduled",
                false,
                Instant.ofEpochSecond(worker.pod().createdAt()),
                Optional.of("Unschedulable"),
                Optional.of("0/" + machines + " nodes are available: " + machines
                        + " node(s) didn't match pod anti-affinity rules."));
    }

    private static List<Object> conditions(Worker worker) {
        Instant bound = Instant.ofEpochSecond(worker.pod().scheduledAt());
        boolean ready = worker.pod().ready();
        Instant since = instant(worker.pod().startedAt()).filter(at -> ready).orElse(bound);
        Optional<String> reason = ready ? Optional.empty() : Optional.of("ContainersNotReady");
        Optional<String> message = ready ? Optional.empty() : Optional.of(NOT_READY);
        Optional<String> none = Optional.empty();
        List<Object> conditions = new ArrayList<>(List.of(
                condition("PodReadyToStartContainers", worker.pod().started(), since, none, none),
                condition("Initialized", true, bound, none, none),
                condition("Ready", ready, since, reason, message),
                condition("ContainersReady", ready, since, reason, message),
                condition("PodScheduled", true, bound, none, none)));
        worker.slurm()
                .ifPresent(node -> node.states().stream()
                        .filter(STATES::containsKey)
                        .forEach(state -> conditions.add(condition(
                                "SlurmNodeState" + STATES.getOrDefault(state, state),
                                true,
                                worker.since(state),
                                none,
                                Optional.of(node.reason()).filter(text -> !text.isEmpty())))));
        return conditions;
    }

    private static Map<String, Object> condition(
            String type, boolean holds, Instant since, Optional<String> reason, Optional<String> message) {
        return Trees.object(
                member("type", type),
                member("status", holds ? "True" : "False"),
                member("lastProbeTime", Trees.NULL),
                member("lastTransitionTime", since),
                member("reason", reason),
                member("message", message));
    }

    private static Map<String, Object> container(Worker worker) {
        boolean running = worker.pod().started();
        Map<String, Object> state = instant(worker.pod().startedAt())
                .map(at -> Trees.object("running", Trees.object("startedAt", at)))
                .orElseGet(() -> Trees.object("waiting", Trees.object("reason", "ContainerCreating")));
        return Trees.object(
                member("name", "slurmd"),
                member("state", state),
                member("lastState", Trees.object()),
                member("ready", worker.pod().ready()),
                member("restartCount", 0L),
                member("image", NodeSetJson.IMAGE),
                member("imageID", ""),
                member("started", running));
    }
}
