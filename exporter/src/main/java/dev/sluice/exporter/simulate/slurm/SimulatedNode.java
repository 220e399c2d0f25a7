package dev.sluice.exporter.simulate.slurm;

import dev.sluice.common.scheduling.FreeResources;
import dev.sluice.common.scheduling.NodeAllocation;
import java.util.ArrayList;
import java.util.List;

/** A node record of the controller. It stays when its pod goes, as a node that is down. */
public final class SimulatedNode {

    private final NodeType type;
    private final int ordinal;
    private final String name;
    private final FreeResources free;
    private final List<RunningTask> tasks = new ArrayList<>();
    private boolean up;
    private String drainReason = "";
    private String downReason = "";
    private long reasonSince;

    SimulatedNode(NodeType type, int ordinal) {
        this.type = type;
        this.ordinal = ordinal;
        this.name = nameOf(type, ordinal);
        this.free = new FreeResources(type.spec(name));
    }

    static String nameOf(NodeType type, int ordinal) {
        return type.nodeSet() + "-" + ordinal;
    }

    public NodeType type() {
        return type;
    }

    public int ordinal() {
        return ordinal;
    }

    public String name() {
        return name;
    }

    public boolean up() {
        return up;
    }

    public boolean busy() {
        return !tasks.isEmpty();
    }

    public boolean drained() {
        return !drainReason.isEmpty();
    }

    /** By when all its jobs are over at the latest; 0 where it has none. */
    public long deadline() {
        return tasks.stream().mapToLong(RunningTask::limitAt).max().orElse(0);
    }

    /** Why it is drained or down. */
    public String reason() {
        return drained() ? drainReason : downReason;
    }

    long reasonSince() {
        return reasonSince;
    }

    long usedCpus() {
        return type.cpus() - free.cpus();
    }

    long usedGpus() {
        return free.busyGpus().size();
    }

    FreeResources free() {
        return free;
    }

    List<RunningTask> tasks() {
        return tasks;
    }

    void register() {
        up = true;
        downReason = "";
        drainReason = "";
    }

    void down(String why, long now) {
        up = false;
        downReason = why;
        drainReason = "";
        reasonSince = now;
    }

    void drain(String why, long now) {
        drainReason = why;
        reasonSince = now;
    }

    void resume() {
        drainReason = "";
    }

    void add(RunningTask task, NodeAllocation allocation) {
        tasks.add(task);
        free.take(allocation);
    }

    void remove(RunningTask task, NodeAllocation allocation) {
        if (tasks.remove(task)) {
            free.give(allocation);
        }
    }
}
