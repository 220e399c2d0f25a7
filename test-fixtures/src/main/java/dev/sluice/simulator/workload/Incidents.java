package dev.sluice.simulator.workload;

import dev.sluice.simulator.cluster.ClusterState;
import dev.sluice.simulator.job.Job;
import dev.sluice.simulator.job.JobReason;
import dev.sluice.simulator.job.JobState;
import dev.sluice.simulator.node.Node;
import dev.sluice.simulator.node.NodeFlag;
import java.util.ArrayList;
import java.util.List;

/** What befalls nodes: people and health checks drain them, hardware fails; all comes back. */
public final class Incidents {
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

    private final ClusterState state;
    private final SeededRandom random;
    private final List<Repair> repairs = new ArrayList<>();

    public Incidents(ClusterState state, SeededRandom random) {
        this.state = state;
        this.random = random;
    }

    public void step(long seconds) {
        repair();
        if (random.happens(0.5, seconds)) {
            drain(random.pick(DRAINS));
        }
        if (random.happens(0.2, seconds)) {
            fail(state.now() + 60L * random.between(15, 60));
        }
    }

    /** Sees to it that at least one node is drained, for the reason that is hardest to quote. */
    public void ensureDrain() {
        Node node = state.node("cpu006");
        if (node.isUsable()) {
            node.drain(DRAINS.get(0).reason(), DRAINS.get(0).by(), state.now() - 5400);
            repairs.add(new Repair(node.name(), state.now() + 7200));
            state.nodesChanged();
        }
    }

    /** Sees to it that at least one machine is down, which one of the bare ones is at first sight. */
    public void ensureFailure() {
        boolean down = state.nodes().stream().anyMatch(node -> node.isDown() && !node.has(NodeFlag.DYNAMIC_NORM));
        if (!down) {
            fail(state.now() + 2700);
        }
    }

    private void drain(Cause cause) {
        List<String> healthy = healthy();
        if (!healthy.isEmpty()) {
            Node node = state.node(random.pick(healthy));
            node.drain(cause.reason(), cause.by(), state.now());
            repairs.add(new Repair(node.name(), state.now() + 60L * random.between(30, 150)));
            state.nodesChanged();
        }
    }

    /** Machines break under load: one with jobs if there is any. */
    private void fail(long repairedAt) {
        List<String> healthy = healthy();
        List<String> busy =
                healthy.stream().filter(name -> !state.node(name).isIdle()).toList();
        if (!healthy.isEmpty()) {
            String name = random.pick(busy.isEmpty() ? healthy : busy);
            fail(name, "Not responding");
            repairs.add(new Repair(name, repairedAt));
        }
    }

    /** Takes a node down; its jobs are requeued or lost. */
    public void fail(String name, String reason) {
        state.node(name).fail(reason, state.now());
        state.nodesChanged();
        List<Job> victims = state.running().stream()
                .filter(job ->
                        job.allocations().stream().anyMatch(a -> a.node().name().equals(name)))
                .toList();
        for (Job job : victims) {
            if (job.isRunning()) {
                lose(job, name);
            }
        }
    }

    private void lose(Job job, String node) {
        if (job.het().isEmpty() && random.chance(0.4)) {
            state.requeue(job);
            return;
        }
        for (Job part : state.group(job)) {
            if (part.isRunning()) {
                part.lostNode(node);
                state.end(part, JobState.NODE_FAIL, JobReason.NODE_DOWN);
            }
        }
    }

    private void repair() {
        List<Repair> due = repairs.stream().filter(r -> r.at() <= state.now()).toList();
        for (Repair repair : due) {
            state.node(repair.node()).resume(state.now());
            state.nodesChanged();
        }
        repairs.removeAll(due);
    }

    private List<String> healthy() {
        List<Node> fixed = state.nodes().stream()
                .filter(n -> !n.spec().cloud() && !n.has(NodeFlag.DYNAMIC_NORM))
                .toList();
        boolean enough = fixed.stream().filter(n -> !n.isUsable()).count() >= MAX_UNAVAILABLE;
        return enough
                ? List.of()
                : fixed.stream().filter(Node::isUsable).map(Node::name).toList();
    }
}
