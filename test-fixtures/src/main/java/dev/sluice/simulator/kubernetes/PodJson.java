package dev.sluice.simulator.kubernetes;

import dev.sluice.simulator.kubernetes.api.Trees;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;

/** Slurmd pods as Slinky's operator creates them, with the status that kubelet and operator write. */
final class PodJson {
    private static final String PREFIX = "nodeset.slinky.slurm.net/";
    private static final String NOT_READY = "containers with unready status: [slurmd]";

    /** Slurm states with an operator condition, and the condition's name. */
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
                "cpu", Integer.toString(spec.cpus()), "memory", spec.memory() + "Mi", "nvidia.com/gpu", gpus);
    }

    static Map<String, Object> of(Worker worker) {
        return Trees.object("metadata", metadata(worker), "spec", spec(worker), "status", status(worker));
    }

    private static Map<String, Object> metadata(Worker worker) {
        NodeSetSpec set = worker.nodeSet();
        Optional<Instant> deletion = instant(worker.pod().deletedAt());
        return Trees.object(
                "name",
                worker.podName(),
                "namespace",
                NodeSetSpec.NAMESPACE,
                "uid",
                NodeSetJson.uid(
                        "pod", worker.podName(), Long.toString(worker.pod().createdAt())),
                "generation",
                1L,
                "creationTimestamp",
                Instant.ofEpochSecond(worker.pod().createdAt()),
                "deletionTimestamp",
                deletion,
                "deletionGracePeriodSeconds",
                deletion.map(at -> 30L),
                "labels",
                labels(worker),
                "annotations",
                annotations(worker),
                "ownerReferences",
                List.of(Trees.object(
                        "apiVersion",
                        "slinky.slurm.net/v1beta1",
                        "kind",
                        "NodeSet",
                        "name",
                        set.name(),
                        "uid",
                        NodeSetJson.uid(set),
                        "controller",
                        true,
                        "blockOwnerDeletion",
                        true)));
    }

    private static Optional<Instant> instant(OptionalLong seconds) {
        return seconds.isPresent() ? Optional.of(Instant.ofEpochSecond(seconds.getAsLong())) : Optional.empty();
    }

    private static Map<String, Object> labels(Worker worker) {
        return Trees.object(
                "app.kubernetes.io/component",
                "worker",
                "app.kubernetes.io/instance",
                worker.nodeSet().name(),
                "app.kubernetes.io/name",
                "slurmd",
                "app.kubernetes.io/part-of",
                "slurm",
                "controller-revision-hash",
                "6c5bd8f7d9",
                PREFIX + "pod-hostname",
                worker.slurmName(),
                PREFIX + "pod-index",
                Integer.toString(worker.pod().ordinal()),
                PREFIX + "pod-name",
                worker.podName(),
                PREFIX + "pod-protect",
                worker.busy() ? Optional.of("true") : Optional.empty(),
                PREFIX + "scaling-mode",
                "StatefulSet",
                "slinky.slurm.net/cluster",
                "slurm",
                "topology.kubernetes.io/region",
                worker.machine().map(machine -> "eu-west-1"),
                "topology.kubernetes.io/zone",
                worker.machine().map(Machine::zone));
    }

    private static Map<String, Object> annotations(Worker worker) {
        Optional<Instant> deadline =
                worker.deadline() == 0 ? Optional.empty() : Optional.of(Instant.ofEpochSecond(worker.deadline()));
        return Trees.object(
                "kubectl.kubernetes.io/default-container",
                "slurmd",
                PREFIX + "pod-cordon",
                worker.pod().cordoned() ? Optional.of("true") : Optional.empty(),
                PREFIX + "pod-deadline",
                deadline);
    }

    private static Map<String, Object> spec(Worker worker) {
        Map<String, Object> resources = resources(worker.nodeSet());
        return Trees.object(
                "containers",
                List.of(Trees.object(
                        "name",
                        "slurmd",
                        "image",
                        NodeSetJson.IMAGE,
                        "ports",
                        List.of(Trees.object("name", "slurmd", "containerPort", 6818L, "protocol", "TCP")),
                        "resources",
                        Trees.object("limits", resources, "requests", resources))),
                "restartPolicy",
                "Always",
                "terminationGracePeriodSeconds",
                30L,
                "nodeName",
                worker.machine().map(Machine::name),
                "hostname",
                worker.slurmName(),
                "schedulerName",
                "default-scheduler");
    }

    private static Map<String, Object> status(Worker worker) {
        Optional<Machine> machine = worker.machine();
        Instant bound = Instant.ofEpochSecond(worker.pod().scheduledAt());
        return Trees.object(
                "phase",
                worker.pod().started() ? "Running" : "Pending",
                "conditions",
                machine.isPresent() ? conditions(worker) : List.of(unschedulable(worker)),
                "hostIP",
                machine.map(Machine::ip),
                "podIP",
                machine.filter(m -> worker.pod().started())
                        .map(m -> "10.1." + (m.pool() + 1) + "." + (m.number() + 11)),
                "startTime",
                machine.map(m -> bound),
                "containerStatuses",
                machine.map(m -> List.of(container(worker))),
                "qosClass",
                "Burstable");
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
                "type",
                type,
                "status",
                holds ? "True" : "False",
                "lastProbeTime",
                Trees.NULL,
                "lastTransitionTime",
                since,
                "reason",
                reason,
                "message",
                message);
    }

    private static Map<String, Object> container(Worker worker) {
        boolean running = worker.pod().started();
        Map<String, Object> state = instant(worker.pod().startedAt())
                .map(at -> Trees.object("running", Trees.object("startedAt", at)))
                .orElseGet(() -> Trees.object("waiting", Trees.object("reason", "ContainerCreating")));
        return Trees.object(
                "name",
                "slurmd",
                "state",
                state,
                "lastState",
                Trees.object(),
                "ready",
                worker.pod().ready(),
                "restartCount",
                0L,
                "image",
                NodeSetJson.IMAGE,
                "imageID",
                "",
                "started",
                running);
    }
}
