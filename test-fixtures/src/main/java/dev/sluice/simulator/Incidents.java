package dev.sluice.simulator;

import dev.sluice.lab.scheduling.Controller;
import dev.sluice.lab.scheduling.JobReason;
import dev.sluice.lab.scheduling.JobState;
import dev.sluice.lab.scheduling.NodeFlag;
import dev.sluice.lab.scheduling.SimulatedJob;
import dev.sluice.lab.scheduling.SimulatedNode;
import java.util.ArrayList;
import java.util.List;

/** Simulates node incidents: people and health checks drain nodes, and hardware fails. All nodes recover. */
final class Incidents {
    private record Cause(String reason, String by) {}

    private record Repair(String node, long at) {}

    private static final List<Cause> DRAINS = List.of(
            new Cause("replace PSU \"B\" – Lüfter prüfen, siehe 工单 4711", "grace"),
            new Cause("health check: GPU 3 XID 79, fell off the bus", "root"),
            new Cause("kernel update", "grace"),
            new Cause("health check: NVLink errors above threshold", "root"),
            new Cause("health check: /scratch not mounted", "root"),
            new Cause("bad DIMM slot A3", "erin"));
    private static final int MAX_UNAVAILABLE = 3;

    private final Controller controller;
    private final SeededRandom random;
    private final List<Repair> repairs = new ArrayList<>();

    /** Creates the simulation without a first incident. */
    Incidents(Controller controller, SeededRandom random) {
        this.controller = controller;
        this.random = random;
    }

    void step(long seconds) {
        repair();
        if (random.happens(0.5, seconds)) {
            drain(random.pick(DRAINS));
        }
        if (random.happens(0.2, seconds)) {
            fail(controller.now() + 60L * random.between(15, 60));
        }
    }

    /** Ensures that at least one node is drained. The reason of the drain contains quotes and non-ASCII characters. */
    void ensureDrain() {
        SimulatedNode node = controller.node("cpu006");
        if (node.isUsable()) {
            node.drain(DRAINS.get(0).reason(), DRAINS.get(0).by(), controller.now() - 5400);
            repairs.add(new Repair(node.name(), controller.now() + 7200));
            controller.nodesChanged();
        }
    }

    /** Ensures that at least one bare-metal node is down. */
    void ensureFailure() {
        boolean down = controller.nodes().stream().anyMatch(node -> node.isDown() && !node.has(NodeFlag.DYNAMIC_NORM));
        if (!down) {
            fail(controller.now() + 2700);
        }
    }

    private void drain(Cause cause) {
        List<String> healthy = healthy();
        if (!healthy.isEmpty()) {
            String name = random.pick(healthy);
            controller.drain(name, cause.reason(), cause.by());
            repairs.add(new Repair(name, controller.now() + 60L * random.between(30, 150)));
        }
    }

    /** Fails a random node. Prefers nodes with jobs, because hardware fails under load. */
    private void fail(long repairedAt) {
        List<String> healthy = healthy();
        List<String> busy =
                healthy.stream().filter(name -> !controller.node(name).isIdle()).toList();
        if (!healthy.isEmpty()) {
            String name = random.pick(busy.isEmpty() ? healthy : busy);
            controller.fail(name, "Not responding");
            controller.runningOn(name).stream().filter(SimulatedJob::isRunning).forEach(job -> lose(job, name));
            repairs.add(new Repair(name, repairedAt));
        }
    }

    /** Requeues a job of a failed node, or ends the job. */
    private void lose(SimulatedJob job, String node) {
        if (job.het().isEmpty() && random.chance(0.4)) {
            controller.requeue(job);
            return;
        }
        for (SimulatedJob part : controller.group(job)) {
            if (part.isRunning()) {
                part.lostNode(node);
                controller.end(part, JobState.NODE_FAIL, JobReason.NODE_DOWN);
            }
        }
    }

    private void repair() {
        List<Repair> due =
                repairs.stream().filter(r -> r.at() <= controller.now()).toList();
        due.forEach(repair -> controller.resume(repair.node()));
        repairs.removeAll(due);
    }

    private List<String> healthy() {
        List<SimulatedNode> fixed = controller.nodes().stream()
                .filter(n -> !n.spec().cloud() && !n.has(NodeFlag.DYNAMIC_NORM))
                // The waste list always has a job.
                .filter(n -> !n.spec().gpuTypes().contains(JobKinds.WASTED_GPU))
                .toList();
        boolean enough = fixed.stream().filter(n -> !n.isUsable()).count() >= MAX_UNAVAILABLE;
        return enough
                ? List.of()
                : fixed.stream()
                        .filter(SimulatedNode::isUsable)
                        .map(SimulatedNode::name)
                        .toList();
    }
}
