package dev.sluice.exporter.simulate.slurm;

import java.util.ArrayList;
import java.util.List;

/** A node record of the controller. It stays when its pod goes, as a node that is down. */
public final class SimulatedNode {

    private final NodeType type;
    private final int ordinal;
    private final String name;
    private final List<RunningTask> tasks = new ArrayList<>();
    private boolean up;
    private String drainReason = "";
    private String downReason = "";
    private long reasonSince;
    private long usedCpus;
    private long usedGpus;

    SimulatedNode(NodeType type, int ordinal) {
        this.type = type;
        this.ordinal = ordinal;
        this.name = nameOf(type, ordinal);
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

    String reason() {
        return drained() ? drainReason : downReason;
    }

    long reasonSince() {
        return reasonSince;
    }

    long usedCpus() {
        return usedCpus;
    }

    long usedGpus() {
        return usedGpus;
    }

    List<RunningTask> tasks() {
        return tasks;
    }

    boolean hasRoomFor(JobSpec job) {
        return hasRoomFor(job, usedCpus, usedGpus);
    }

    boolean hasRoomFor(JobSpec job, long cpus, long gpus) {
        if (job.request().whole()) {
            return cpus == 0;
        }
        return type.cpus() - cpus >= job.request().cpus()
                && type.gpus().total() - gpus >= job.request().gpus().total();
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

    void add(RunningTask task) {
        tasks.add(task);
        usedCpus += cpusOf(task);
        usedGpus += task.job().spec().request().gpus().total();
    }

    void remove(RunningTask task) {
        if (tasks.remove(task)) {
            usedCpus -= cpusOf(task);
            usedGpus -= task.job().spec().request().gpus().total();
        }
    }

    private long cpusOf(RunningTask task) {
        JobSpec job = task.job().spec();
        return job.request().whole() ? type.cpus() : job.request().cpus();
    }
}
